// The board beside the text: a table that is set up anew whenever the text is a game, with the moves that still fit.

import { byName, get, make, Refused } from "../api.js";
import { Board } from "../board.js";
import { Players } from "../players.js";
import { chipOf, seenMove, showOptions, showTurn } from "../showing.js";
import { Table } from "../table.js";

const PAUSE = 400;  // milliseconds to see a move before the next engine makes its own
const at = (id) => document.getElementById(id);

export class WorkshopTable {
  text = null;  // what is on the board
  #table = null;
  #players = null;
  #chosen = byName();
  #opening = 0;
  #settled = Promise.resolve();  // when the table that is being set up stands
  #round = 0;  // counts what makes the answer of an engine outdated
  #thinking = false;
  #declared = "";
  #played = "";  // the options of the game on the board

  constructor(listeners) {
    this.listeners = listeners;
    this.board = new Board(at("board"), {
      played: () => this.attempt(() => this.#moved(this.#table.view)),
      reason: (why) => { this.board.mark(why.sites); listeners.reason(why); },
      failed: (error) => this.#failed(error),
    });
    for (const [id, act] of Object.entries({
      undo: () => this.#undo(), restart: () => this.#back(0), flip: () => this.#flip(),
    })) at(id).addEventListener("click", () => this.attempt(act));
    at("options").addEventListener("change", (event) => {
      this.#chosen[event.target.name] = event.target.value;
      listeners.options();
    });
    at("options").addEventListener("submit", (event) => event.preventDefault());
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      await this.#failed(error);
    }
  }

