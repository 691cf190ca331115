// A line of a game file in colours, to be read: its key, its comment, and the words of the language by their kind.

import { make } from "./api.js";

const COMMENT = /(^|\s)#.*$/;
const KEY = /^([\s{-]*)([\w. ]+?)(:)(?=\s|$)/;
const INNER = /([{,]\s*)(\w+)(:)(?=\s)/;
const WORD = /[A-Za-z_]\w*|\d+(?:\.\.\d*|x\d+)?/;
const PROSE = ["game", "by", "about", "source", "name", "title"];  // what they hold is said to people

export function coloured(line, kinds) {
  const comment = COMMENT.exec(line.replace(/"[^"]*"/g, (text) => "_".repeat(text.length)))?.index ?? line.length;
  const said = line.slice(0, comment);
  const key = KEY.exec(said);
  const value = key ? said.slice(key[0].length) : said;
  return [
    ...(key ? [key[1], span("tok-propertyName", key[2]), key[3]] : []),
    ...(key && PROSE.includes(key[2]) ? [value] : words(value, kinds)),
    ...(comment < line.length ? [span("tok-comment", line.slice(comment))] : []),
  ];
}

function words(text, kinds) {
  const found = [];
  for (let rest = text; rest;) {
    const [inner, word] = [INNER.exec(rest), WORD.exec(rest)];
    if (!word) return [...found, rest];
    const isKey = inner && inner.index + inner[1].length === word.index;
    const kind = isKey ? "" : /^\d/.test(word[0]) ? "number" : Object.hasOwn(kinds, word[0]) ? kinds[word[0]] : "";
    found.push(rest.slice(0, word.index), isKey ? span("tok-propertyName", word[0]) : kind ? span(`cm-word-${kind}`, word[0]) : word[0]);
    rest = rest.slice(word.index + word[0].length);
  }
  return found;
}

function span(kind, text) { return make("span", { class: kind }, text); }
