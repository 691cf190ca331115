// All games, with a picture each.

import { make } from "./api.js";
import { library, places } from "./library.js";

const filter = document.getElementById("filter");
const kind = document.getElementById("kind");
const players = document.getElementById("players");
const length = document.getElementById("length");
const list = document.getElementById("games");
const count = document.getElementById("count");

function persons(number) {
  return number === 1 ? "1 player" : `${number} players`;
}

function card(game) {
  const many = game.players ? persons(game.players) : "";
  const proven = game.evidence.map((proof) => proof.by).join(", ");
  return make("li", {}, make("article", { class: "game card" },
    make("div", { class: "shot" }, make("img", { src: places.picture(game.id), alt: "", loading: "lazy" })),
    make("h2", {}, make("a", { href: places.play(game.id) }, game.title)),
    make("p", { class: "soft" }, game.about ?? ""),
    make("footer", {},
      make("span", { class: `status ${game.status}`, title: proven ? `Compared with ${proven}` : "" },
        [many, game.status].filter(Boolean).join(" · ")),
      make("a", { href: places.rules(game.id) }, "rules"))));
}

try {
  const games = await library();
  const cards = games.map((game) => ({
    game, words: `${game.id} ${game.title} ${game.about ?? ""} ${game.categories.join(" ")}`.toLowerCase(), card: card(game),
  }));
  const kinds = [...new Set(games.flatMap((game) => game.categories))].sort();
  kind.append(...kinds.map((one) => make("option", { value: one }, one)));
  const numbers = [...new Set(games.map((game) => game.players).filter(Boolean))].sort((a, b) => a - b);
  players.append(...numbers.map((one) => make("option", { value: one }, persons(one))));
  const lengths = ["short", "of medium length", "long"].filter((one) => games.some((game) => game.length === one));
  length.append(...lengths.map((one) => make("option", { value: one }, one)));
  list.replaceChildren(...cards.map((one) => one.card));
  const update = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of cards) {
      const fits = wanted.every((word) => one.words.includes(word))
        && (!kind.value || one.game.categories.includes(kind.value))
        && (!players.value || one.game.players === Number(players.value))
        && (!length.value || one.game.length === length.value);
      one.card.hidden = !fits;
      shown += fits;
    }
    count.textContent = shown === 1 ? "1 game" : `${shown} games`;
    document.getElementById("nothing").hidden = shown > 0;
  };
  for (const field of [filter, kind, players, length]) field.addEventListener("input", update);
  document.getElementById("all").addEventListener("click", () => {
    filter.form.reset();
    update();
  });
  filter.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("li:not([hidden]) h2 a")?.click();
  });
  update();
} catch (error) {
  count.textContent = error.message;
}
