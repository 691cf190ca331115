// The rules in words, over the board.

import { toldInWords } from "./words.js";

const at = (id) => document.getElementById(id);
at("rules-open").addEventListener("click", () => at("rules").showModal());

let asked = location.hash === "#rules";  // by a link that leads to them

export function showRules(words) {
  at("words").replaceChildren(...toldInWords(words));
  if (asked) at("rules").showModal();
  asked = false;
}
