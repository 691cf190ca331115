// The messages under the text: what is wrong, at which line, and what mends it.

import { make } from "../api.js";

export class Problems {
  constructor(list, status, badge, listeners) {
    this.list = list;
    this.status = status;
    this.badge = badge;
    this.listeners = listeners;
  }

  show(found, { valid, summary, sure }) {
    const errors = found.filter((one) => one.severity === "error").length;
    const warnings = found.length - errors;
    const parts = [valid && !errors ? "valid" : counted(errors, "mistake")];
    if (warnings) parts.push(counted(warnings, "warning"));
    if (summary) parts.push(summary);
    this.#say(parts.join(" · "), errors ? "bad" : warnings ? "warned" : "good");
    this.status.title = sure === false ? "With these options; the others are being looked at" : "";
    this.badge.hidden = found.length === 0;
    this.badge.textContent = String(found.length);
    this.badge.className = errors ? "bad" : "warned";
    this.list.replaceChildren(...found.map((one) => this.#item(one)));
  }

  #item(found) {
    const where = found.placed ? `line ${found.line}` : found.elsewhere ?? "";
    const help = found.help ? make("span", { class: "help" }, found.help) : null;
    const jump = make("button", {
      type: "button", class: "jump", disabled: !found.placed, onclick: () => this.listeners.jump(found),
    }, make("span", { class: "where" }, where), make("span", { class: "said" }, found.message), help);
    const fixes = found.fixes.map((fix) => make("button", {
      type: "button", class: "small fix", onclick: () => this.listeners.fix(fix),
    }, fix.label));
    const notes = found.notes.map((note) => make("button", {
      type: "button", class: "note", disabled: note.from === null, onclick: () => this.listeners.jump(note),
    }, note.line ? `line ${note.line}: ${note.message}` : note.message));
    const drawing = found.drawing ? make("pre", { class: "drawing" }, found.drawing) : null;
    const more = make("button", {
      type: "button", class: "code", title: "What this message means", onclick: () => this.listeners.explain(found.code),
    }, found.code);
    return make("li", { class: found.severity }, jump, ...notes, drawing, make("div", { class: "ways" }, ...fixes, more));
  }

  clear() {
    this.list.replaceChildren();
    this.badge.hidden = true;
  }

  proving() {
    this.#say("playing …", "waiting");
  }

  proved() {
    if (this.status.textContent === "playing …") this.#say("not proved: the text has changed", "");
  }

  failed(sentence) {
    this.#say(sentence, "bad");
  }

  #say(text, kind) {
    this.status.textContent = text;
    this.status.className = `status ${kind}`;
  }
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
