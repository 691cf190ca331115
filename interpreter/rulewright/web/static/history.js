// What was played: the list of moves, the way through it, and the chances of all sides over the game.

import { make } from "./api.js";
import { chipOf, seenMove } from "./showing.js";

const at = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [300, 60];

export class History {
  // `look(number)` is called with the number of moves after which the game is to be shown.
  constructor(look) {
    this.look = look;
    this.listed = [];  // the moves in the list
    this.values = [];  // what an engine gave the sides, by the number of moves that had been made
    this.shown = 0;
    const ways = { first: () => 0, previous: () => this.shown - 1, next: () => this.shown + 1, last: () => this.listed.length };
    for (const [id, to] of Object.entries(ways)) at(id).addEventListener("click", () => this.go(to()));
    // On the board the arrow keys go from place to place; in a field they belong to the field.
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input:not([type=checkbox]), select, textarea, .board-picture")) return;
      const to = { ArrowLeft: ways.previous, ArrowRight: ways.next, Home: ways.first, End: ways.last }[event.key];
      if (!to) return;
      event.preventDefault();
      this.go(to());
    });
    at("chances").addEventListener("click", (event) => {
      const box = at("chances").getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.listed.length));
    });
  }

  go(number) {
    if (number >= 0 && number <= this.listed.length && number !== this.shown) this.look(number);
  }

  clear() {
    this.listed = [];
    this.values = [];
    at("history").replaceChildren();
  }

  // What an engine thinks of the position after so many moves.
  judge(number, values) {
    if (values) this.values[number] = values;
  }

  // Only what has changed is written anew: games can be long.
  show(history, players, shown) {
    const list = at("history");
    let same = 0;
    while (same < this.listed.length && same < history.length && this.listed[same] === seenMove(history[same])) same += 1;
    while (list.children.length > (history.length ? same + 1 : 0)) list.lastChild.remove();
    if (history.length && !list.children.length) list.append(this.#item(0, "start", null, players));
    history.slice(same).forEach((made, index) => list.append(this.#item(same + index + 1, seenMove(made), made, players)));
    this.listed = history.map(seenMove);
    this.values.length = Math.min(this.values.length, same + 1);  // of what was taken back nothing is known any more
    this.shown = shown;
    for (const id of ["first", "previous"]) at(id).disabled = shown === 0;
    for (const id of ["next", "last"]) at(id).disabled = shown === history.length;
    this.#chances(players);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = list.children[shown]?.firstChild;
    if (!now) return;
    now.setAttribute("aria-current", "step");
    // The list scrolls, never the page: on a phone the board would be lost from sight.
    const [top, bottom] = [now.offsetTop, now.offsetTop + now.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  #item(number, text, made, players) {
    const chip = made && chipOf(players, made.player);
    const label = made ? `Move ${number}, ${made.player ?? "chance"}: ${text}` : "The start of the game";
    return make("li", {}, make("button", {
      type: "button", "aria-label": label, onclick: () => this.look(number),
    }, chip, text));
  }

  // A line for each side, from 0 at the bottom to 1 at the top; with two sides that of the first is enough.
  #chances(players) {
    const picture = at("chances");
    const known = [...this.values.keys()].filter((number) => this.values[number]);
    picture.toggleAttribute("hidden", known.length < 2);
    if (known.length < 2) return;
    const x = (number) => number / Math.max(1, this.listed.length) * WIDE;
    const drawn = [element("line", { class: "even", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 })];
    for (const { name, colour } of players.length === 2 ? players.slice(0, 1) : players) {
      const points = known.map((number) => `${x(number)},${(1 - (this.values[number][name] ?? 0)) * HIGH}`).join(" ");
      drawn.push(element("polyline", { class: "edge", points }), element("polyline", { points, stroke: colour }));
    }
    drawn.push(element("line", { class: "now", x1: x(this.shown), x2: x(this.shown), y1: 0, y2: HIGH }));
    const last = this.values[known.at(-1)];
    picture.setAttribute("aria-label", `Chances over the game, at last ${players
      .map(({ name }) => `${name} ${Math.round((last[name] ?? 0) * 100)} %`).join(", ")}`);
    picture.replaceChildren(...drawn);
  }
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
