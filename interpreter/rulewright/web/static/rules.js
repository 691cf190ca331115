// The rules of a game in words, and its file, to be read. The address may name a line: /rules/hive#L49

import { readGame } from "./address.js";
import { make } from "./api.js";
import { coloured } from "./colours.js";
import { toldInWords } from "./words.js";

const game = readGame();
const name = encodeURIComponent(game);
document.getElementById("play").href = `/play/${name}`;
document.getElementById("workshop").href = `/workshop?game=${name}`;
const response = await fetch(`/api/games/${name}/rules`);
const text = response.ok ? await response.text() : (await response.json()).error;
const title = /^game:\s*(.+)$/m.exec(text)?.[1].replace(/^["']|["']$/g, "") ?? game;
document.title = `${title} · Rulewright`;
document.getElementById("title").textContent = title;
const kinds = await fetch("/api/workshop/words").then((answer) => answer.json()).catch(() => ({}));
document.getElementById("file").replaceChildren(...text.trimEnd().split("\n").map((line, index) => make(
  "span", { id: `L${index + 1}` }, ...coloured(line || " ", kinds),
)));
const told = await fetch(`/api/games/${name}/words`);
if (told.ok) {
  const look = make("img", { src: `/api/games/${name}/picture.svg`, alt: "How the game looks", class: "look" });
  document.getElementById("words").replaceChildren(...toldInWords(await told.json(), look));
} else {
  document.getElementById("words").hidden = true;
}
const here = document.getElementById(location.hash.slice(1));
here?.classList.add("here");
here?.scrollIntoView({ block: "center" });
