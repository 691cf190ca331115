// What is written in the workshop, kept in this browser; the newest first, and only so many.

const KEY = "rulewright.workshop";
const MOST = 30;

export class Drafts {
  #drafts = [];

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      this.#drafts = kept.filter((one) => typeof one.name === "string" && typeof one.text === "string");
    } catch {
      this.#drafts = [];  // nothing was kept, or nothing may be
    }
  }

  // Only what differs from its beginning is worth being listed.
  all() {
    return this.#drafts.filter((one) => one.text !== one.begun)
      .map((one) => Object.assign(one, { when: new Date(one.time).toLocaleString() }));
  }

  last() { return this.#drafts[0] ?? null; }

  add(name, text) {
    const draft = { name, text, begun: text, time: Date.now() };
    this.#drafts = [draft, ...this.#drafts.filter((one) => one.text !== one.begun)].slice(0, MOST);
    return draft;
  }

  save(draft) {
    draft.time = Date.now();
    this.#drafts = [draft, ...this.#drafts.filter((one) => one !== draft)];
    return this.#keep();
  }

  remove(draft) {
    this.#drafts = this.#drafts.filter((one) => one !== draft);
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#drafts));
      return true;
    } catch {
      return false;
    }
  }
}

// `My Game.yaml` becomes my_game: the id of a game has small letters, digits and _.
export function fileName(text) {
  const plain = text.replace(/\.ya?ml$/i, "").normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "").slice(0, 40) || "my_game";
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
