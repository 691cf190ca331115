// All words of the rules language, to look one up.

import { make, post } from "../api.js";
import { opened } from "./dialogs.js";

const KINDS = { keyword: "Joining sets and conditions", verb: "What happens", noun: "Sets and places", function: "Numbers", result: "Results" };

export async function showWords() {
  const { words } = await post("/api/workshop/language");
  const groups = Object.keys(KINDS).map((kind) => {
    const told = words.filter((one) => one.kind === kind).map(entry);
    return [make("h3", { class: "words-of" }, KINDS[kind]), make("dl", { class: "language" }, ...told.map(({ item }) => item)), told];
  });
  const filter = make("input", { type: "search", placeholder: "Find", "aria-label": "Find a word", autocomplete: "off", oninput: () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const [head, , told] of groups) {
      for (const { item, text } of told) item.hidden = !text.includes(wanted);
      head.hidden = told.every(({ item }) => item.hidden);
    }
  } });
  opened("The words of the language", filter, ...groups.flatMap(([head, list]) => [head, list]));
  filter.focus();
}

function entry({ word, kind, says, example }) {
  const item = make("div", {}, make("dt", { class: `cm-word-${kind}` }, word), make("dd", {}, says, make("code", {}, example)));
  return { item, text: `${word} ${says} ${example}`.toLowerCase() };
}
