// A board to play on: shows a view of a table, lights up what can be picked, and plays what is picked.
//
//   import { Board } from "/static/board.js";
//   import { Table } from "/static/table.js";
//
//   const board = new Board(element, {
//     played(view) {},          // a person has made a move by picking; `view` is the position after it
//     reason(why) {},           // something was picked that is not allowed: { message, sites, rule: { line, start, end … } }
//     failed(error) {},         // the server refused, or does not answer
//   });
//   board.show(table, view, { playable: true });
//
// With { place(site) {} } a click places something by hand.
//
// `element` gets all it needs: the picture, what lies beside the board, the choices that are not places, and a line that
// screen readers read aloud. The page must load board.css and page.css. `board.mark(["a1", "b2"])` points at places until
// the next position is shown; `board.say("…")` writes into the line; `board.clear()` forgets what was picked.
//
// By keyboard: arrow keys go from place to place, "." to the next place that can be picked, Enter picks, Escape begins anew.

import { make } from "./api.js";
import { Zoom } from "./zoom.js";

const MANY = 150;  // sites: a board on which they are small
const LINE = "http://www.w3.org/2000/svg";

export class Board {
  #table = null;
  #view = null;
  #next = { picks: [], move: null };
  #picks = [];
  #playable = false;
  #busy = false;
  #place = null;
  #focused = null;

