// What the page of a game and the workshop show alike: whose turn it is, who made a move, and the options of a game.

import { make } from "./api.js";
import { diceOf } from "./dice.js";

const at = (id) => document.getElementById(id);

// The colour of a player, by name; without a name it is chance's.
export function chipOf(players, name) {
  const chip = make("i", { class: name ? "chip" : "chip chance" });
  const colour = players.find((one) => one.name === name)?.colour;
  if (colour) chip.style.background = colour;
  return chip;
}

// The text of a move; what was chosen while others still choose is not shown.
export const seenMove = (made) => (made.unseen ? "?" : made.shown);

// Whose turn it is, or how the game ended: who has won, why in words, and then `rule`, which made it so.
export function showTurn(players, view, rule) {
  const isPlayer = players.some((one) => one.name === view.player);
  const because = view.over?.because ? make("span", {}, `because ${view.over.because}`) : null;
  const parts = [isPlayer ? chipOf(players, view.player) : null, make("b", {}, view.turn), diceOf(view.dice, players.find((one) => one.name === view.player)), because, rule];
  at("turn").classList.toggle("over", Boolean(view.over));
  at("turn").replaceChildren(...parts.filter(Boolean));
  at("notes").replaceChildren(...view.notes.map((note) => make("li", {}, note)));
}

export function showOptions(options, chosen) {
  at("options").replaceChildren(...options.flatMap((option) => [
    make("label", { class: "row" }, option.name.replaceAll("_", " "), fieldOf(option, chosen(option))),
    explained(option, chosen(option)),
  ].filter(Boolean)));
}

// What an option is about, and what its value means, where the file says it.
function explained(option, value) {
  const said = [option.about, Object.hasOwn(option.means, value) ? option.means[value] : ""].filter(Boolean).join(" ");
  return said ? make("p", { class: "soft explained" }, said) : null;
}

function fieldOf(option, chosen) {
  if (option.values.length) {
    return make("select", { name: option.name }, ...option.values.map((value) => (
      make("option", { value, selected: value === chosen, title: Object.hasOwn(option.means, value) ? option.means[value] : null }, value.replaceAll("_", " ")))));
  }
  const range = option.range ? { type: "number", min: option.range[0], max: option.range[1] } : { type: "text" };
  return make("input", { name: option.name, value: chosen, title: option.expected, ...range });
}