  // A table takes the place of the one before on the server, so a move meant for that one may have been played on this
  // one without our knowing: then what the server has is shown, and the game goes on from there.
  async #failed(error) {
    if (error.status !== 409) {
      this.board.say(error.message, "bad");
      return;
    }
    const table = this.#table;
    const view = await table.look().catch(() => null);
    if (!view || table !== this.#table) return;
    table.view = view;
    await this.attempt(() => this.#moved(view));
  }

  // Another file: nothing of the last one's choices or moves is kept.
  reset() {
    this.#chosen = byName();
    this.#declared = "";
    this.text = null;
    if (this.#table) this.#table.view = { ...this.#table.view, history: [] };
  }

  // The options that somebody has chosen; the others stand at their default.
  chosen() {
    return { ...this.#chosen };
  }

  behind() {
    at("behind").hidden = this.#table === null;
    at("table").classList.add("old");
  }

  // ------------------------------------------------------------ setting up

  open(text, { options }) {
    const opened = this.#setUp(text, options);
    this.#settled = opened.catch(() => {});
    return opened;
  }

  async #setUp(text, options) {
    at("behind").hidden = true;
    at("table").classList.remove("old");
    this.#showOptions(options);
    const chosen = JSON.stringify(this.#chosen);
    if (text === this.text && chosen === this.#played) return;
    const opening = ++this.#opening;
    const moves = this.#table?.moves ?? [];
    const before = this.#table;
    const table = await this.#opened(text, moves);
    if (opening !== this.#opening) return;
    if (before && before.moves.length > moves.length) {  // somebody has moved in the meantime
      await this.#setUp(text, options);
      return;
    }
    this.#table = table;
    this.#round += 1;
    this.text = text;
    this.#played = chosen;
    await this.#seat();
    const kept = table.moves.length;
    const lost = moves.length - kept;
    const said = lost > 0 ? `The game has changed: ${kept ? `${kept} of ${moves.length} moves still fit` : "it begins anew"}.` : "";
    this.attempt(() => this.#moved(table.view, said));  // not waited for: an engine may begin to think
  }

  // With as many of the moves as the new rules still allow.
  async #opened(text, moves) {
    const wanted = { text, options: this.#chosen, seed: this.#table?.wanted.seed, flipped: this.#table?.flipped };
    if (this.#table) {
      wanted.table = this.#table.id;  // the same worker takes the new rules
      await this.#table.stop().catch(() => {});  // an engine that still thinks does so about the old ones
    }
    try {
      return await Table.open({ ...wanted, moves });
    } catch (error) {
      const bad = error instanceof Refused ? error.details.move : undefined;
      if (!bad) throw error;
      return Table.open({ ...wanted, moves: moves.slice(0, bad - 1) });
    }
  }

  async #seat() {
    if (!this.#players) {
      const { engines } = await get("/api/players").catch(() => ({ engines: [] }));
      this.#players = new Players(at("players"), engines, () => this.attempt(() => this.#changed()));
    }
    const seats = this.#table.about.players;
    const before = this.#players.all();
    this.#players.seat(seats, byName(seats.map(({ name }) => [name, before[name] ?? "person"])));
  }

  // Takes moves back until so many are left.
  async #back(upto) {
    if (!this.#table) return;
    this.#round += 1;
    await this.#table.stop();
    await this.#moved(await this.#table.back(upto));
  }

  // ------------------------------------------------------------ the course of the game

  async #moved(view, said = "") {
    this.#present(view, said);
    await this.#goOn();
  }

  #present(view, said = "") {
    this.listeners.moved();
    const last = view.history.at(-1);
    this.#show(view);
    this.board.say(said || (last ? `${last.player ?? "chance"}: ${seenMove(last)}.` : ""));
  }

  // Lets engines move until it is a person's turn. One of them thinks at a time: whatever changes meanwhile, the table,
  // the moves, who plays, is looked at when it is done.
  async #goOn() {
    if (this.#thinking) return;
    this.#thinking = true;
    at("turn").classList.add("thinking");
    try {
      while (await this.#engineMoves());
    } finally {
      this.#thinking = false;
      at("turn").classList.remove("thinking");
    }
  }

  async #engineMoves() {
    for (let settled; settled !== this.#settled;) await (settled = this.#settled);
    const [table, round] = [this.#table, this.#round];
    const { view } = table;
    const spec = this.#players.spec(view.seat ?? view.player);
    if (view.over || !view.player || spec === "person") return false;
    try {
      const answer = await table.think(spec, true);
      if (this.#players.onlyEngines()) await new Promise((wake) => setTimeout(wake, PAUSE));
      if (table === this.#table && round === this.#round) this.#present(answer);
    } catch (error) {
      if (error.status !== 409 || (table === this.#table && round === this.#round)) throw error;
    }
    return true;
  }

  async #changed() {
    this.#show(this.#table.view);
    await this.#goOn();
  }

  // The last move of a person, and what engines and chance did since.
  async #undo() {
    const { history } = this.#table.view;
    const persons = history.map((made, index) => (
      made.player && this.#players.spec(made.seat ?? made.player) === "person" ? index : 0));
    if (history.length) await this.#back(Math.max(...persons));
  }

  async #flip() {
    if (!this.#table) return;
    this.#table.flipped = !this.#table.flipped;
    this.#table.view = await this.#table.look(this.#table.ply);
    this.#show(this.#table.view);
  }

  // ------------------------------------------------------------ showing

  #show(view) {
    const person = this.#players.spec(view.seat ?? view.player) === "person";
    this.board.bottom = this.#players.firstPerson();
    this.board.show(this.#table, view, { playable: !view.over && person });
    showTurn(this.#table.about.players, view, view.over?.line ? this.#ending(view.over) : null);
    at("undo").disabled = view.history.length === 0;
    at("restart").disabled = view.history.length === 0;
    this.#showHistory(view);
  }

  // The rule that ended the game, which leads to its line.
  #ending({ rule, line }) {
    return make("button", { type: "button", class: "small", onclick: () => this.listeners.line(line) }, rule);
  }

  #showHistory(view) {
    at("history").replaceChildren(...view.history.map((made, index) => {
      const chip = chipOf(this.#table.about.players, made.player);
      return make("li", {}, make("button", {
        type: "button", title: "Go back to here", "aria-current": index + 1 === view.history.length ? "step" : null,
        "aria-label": `Move ${index + 1}, ${made.player ?? "chance"}: ${seenMove(made)}. Go back to here.`,
        onclick: () => this.attempt(() => this.#back(index + 1)),
      }, chip, seenMove(made)));
    }));
    at("history").scrollTop = at("history").scrollHeight;  // only the list: the board stays where it is
  }

  #showOptions(options) {
    const known = new Set(options.map((option) => option.name));
    for (const name of Object.keys(this.#chosen)) if (!known.has(name)) delete this.#chosen[name];
    const declared = JSON.stringify([options, this.#chosen]);
    if (declared === this.#declared) return;
    this.#declared = declared;
    showOptions(options, (option) => this.#chosen[option.name] ?? option.default);
  }
}
