// The rules in words, over the board.

import { toldInWords } from "./words.js";

const at = (id) => document.getElementById(id);
at("rules-open").addEventListener("click", () => at("rules").showModal());

export function showRules(words) {
  at("words").replaceChildren(...toldInWords(words));
}
