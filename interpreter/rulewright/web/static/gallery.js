// All games, with a picture each.

import { get, make } from "./api.js";

const filter = document.getElementById("filter");
const list = document.getElementById("games");
const count = document.getElementById("count");

function card(game) {
  const name = encodeURIComponent(game.id);
  const players = game.players ? `${game.players} players` : "";
  const proven = game.evidence.map((proof) => proof.by).join(", ");
  return make("li", {}, make("article", { class: "game card" },
    make("div", { class: "shot" }, make("img", { src: `/api/games/${name}/picture.svg`, alt: "", loading: "lazy" })),
    make("h2", {}, make("a", { href: `/play/${name}` }, game.title)),
    make("p", { class: "soft" }, game.about ?? ""),
    make("footer", {},
      make("span", { class: `status ${game.status}`, title: proven ? `Compared with ${proven}` : "" },
        [players, game.status].filter(Boolean).join(" · ")),
      make("a", { href: `/rules/${name}` }, "rules"))));
}

try {
  const { games } = await get("/api/games");
  const cards = games.map((game) => ({ words: `${game.id} ${game.title} ${game.about ?? ""}`.toLowerCase(), card: card(game) }));
  list.replaceChildren(...cards.map((one) => one.card));
  const update = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of cards) {
      const fits = wanted.every((word) => one.words.includes(word));
      one.card.hidden = !fits;
      shown += fits;
    }
    count.textContent = shown === 1 ? "1 game" : `${shown} games`;
  };
  filter.addEventListener("input", update);
  filter.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("li:not([hidden]) h2 a")?.click();
  });
  update();
} catch (error) {
  count.textContent = error.message;
}
