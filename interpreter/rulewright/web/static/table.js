// A game being played on the server.
//
//   const table = await Table.open({ game: "hive", options: { set: "base" }, moves: [], seed: 7 });
//   const table = await Table.open({ text: "game: Mine\n…" });
//   table.about     title, players with their colours, options
//   table.view      the position as it is now (see `view_of` in web/view.py)
//   await table.pick(["site:a1", "site:a2"]);    what can be picked next; the new view if that is a whole move
//
// The server may forget a table, or be started anew: then it is opened again with the moves it had.

import { get, post, Refused } from "./api.js";

// The playing programs there are.
export async function players() {
  return (await get("/api/players")).engines;
}

// Where other pages about a game are.
export const pages = {
  rules: (game, line = 0) => `/rules/${encodeURIComponent(game)}${line ? `#L${line}` : ""}`,
  workshop: (game) => `/workshop?game=${encodeURIComponent(game)}`,
};

// Whether a position can be set up by hand.
export const arranges = true;

export class Table {
  static async open(wanted) {
    const table = new Table(wanted);
    await table.#open(wanted.moves ?? []);
    return table;
  }

  constructor(wanted) {
    this.wanted = wanted;
    this.flipped = Boolean(wanted.flipped);
  }

  async #open(moves) {
    const answer = await post("/api/tables", { ...this.wanted, moves, flipped: this.flipped });
    this.id = answer.table;
    this.wanted.seed = answer.seed;
    this.about = answer.about;
    this.view = answer;
  }

  get ply() { return this.view.ply; }

  get moves() { return this.view.history.map((made) => made.move); }

  async #ask(what, data = {}) {
    const given = { ply: this.ply, flipped: this.flipped, ...data };
    try {
      return await post(`/api/tables/${this.id}/${what}`, given);
    } catch (error) {
      if (!(error instanceof Refused) || !error.details.gone) throw error;
      await this.#open(this.moves);
      return post(`/api/tables/${this.id}/${what}`, given);
    }
  }

  async #go(what, data) {
    this.view = await this.#ask(what, data);
    return this.view;
  }

  back(upto) { return this.#go("back", { upto }); }

  async pick(picks) {
    const answer = await this.#ask("play", { picks });
    if ("board" in answer) this.view = answer;
    return answer;
  }

  why(picks, pick) { return this.#ask("why", { picks, pick }); }
  whyMove(move) { return this.#ask("why", { move }); }
  stop() { return this.#ask("stop"); }
  record(players) { return this.#ask("record", { players }); }

  // A position of the past, only to be looked at.
  look(upto) { return this.#ask("view", { upto }); }

  // A position by the keys of a test, or one of the past, to go on from by hand: the view of it, and what can be placed.
  arrange(keys, upto) { return this.#ask("arrange", keys ? { keys } : { upto }); }

  // This program will be asked soon: what it needs before its first move is made ready meanwhile.
  ahead(spec) { return this.#ask("ahead", { spec }); }

  // What a playing program thinks; it also moves, if it is told to.
  async think(spec, play) {
    const answer = await this.#ask("think", { spec, play });
    if (play) this.view = answer;
    return answer;
  }
}
