// A game being played on the server.
//
//   const table = await Table.open({ game: "hive", options: { set: "base" }, moves: [], seed: 7 });
//   const table = await Table.open({ text: "game: Mine\n…" });
//   table.about     title, players with their colours, options
//   table.view      the position as it is now (see `view_of` in web/view.py)
//   await table.pick(["site:a1", "site:a2"]);    what can be picked next; the new view if that is a whole move
//
// The server may forget a table, or be started anew: then it is opened again with the moves it had.
//
//   const table = await Table.join("the secret name of a table", { game: "hive" });     one that somebody else has set up
//   const view = await table.news();      waits for what others do at it; null if it was nothing for a while

import { get, post, Refused } from "./api.js";
import { Drafts } from "./workshop/files.js";

// The game that is being written in the workshop of this browser, where others are named: /play/~
export const DRAFT = "~";

// The playing programs there are, and where others in the network find this server, if they can.
export async function players() {
  return get("/api/players");
}

// Where other pages about a game are.
export const pages = {
  play: (game) => `/play/${encodeURIComponent(game)}`,
  rules: (game, line = 0) => game === DRAFT ? null : `/rules/${encodeURIComponent(game)}${line ? `#L${line}` : ""}`,
  workshop: (game) => game === DRAFT ? "/workshop" : `/workshop?game=${encodeURIComponent(game)}`,
};

// Whether a position can be set up by hand.
export const arranges = true;

// Whether people at several screens can sit at one table.
export const shares = true;

export class Table {
  static async open(wanted) {
    const table = new Table(wanted.game === DRAFT ? { ...wanted, game: undefined, text: new Drafts().last()?.text } : wanted);
    await table.#open(wanted.moves ?? []);
    return table;
  }

  static async join(id, wanted) {
    const table = new Table(wanted.game === DRAFT ? { ...wanted, game: undefined } : wanted);
    table.id = id;
    table.shared = true;
    table.#seen(await post(`/api/tables/${encodeURIComponent(id)}/join`, { game: table.wanted.game, flipped: table.flipped }));
    return table;
  }

  #asked = Promise.resolve();  // what was asked last has been answered

  constructor(wanted) {
    this.wanted = wanted;
    this.flipped = Boolean(wanted.flipped);
    this.shared = Boolean(wanted.table);  // others may sit here, too
  }

  // A shared table keeps its name; if somebody else was quicker, it is the one that they have brought.
  async #open(moves) {
    const again = this.shared && this.id ? { table: this.id, again: true } : {};
    this.#seen(await post("/api/tables", { ...this.wanted, ...again, moves, flipped: this.flipped }));
  }

  #seen(answer) {
    this.id = answer.table;
    Object.assign(this.wanted, { seed: answer.seed, start: answer.start ?? undefined });
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

  // News that come meanwhile wait for the answer: they may tell of this very move.
  async #go(what, data, isView = () => true) {
    const asked = this.#ask(what, data);
    this.#asked = asked.catch(() => null);
    const answer = await asked;
    if (isView(answer)) this.view = answer;
    return answer;
  }

  async news() {
    const { wanted: { game }, view: { version } } = this;
    const answer = await this.#ask("news", { game, version });
    await this.#asked;
    if (!("board" in answer) || answer.version === this.view.version) return null;
    this.#seen(answer);
    return this.view;
  }

  back(upto) { return this.#go("back", { upto }); }

  pick(picks) { return this.#go("play", { picks }, (answer) => "board" in answer); }

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
  think(spec, play) {
    return play ? this.#go("think", { spec, play }) : this.#ask("think", { spec, play });
  }
}
