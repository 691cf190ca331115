// The tutorial, the recipes and the reference, beside what is being written. Their Markdown becomes elements one by one,
// so that texts stay texts; it knows the forms that our pages have.

import { make, post } from "../api.js";
import { opened } from "./dialogs.js";

const BLOCK = /^(```|#|>|\||<!--|[*-] |\d+\. )/;
const SPAN = /(`[^`]+`|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|\*[^*]+\*)/;

export async function showGuide(name = "tutorial", part = "") {
  const page = await post("/api/workshop/guide", { page: name });
  const names = page.pages.map((one) => one.name);
  const choice = make("select", { "aria-label": "Which page", onchange: () => showGuide(choice.value) },
    ...page.pages.map((one) => make("option", { value: one.name, selected: one.name === name }, one.title)));
  const body = make("div", { class: "page" }, ...new Marked(name, names).blocks(page.text.split("\n")));
  opened(page.title, make("div", { class: "guide" }, choice, body));
  document.getElementById("chooser-body").scrollTop = 0;
  if (part) [...body.querySelectorAll("h3, h4")].find((head) => anchor(head.textContent) === part)?.scrollIntoView();
}

class Marked {
  // `names`: the pages that links may lead to; what other pages say is not at hand, and stays a text.
  constructor(name, names) {
    this.name = name;
    this.names = names;
  }

  blocks(lines) {
    const found = [];
    for (let rest = lines; rest.length;) {
      const [element, length] = this.#block(rest);
      if (element) found.push(element);
      rest = rest.slice(length);
    }
    return found;
  }

  // The first block of some lines, and how many of them it takes.
  #block(lines) {
    const [line] = lines;
    const until = (ends) => {
      const length = lines.findIndex((each, number) => number && ends(each));
      return length < 0 ? lines.length : length;
    };
    if (!line.trim()) return [null, 1];
    if (line.startsWith("<!--")) return [null, lines.findIndex((each) => each.includes("-->")) + 1 || lines.length];
    if (line.startsWith("```")) {
      const length = until((each) => each.startsWith("```"));
      return [make("pre", { tabindex: 0 }, lines.slice(1, length).join("\n")), length + 1];
    }
    const [, depth, title] = line.match(/^(#+) (.*)/) ?? [];
    if (depth) return [make(depth.length > 2 ? "h4" : "h3", {}, ...this.#spans(title)), 1];
    if (line.startsWith(">")) {
      const length = until((each) => !each.startsWith(">"));
      return [make("blockquote", {}, ...this.blocks(lines.slice(0, length).map((each) => each.replace(/^> ?/, "")))), length];
    }
    if (line.startsWith("|")) {
      const length = until((each) => !each.startsWith("|"));
      return [this.#table(lines.slice(0, length)), length];
    }
    const [mark] = line.match(/^([*-]|\d+\.) +/) ?? [];
    if (mark) return this.#list(lines, /^\d/.test(mark) ? "ol" : "ul");
    const length = until((each) => !each.trim() || BLOCK.test(each));
    return [make("p", {}, ...this.#spans(lines.slice(0, length).join(" "))), length];
  }

  #list(lines, kind) {
    const items = [];
    let at = 0;
    for (; at < lines.length; at += 1) {
      const line = lines[at];
      const begun = line.match(kind === "ol" ? /^\d+\. +(.*)/ : /^[*-] +(.*)/);
      if (begun) items.push([begun[1]]);
      else if (line.startsWith("  ")) items.at(-1).push(line.replace(/^ {2,3}/, ""));
      else if (line.trim() || !lines[at + 1]?.startsWith("  ")) break;
      else items.at(-1).push("");
    }
    return [make(kind, {}, ...items.map((item) => make("li", {}, ...this.blocks(item)))), at];
  }

  #table([head, , ...rows]) {
    const row = (line, cell) => make("tr", {}, ...line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/)
      .map((text) => make(cell, {}, ...this.#spans(text.trim().replaceAll("\\|", "|")))));
    return make("table", { tabindex: 0 }, make("thead", {}, row(head, "th")), make("tbody", {}, ...rows.map((line) => row(line, "td"))));
  }

  #spans(text) {
    return text.split(SPAN).map((part, number) => {
      if (number % 2 === 0) return part;
      if (part.startsWith("`")) return make("code", {}, part.slice(1, -1));
      if (part.startsWith("**")) return make("b", {}, ...this.#spans(part.slice(2, -2)));
      if (part.startsWith("*")) return make("i", {}, ...this.#spans(part.slice(1, -1)));
      const [, image, label, target] = part.match(/^(!?)\[(.*)\]\((.*)\)$/);
      return image ? label : this.#link(label, target);
    });
  }

  #link(label, target) {
    const [, file, part] = target.match(/^([^#]*)#?(.*)$/);
    const page = file ? new URL(file, `http://docs/${this.name}`).pathname.slice(1).replace(/\.md$/, "") : this.name;
    const inside = this.#spans(label);
    if (!this.names.includes(page)) return make("span", {}, ...inside);
    return make("button", { type: "button", class: "lead", onclick: () => showGuide(page, part) }, ...inside);
  }
}

// As links call a heading.
function anchor(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}
