// A position set up by hand: pieces are placed and taken away one by one, and the table says what would be legal.

import { make } from "./api.js";

const at = (id) => document.getElementById(id);
const REMOVE = "";

export class Arranging {
  #keys = null;
  #chosen = REMOVE;
  #stacks = false;
  #small = false;
  #hands = [];  // kinds of pieces that may lie there

  // `show(view, place)` shows a position where `place(site)` is called; `play(keys)` begins a game with it; `tell(text, kind)`.
  constructor({ show, play, leave, tell, attempt }) {
    this.show = show;
    this.tell = tell;
    this.attempt = attempt;
    for (const [id, act] of Object.entries({
      "play-on": () => play(this.#keys), leave, empty: () => this.#change({ position: {}, unmoved: [] }), "copy-test": () => this.#copy(),
    })) at(id).addEventListener("click", () => attempt(act));
    at("to-move").addEventListener("change", () => attempt(() => this.#turnTo(at("to-move").value)));
    at("phase").addEventListener("change", () => attempt(() => this.#change({ phase: at("phase").value })));
    at("ply").addEventListener("change", () => attempt(() => this.#change({ ply: Number(at("ply").value) || 1 })));
  }

  // From the position of a table after so many moves.
  async begin(table, upto) {
    this.table = table;
    this.#keys = null;
    const found = await table.arrange(null, upto);
    this.#chosen = found.pieces[0]?.name ?? REMOVE;
    this.#hands = found.hands;
    this.#fill(found);
    this.#shown(found);
  }

  async #change(changed) {
    const keys = { ...this.#keys, ...changed };
    try {
      this.#shown(await this.table.arrange(keys));
      this.tell("");  // what was wrong with another one
    } catch (error) {
      this.#write();  // as it was
      throw error;
    }
  }

  // Whoever moves later moves in a later turn.
  #turnTo(player) {
    const place = (name) => this.table.about.players.findIndex((one) => one.name === name);
    return this.#change({ to_move: player, ply: Math.max(1, this.#keys.ply + place(player) - place(this.#keys.to_move)) });
  }

  // A piece on top of a site, or the upper one away. What is changed has not stayed where it was from the beginning.
  #placed(site) {
    const position = { ...this.#keys.position };
    const key = this.#small ? site.toLowerCase() : site;
    const lying = [position[key] ?? []].flat();
    const full = !this.#stacks && lying.length;
    const now = this.#chosen === REMOVE ? lying.slice(0, -1) : [...(full ? lying.slice(0, -1) : lying), this.#chosen];
    delete position[key];
    if (now.length) position[key] = now.length === 1 ? now[0] : now;
    const unmoved = this.#keys.unmoved?.filter((one) => one !== site);
    return this.#change({ position, ...(unmoved ? { unmoved } : {}) });
  }

  #shown(found) {
    this.#keys = found.keys;
    this.#stacks = found.stacks;
    this.#small = found.small;
    this.test = found.test;
    at("legal").textContent = found.legal;
    at("test").hidden = true;
    this.#write();
    this.show(found, (site) => this.attempt(() => this.#placed(site)));
  }

  #fill({ pieces, phases }) {
    const choice = (name, label, picture) => make("label", { class: "piece", title: label },
      make("input", { type: "radio", name: "piece", value: name, checked: name === this.#chosen, "aria-label": label, onchange: () => { this.#chosen = name; } }),
      picture ? make("span", { html: picture }) : make("span", {}, "Remove"));
    at("palette").replaceChildren(...pieces.map(({ name, label, picture }) => choice(name, label, picture)), choice(REMOVE, "Remove"));
    const options = (names) => names.map((name) => make("option", { value: name }, name.replaceAll("_", " ")));
    at("to-move").replaceChildren(...options(this.table.about.players.map(({ name }) => name)));
    at("phase").replaceChildren(...options(phases));
    at("phase").parentElement.hidden = phases.length < 2;
  }

  #write() {
    at("to-move").value = this.#keys.to_move;
    at("phase").value = this.#keys.phase ?? "";
    at("ply").value = this.#keys.ply;
    const hands = Object.entries(this.#keys.hand ?? {});
    at("hands").replaceChildren(...hands.flatMap(([player, held]) => Object.entries(held).filter(([kind, count]) => this.#hands.includes(kind) && Number.isInteger(count))
      .map(([kind, count]) => make("label", { class: "row" }, `${player}: ${kind.replaceAll("_", " ")} in hand`, make("input", {
        type: "number", min: 0, max: 255, value: count,
        onchange: (event) => this.attempt(() => this.#change({
          hand: { ...this.#keys.hand, [player]: { ...held, [kind]: Number(event.target.value) || 0 } },
        })),
      })))));
  }

  async #copy() {
    at("test").value = this.test;
    at("test").hidden = false;
    try {
      await navigator.clipboard.writeText(this.test);
      this.tell("The test is copied; it goes under “tests:” in the file. Look whether it says what should be.");
    } catch {
      at("test").select();
      this.tell("Copy the test from its field; it goes under “tests:” in the file.");
    }
  }
}