  constructor(element, listeners = {}) {
    this.element = element;
    this.listeners = listeners;
    this.above = make("div", { class: "trays" });
    this.picture = make("div", { class: "board-picture" });
    this.column = make("div", { class: "column", hidden: true });
    this.below = make("div", { class: "trays" });
    this.choices = make("div", { class: "choices", role: "group", "aria-label": "Choices" });
    this.told = make("p", { class: "told", role: "status", "aria-live": "polite" });
    this.zoom = new Zoom(this.picture);
    const stage = make("div", { class: "stage" }, this.picture, this.zoom.buttons, this.column);
    element.classList.add("board");
    const under = make("div", { class: "under" }, this.choices, this.told);
    element.replaceChildren(this.above, stage, under, this.below);
    this.picture.addEventListener("click", (event) => this.#clicked(event));
    this.picture.addEventListener("pointerdown", (event) => this.#grab(event));
    this.picture.addEventListener("keydown", (event) => this.#key(event));
    this.picture.addEventListener("focusin", (event) => this.#look(event));
    this.picture.addEventListener("pointerover", (event) => this.#look(event));
    this.picture.addEventListener("pointerleave", () => { this.column.hidden = true; });
    element.addEventListener("keydown", (event) => { if (event.key === "Escape") this.clear(); });
  }

  // With `place`, a click on a site plays nothing, but calls it with the name of the site.
  show(table, view, { playable = false, place = null } = {}) {
    const had = this.picture.contains(document.activeElement);
    if (table !== this.#table) this.zoom.whole();
    this.#table = table;
    this.#view = view;
    this.#playable = playable;
    this.#place = place;
    this.#picks = [];
    this.#next = view.next;
    this.column.hidden = true;
    this.picture.innerHTML = view.board;
    this.zoom.show(table.about.unbounded || this.#sites().length > MANY);
    this.#showTrays();
    this.#light();
    if (had) this.#focus(this.#site(this.#focused) ?? this.#sites()[0]);
  }

  say(text, kind = "") {
    this.told.textContent = text;
    this.told.className = `told ${kind}`;
  }

  // Points at what stands in the way of a pick.
  mark(sites) {
    for (const name of sites) this.#site(name)?.classList.add("marked");
  }

  // Points at what an adviser would pick: places, and the piece that lies beside the board.
  hint(sites, hand) {
    for (const name of sites) this.#site(name)?.classList.add("hinted");
    const own = [...this.element.querySelectorAll(".lying")].find((one) => (
      one.dataset.hand === hand && [this.#view.player, ""].includes(one.dataset.owner)));
    own?.classList.add("hinted");
  }

  // Nothing more is picked or placed until the next position is shown.
  rest() {
    [this.#playable, this.#place] = [false, null];
    this.#light();
  }

  clear() {
    if (!this.#picks.length || this.#busy) return;
    this.#picks = [];
    this.#next = this.#view.next;
    this.say("");
    this.#light();
  }

  // ------------------------------------------------------------ what can be picked

  #sites() { return [...this.picture.querySelectorAll(".rw-site")]; }

  #site(name) {
    return name === null ? null : this.picture.querySelector(`.rw-site[data-site="${CSS.escape(name)}"]`);
  }

  #options() {
    return this.#playable || this.#place ? this.#next.picks : [];
  }

  #light() {
    const lit = new Map(this.#options().map((option) => [option.pick, option]));
    for (const option of this.#options()) if (option.also) lit.set(`site:${option.also}`, option);
    const picked = this.#picks.filter((pick) => pick.startsWith("site:")).map((pick) => pick.slice(5));
    let first = null;
    for (const site of this.#sites()) {
      const name = site.dataset.site;
      const can = lit.has(`site:${name}`);
      site.classList.toggle("lit", can);
      site.classList.toggle("picked", picked.includes(name));
      site.classList.remove("marked", "hinted");
      site.setAttribute("tabindex", "-1");
      site.dataset.label ??= site.getAttribute("aria-label");
      site.setAttribute("aria-label", can ? `${site.dataset.label}, can be picked` : site.dataset.label);
      site.setAttribute("aria-pressed", String(picked.includes(name)));
      if (name === this.#focused || (can && !first)) first = name === this.#focused || !first ? site : first;
    }
    (first ?? this.#sites()[0])?.setAttribute("tabindex", "0");
    this.picture.classList.toggle("playable", this.#playable);
    this.picture.classList.toggle("placing", Boolean(this.#place));
    this.picture.classList.toggle("many", lit.size > 60);
    this.element.dataset.shown = String(Number(this.element.dataset.shown ?? 0) + 1);  // for whoever waits for it
    this.#showMoved(this.#next.moved ?? []);
    this.#drawWay(picked);
    this.#lightTrays(lit);
    this.#showChoices();
  }

  // The pieces that the picks so far have moved, where they would be; what they may meet there is pale.
  #showMoved(moved) {
    const pieces = [...this.picture.querySelectorAll(".rw-drawn .rw-piece")];
    const where = new Map(pieces.map((piece) => [piece, piece.dataset.at]));
    const at = (site) => pieces.filter((piece) => where.get(piece) === site);
    const drawn = new Map(pieces.map((piece) => [piece, heightOf(this.#site(piece.dataset.at), at(piece.dataset.at), piece)]));
    const order = [...pieces];
    for (const { origin, target, pieces: count } of moved) {
      for (const piece of at(origin).slice(-count)) {
        where.set(piece, target);
        pieces.push(...pieces.splice(pieces.indexOf(piece), 1));  // it lies on top of those that are there
      }
    }
    const met = new Set(moved.map((one) => one.target));
    for (const piece of order) {
      const [from, to] = [this.#site(piece.dataset.at), this.#site(where.get(piece))];
      const gone = from && to && where.get(piece) !== piece.dataset.at;
      if (gone) piece.setAttribute("transform", `translate(${to.dataset.x - from.dataset.x} ${heightOf(to, at(to.dataset.site), piece) - drawn.get(piece)})`);
      else piece.removeAttribute("transform");
      piece.classList.toggle("met", !gone && met.has(piece.dataset.at));
    }
  }

  // A line along what was picked.
  #drawWay(names) {
    this.picture.querySelector(".rw-way")?.remove();
    const drawn = this.picture.querySelector(".rw-sites");
    if (names.length < 2 || !drawn) return;
    const places = names.map((name) => this.#site(name)).filter(Boolean).map((site) => site.dataset);
    if (places.some((place) => place.foot !== undefined)) return;  // pieces of long places are moved beside them
    const way = document.createElementNS(LINE, "polyline");
    way.setAttribute("class", "rw-way");
    way.setAttribute("points", places.map((place) => `${place.x},${place.y}`).join(" "));
    drawn.before(way);
  }

  #showTrays() {
    const mine = this.#view.player;
    const made = this.#view.trays.map((tray) => {
      const pieces = tray.pieces.map((piece) => make("button", {
        class: "lying", type: "button", disabled: true, "data-hand": piece.name, "data-owner": tray.owner ?? "",
        "aria-label": `${tray.caption}: ${piece.label}${piece.count > 1 ? `, ${piece.count} of them` : ""}`,
        title: piece.label, onclick: () => this.#pick(`hand:${piece.name}`),
      }, make("span", { html: piece.picture }), piece.count > 1 ? make("b", {}, String(piece.count)) : null));
      return [tray, make("div", { class: "tray" }, make("h3", {}, tray.caption), make("div", { class: "lies" }, ...pieces))];
    });
    const side = (tray) => tray.owner !== null && tray.owner === (this.bottom ?? mine);
    this.above.replaceChildren(...made.filter(([tray]) => !side(tray)).map(([, box]) => box));
    this.below.replaceChildren(...made.filter(([tray]) => side(tray)).map(([, box]) => box));
  }

  #lightTrays(lit) {
    for (const button of [...this.above.querySelectorAll(".lying"), ...this.below.querySelectorAll(".lying")]) {
      const pick = `hand:${button.dataset.hand}`;
      const own = [this.#view.player, ""].includes(button.dataset.owner);
      const can = own && lit.has(pick);
      button.disabled = !can;
      button.classList.toggle("lit", can);
      button.classList.remove("hinted");
      button.classList.toggle("picked", own && this.#picks.at(-1) === pick);
      if (can) lit.get(pick).shown = true;
    }
  }

  // Buttons for everything that is neither a place nor a piece that lies there.
  #showChoices() {
    const buttons = (this.#place ? [] : this.#options()).filter((option) => option.kind !== "site" && !option.shown).map((option) => make(
      "button", { type: "button", class: `choice ${option.kind}`, "data-pick": option.pick, onclick: () => this.#pick(option.pick) },
      option.picture ? make("span", { html: option.picture }) : null, option.label,
    ));
    if (this.#picks.length) {
      buttons.push(make("button", { type: "button", class: "choice cancel", onclick: () => this.clear() }, "start over"));
    }
    this.choices.replaceChildren(...buttons);
  }

  // ------------------------------------------------------------ picking

  #clicked(event) {
    const site = event.target.closest(".rw-site");
    if (!site) return;
    this.#focused = site.dataset.site;
    this.#pick(`site:${site.dataset.site}`);
  }

  // A piece is drawn along with the mouse: where it is taken and where it is let go are two picks. A finger scrolls.
  #grab(event) {
    const from = event.target.closest(".rw-site.lit, .rw-site.picked");
    if (!from || event.button || event.pointerType === "touch" || !this.#playable || this.#busy) return;
    const pieces = [...this.picture.querySelectorAll(".rw-drawn .rw-piece")].filter((piece) => piece.dataset.at === from.dataset.site);
    const svg = this.picture.querySelector("svg");
    const scale = svg?.getScreenCTM()?.a ?? 1;
    let begun = null;  // the first pick: made once the mouse has left the place
    const moved = (move) => {
      const [right, down] = [move.clientX - event.clientX, move.clientY - event.clientY];
      if (!begun && Math.hypot(right, down) < 6) return;
      const last = this.#picks.at(-1) === `site:${from.dataset.site}`;
      begun ??= last ? Promise.resolve() : this.#pick(`site:${from.dataset.site}`);
      for (const piece of pieces.slice(-1)) piece.setAttribute("transform", `translate(${right / scale} ${down / scale})`);
    };
    const end = async (up) => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      if (!begun) return;  // a click
      const to = document.elementFromPoint(up.clientX, up.clientY)?.closest(".rw-site");
      await begun;
      for (const piece of pieces) piece.removeAttribute("transform");
      if (up.type === "pointerup" && to && to.dataset.site !== from.dataset.site) await this.#pick(`site:${to.dataset.site}`);
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  async #pick(pick) {
    if (this.#place && pick.startsWith("site:")) this.#place(pick.slice(5));
    if (!this.#playable || this.#busy) return;
    this.#busy = true;
    try {
      await this.#picked(pick);
    } catch (error) {
      this.listeners.failed?.(error);
    } finally {
      this.#busy = false;
    }
  }

  async #picked(pick) {
    const meant = this.#next.picks.find((option) => option.pick === pick || `site:${option.also}` === pick);
    let picks;
    if (meant) picks = [...this.#picks, meant.pick];
    else if (this.#picks.length && this.#picks.at(-1) === pick) picks = this.#picks.slice(0, -1);
    else if (this.#view.next.picks.some((option) => option.pick === pick)) picks = [pick];  // another piece, then
    else {
      const why = await this.#table.why(this.#picks, pick);
      if (why.message) this.listeners.reason?.(why);
      return;
    }
    const next = picks.length ? await this.#table.pick(picks) : this.#view.next;
    if ("board" in next) {  // that was a whole move
      this.listeners.played?.(next);
      return;
    }
    this.#picks = picks;
    this.#next = next;
    this.say("");
    this.#light();
  }

  // ------------------------------------------------------------ looking and walking

  // What lies on a place, from the top down, where it is more than can be seen.
  #look(event) {
    const site = event.target.closest(".rw-site");
    const lying = site && this.#view?.columns[site.dataset.site];
    this.column.hidden = !lying;
    if (!lying) return;
    this.column.replaceChildren(make("h3", {}, site.dataset.site), ...lying.map((piece) => (
      make("div", {}, make("span", { html: piece.picture }), piece.label))));
    const [place, stage] = [site.getBoundingClientRect(), this.column.parentElement.getBoundingClientRect()];
    const right = place.left - stage.left < stage.width / 2;
    this.column.style.top = `${Math.max(0, place.top - stage.top)}px`;
    this.column.style.left = right ? `${place.right - stage.left + 6}px` : "";
    this.column.style.right = right ? "" : `${stage.right - place.left + 6}px`;
  }

  #focus(site) {
    if (!site) return;
    for (const other of this.#sites()) other.setAttribute("tabindex", "-1");
    site.setAttribute("tabindex", "0");
    this.#focused = site.dataset.site;
    this.zoom.reveal(site.dataset.x, site.dataset.y);
    site.focus();
  }

  #key(event) {
    const site = event.target.closest?.(".rw-site");
    if (!site) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) this.#focus(this.#towards(site, step));
    else if (event.key === "Enter" || event.key === " ") {
      this.#focused = site.dataset.site;
      this.#pick(`site:${site.dataset.site}`);
    } else if (event.key === ".") this.#focus(this.#following(site));
    else return;
    event.preventDefault();
  }

  // The nearest place in a direction; what lies to the side counts as further away.
  #towards(site, [right, down]) {
    const [x, y] = [Number(site.dataset.x), Number(site.dataset.y)];
    let [best, least] = [null, Infinity];
    for (const other of this.#sites()) {
      const [dx, dy] = [Number(other.dataset.x) - x, Number(other.dataset.y) - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (along > 1 && aside < along * 2 && along + aside * 2 < least) [best, least] = [other, along + aside * 2];
    }
    return best;
  }

  #following(site) {
    const lit = this.#sites().filter((other) => other.classList.contains("lit") || other === site);
    return lit[(lit.indexOf(site) + 1) % lit.length];
  }
}

// How far down a piece of a site is drawn, of those that lie there: in a long place one behind the other.
function heightOf(site, lying, piece) {
  if (site?.dataset.foot === undefined) return Number(site?.dataset.y);
  const [foot, rise, room] = [site.dataset.foot, site.dataset.rise, site.dataset.room].map(Number);
  return foot + lying.indexOf(piece) * Math.sign(rise) * Math.min(Math.abs(rise), room / Math.max(1, lying.length - 1));
}
