// The rules of a game in words, and its file, to be read. The address may name a line: /rules/hive#L49

import { readGame } from "./address.js";
import { make } from "./api.js";

const game = readGame();
const name = encodeURIComponent(game);
document.getElementById("play").href = `/play/${name}`;
document.getElementById("workshop").href = `/workshop?game=${name}`;
const response = await fetch(`/api/games/${name}/rules`);
const text = response.ok ? await response.text() : (await response.json()).error;
const title = /^game:\s*(.+)$/m.exec(text)?.[1].replace(/^["']|["']$/g, "") ?? game;
document.title = `${title} · Rulewright`;
document.getElementById("title").textContent = title;
document.getElementById("file").replaceChildren(...text.trimEnd().split("\n").map((line, index) => make(
  "span", { id: `L${index + 1}`, class: line.trimStart().startsWith("#") ? "comment" : "" }, line || " ",
)));
const told = await fetch(`/api/games/${name}/words`);
if (told.ok) showWords(await told.json());
const here = document.getElementById(location.hash.slice(1));
here?.classList.add("here");
here?.scrollIntoView({ block: "center" });

function showWords({ about, by, chapters, diagrams }) {
  const section = document.getElementById("words");
  const start = diagrams.filter(({ caption }) => caption === "The beginning.");
  const examples = diagrams.filter((diagram) => !start.includes(diagram));
  section.replaceChildren(
    ...(by ? [make("p", { class: "soft" }, `by ${by}`)] : []),
    ...(about ? [make("p", {}, about)] : []),
    ...(start.length ? [] : [make("img", { src: `/api/games/${name}/picture.svg`, alt: "How the game looks", class: "look" })]),
    ...chapters.flatMap(({ title, entries }) => [
      make("h2", {}, title),
      ...entries.map((entry) => make("p", {}, ...(entry.name ? [make("strong", {}, `${entry.name[0].toUpperCase()}${entry.name.slice(1)}: `)] : []), entry.text)),
      ...(title === "Set-up" ? start.map(figure) : []),
    ]),
    ...(examples.length ? [make("h2", {}, "Examples"), ...examples.map(figure)] : []),
  );
  section.hidden = false;
}

// As a picture of its own: whatever a game is called, nothing of it becomes part of the page.
function figure({ caption, svg }) {
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return make("figure", {}, make("img", { src: source, alt: `Diagram: ${caption}` }), make("figcaption", {}, caption));
}
