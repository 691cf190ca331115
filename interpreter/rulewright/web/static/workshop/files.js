// What is written in the workshop, kept in this browser; the newest first, and only so many.

const KEY = "rulewright.workshop";
const MOST = 30;

export class Drafts {
  // Only what differs from its beginning is worth being listed.
  all() {
    return kept().filter((one) => one.text !== one.begun)
      .map((one) => ({ ...one, when: new Date(one.time).toLocaleString() }));
  }

  last() { return kept()[0] ?? null; }

  add(name, text, begun = text) {
    return { id: crypto.randomUUID?.() ?? String(Math.random()), name, text, begun, time: Date.now() };
  }

  // Read again each time: another window may have kept something since.
  save({ id, name, text, begun }) {
    const others = kept().filter((one) => one.id !== id && one.text !== one.begun);
    return keep([{ id, name, text, begun, time: Date.now() }, ...others].slice(0, MOST));
  }

  remove({ id }) {
    keep(kept().filter((one) => one.id !== id));
  }
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return found.filter((one) => typeof one.name === "string" && typeof one.text === "string");
  } catch {
    return [];  // nothing was kept, or nothing may be
  }
}

function keep(drafts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

// `My Game.yaml` becomes my_game: the id of a game has small letters, digits and _.
export function fileName(text) {
  const plain = text.replace(/\.ya?ml$/i, "").normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "").slice(0, 40) || "my_game";
}

export function download(name, text, type = "application/yaml") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
