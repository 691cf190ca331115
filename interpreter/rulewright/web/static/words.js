// The rules of a game in words, as elements; `look` is shown where there is no diagram of the beginning.

import { make } from "./api.js";

export function toldInWords({ about, by, chapters, diagrams }, look = null) {
  const start = diagrams.filter(({ caption }) => caption === "The beginning.");
  const examples = diagrams.filter((diagram) => !start.includes(diagram));
  return [
    ...(by ? [make("p", { class: "soft" }, `by ${by}`)] : []),
    ...(about ? [make("p", {}, about)] : []),
    ...(start.length || !look ? [] : [look]),
    ...chapters.flatMap(({ title, entries }) => [
      make("h2", {}, title),
      ...entries.map((entry) => make("p", {}, ...(entry.name ? [make("strong", {}, `${entry.name[0].toUpperCase()}${entry.name.slice(1)}: `)] : []), entry.text)),
      ...(title === "Set-up" ? start.map(figure) : []),
    ]),
    ...(examples.length ? [make("h2", {}, "Examples"), ...examples.map(figure)] : []),
  ];
}

// As a picture of its own: whatever a game is called, nothing of it becomes part of the page.
function figure({ caption, svg }) {
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return make("figure", {}, make("img", { src: source, alt: `Diagram: ${caption}` }), make("figcaption", {}, caption));
}
