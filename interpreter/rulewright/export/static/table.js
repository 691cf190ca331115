// A game being played in a page of its own. The same to a page as a table on the server is (web/static/table.js).

import { Refused, byName } from "./api.js";
import { Engine, draw } from "./engine.js";
import { Node } from "./node.js";
import { showRules } from "./rules_dialog.js";
import { Setup } from "./setup.js";
import { ENGINES, Thinker } from "./thinker.js";

const MOST_ROLLS = 1000;  // so often chance may decide in a row
const SHOWN_CANDIDATES = 5;

export async function players() { return { engines: ENGINES, network: null }; }
export const pages = { rules: () => null, workshop: () => null };
export const arranges = true;
export const shares = false;

export class Table {
  static #made = new Map();  // engines, by the variant of the game

  static async open(wanted) {
    const variant = chosen(wanted.options ?? {});
    if (!Table.#made.has(variant)) {
      const code = await unpacked(variant.wasm);
      const data = JSON.parse(new TextDecoder().decode(await unpacked(variant.data)));
      for (const name of ["start", "judge"]) data[name] = bytes(data[name]);
      Table.#made.set(variant, { data, engine: await Engine.start(code, data), thinkers: new Thinkers(code, data) });
    }
    const table = new Table(wanted, variant, Table.#made.get(variant));
    for (const [number, text] of (wanted.moves ?? []).entries()) table.#play(text, `Move ${number + 1} cannot be played: `, number);
    table.#goOn();
    showRules(table.data.words);
    return table;
  }

  constructor(wanted, variant, { data, engine, thinkers }) {
    this.wanted = wanted;
    this.wanted.seed ??= Math.floor(Math.random() * 1e6);
    this.flipped = Boolean(wanted.flipped);
    this.about = variant.about;
    this.data = data;
    this.thinkers = thinkers;
    this.setup = new Setup(engine);
    this.line = [wanted.start === undefined ? new Node(engine, engine.first()) : this.setup.node(wanted.start)];
    this.view = null;
  }

  get node() { return this.line.at(-1); }
  get ply() { return this.line.length - 1; }
  get moves() { return this.line.slice(1).map((node) => node.before.texts[node.index]); }

  #play(text, before = "", number = null) {
    const { node } = this;
    const index = node.result ? -1 : node.find(text);
    if (index < 0) {
      const why = node.result ? "the game is over" : `"${text}" is not a legal move here`;
      throw new Refused(`${before}${why}.`, 422, number === null ? {} : { move: number + 1 });
    }
    this.line.push(node.after(index));
  }

  // Lets chance play; counted by what lies on the table: after an undo the same dice fall.
  #goOn() {
    for (let roll = 0; roll < MOST_ROLLS && this.node.isChance && !this.node.result; roll += 1) {
      const { moves } = this.node;
      let drawn = draw(this.wanted.seed, 0, this.ply, moves.reduce((sum, move) => sum + move.weight, 0));
      this.line.push(this.node.after(moves.findIndex((move) => (drawn -= move.weight) < 0)));
    }
    this.view = this.#seen(this.line);
    return this.view;
  }

  // The position at the end of a line, and how it came about.
  #seen(line) {
    const node = line.at(-1);
    const drawing = node.drawing(this.flipped);
    const over = node.over();
    const waits = Boolean(over) || node.isChance;
    const names = this.data.players;
    return {
      ply: line.length - 1, seat: waits ? null : names[node.position.seat(node.position.me)], player: waits ? null : names[node.position.me],
      history: line.slice(1).map(({ before, index }) => ({
        player: before.isChance ? null : names[before.position.me], move: before.texts[index], shown: before.shown(index),
        seat: before.isChance ? null : names[before.position.seat(before.position.me)],
      })),
      turn: node.inWords(), over, notes: node.notes(), dice: node.dice(), board: drawing.picture(), trays: drawing.trays(), columns: drawing.columns(),
      next: waits ? { picks: [] } : this.#offered(node, []),
    };
  }

  #offered(node, picks, found = node.picking(picks)) {
    const drawing = node.drawing(false);
    return {
      after: picks, moved: found.moved,
      picks: found.picks.map(({ pick, kind, value, label, also }) => (
        { pick, kind, value, label, also, ...(["hand", "word"].includes(kind) ? { picture: drawing.named(value) } : {}) })),
    };
  }

  // ------------------------------------------------------------ what a page asks

  // What can be picked next; the new view if that is a whole move.
  async pick(picks) {
    const found = this.node.picking(picks);
    if (!found) throw new Refused("That cannot be picked here.", 422, {});
    if (!found.patch) return this.#offered(this.node, picks, found);
    this.line.push(this.node.decided(found.patch));
    return this.#goOn();
  }

  async look(upto) { return this.#seen(this.line.slice(0, upto + 1)); }

  // A position by the keys of a test, or one of the past as it can be set up: a turn that has begun begins again.
  async arrange(keys, upto) {
    const node = this.setup.node(keys ?? this.setup.keys(this.line[Math.min(upto, this.ply)]));
    return { ...this.#seen([node]), ...this.setup.arrangement(node) };
  }

  async stop() { this.thinkers.stop(); }
  async why() { return { message: "That is not possible here", sites: [], rule: null }; }
  async whyMove(move) { return { message: this.node.find(move) < 0 ? `"${move}" is not a legal move here` : null, sites: [], rule: null }; }

  async back(upto) {
    this.stop();
    this.line.length = upto + 1;
    return this.#goOn();
  }

  async ahead() { /* all that it needs is in this page */ }

  // What a playing program thinks; it also moves, if it is told to.
  async think(spec, play) {
    const { node } = this;
    if (node.result || node.isChance) throw new Refused("Nobody is to move here.", 422, {});
    const person = node.position.seat(node.position.me);
    const found = await this.thinkers.ask({
      position: node.snapshot, moves: node.moves.length, person, spec, seed: this.wanted.seed, decision: this.ply,
    });
    if (node !== this.node) throw new Refused("The game has gone on in the meantime.", 409, { stale: true });
    const thought = this.#thought(node, found);
    if (play) {
      this.line.push(node.after(found.candidates[0].index));
      this.#goOn();
    }
    return Object.assign(this.view, { thought });
  }

  #thought(node, found) {
    const names = this.data.players;
    const [{ index }] = found.candidates;
    const steps = node.labels.parts(node.moves[index].record).flat();
    const brought = steps.find(({ piece, origin }) => piece && origin < 0);
    return {
      hand: brought ? node.labels.piece(brought) : null,
      move: node.texts[index], shown: node.shown(index), proof: found.proof, visits: found.visits, depth: found.depth, seconds: found.seconds,
      sites: steps.flatMap(({ origin, target }) => [origin, target]).filter((site) => site >= 0).map((site) => node.names.name(site)),
      values: found.values && byName(names.map((name, side) => [name, found.values[node.position.seat(side)]])),
      line: written(node, found.line),
      candidates: found.candidates.slice(0, SHOWN_CANDIDATES).map((each) => ({ ...each, move: node.texts[each.index] })),
    };
  }

  async record(players) {
    const { node, data } = this;
    const over = node.over();
    const hashes = this.line.map(({ snapshot, position }) => (
      data.layout.tells_hash && !position.word(data.layout.segment)
        ? this.node.engine.hash(snapshot).toString(16).padStart(16, "0") : ""));
    const rule = over && { line: over.line, column: 1, text: over.rule };
    const outcome = over && { winners: over.winners, draw: over.draw, scores: over.scores, rule: over.line ? rule : null };
    const line = {
      format: 1, ...data.record, seed: this.wanted.seed, number: 0, players: Object.fromEntries(data.players.map((name) => [name, players[name] ?? "person"])),
      moves: this.moves, hashes, plies: node.position.ply - 1, outcome, start: this.wanted.start === undefined ? null : this.setup.asRecord(this.line[0]),
    };
    return { name: `${this.about.id}.jsonl`, text: `${JSON.stringify(line)}\n` };
  }
}

// The moves at these places of the lists, one after the other.
function written(node, line) {
  const found = [];
  for (let [here, place] = [node, 0]; place < line.length && line[place] < here.moves.length; place += 1) {
    found.push(here.shown(line[place]));
    here = here.after(line[place]);
  }
  return found;
}

// ---------------------------------------------------------------- playing programs

// In a worker; where a browser has none for a file, in the page itself.
class Thinkers {
  #asked = 0;
  #answers = new Map();
  #stopped = new Set();

  constructor(wasm, data) {
    this.wasm = wasm;
    this.data = data;
  }

  stop() {
    for (const id of this.#answers.keys()) {
      this.#stopped.add(id);
      this.worker?.postMessage({ stop: id });
    }
  }

  async ask(asked) {
    this.ready ??= this.#start();
    await this.ready;
    this.#asked += 1;
    const id = this.#asked;
    if (this.worker) return this.#post({ id, asked });
    this.#answers.set(id, null);
    const answer = await this.here.think(asked, () => this.#stopped.has(id), () => new Promise((wake) => setTimeout(wake)));
    this.#answers.delete(id);
    return answer;
  }

  async #start() {
    try {
      const source = document.getElementById("worker-code").textContent;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      this.worker = new Worker(address);
      this.worker.onmessage = ({ data: { id, answer, problem } }) => {
        const [done, failed] = this.#answers.get(id);
        this.#answers.delete(id);
        if (problem) failed(new Refused(problem, 500, {}));
        else done(answer);
      };
      await new Promise((done, failed) => {
        this.worker.onerror = () => failed(new Error("no worker"));
        this.#post({ id: 0, wasm: this.wasm, data: this.data }).then(done, failed);
      });
    } catch {
      this.worker?.terminate();
      this.worker = null;
      this.#answers.clear();
      this.here = await Thinker.start(this.wasm, this.data);
    }
  }

  #post(message) {
    return new Promise((done, failed) => {
      this.#answers.set(message.id, [done, failed]);
      this.worker.postMessage(message);
    });
  }
}

// ---------------------------------------------------------------- what the file holds

const VARIANTS = JSON.parse(document.getElementById("game-data").textContent);

// The variant with these options; what is not said is as it is in the first one.
function chosen(options) {
  const usual = byName(VARIANTS[0].about.options.map(({ name, chosen: value }) => [name, value]));
  const wanted = (name) => (Object.hasOwn(options, name) ? options[name] : usual[name]);
  const found = VARIANTS.find(({ about }) => about.options.every(({ name, chosen: value }) => value === wanted(name)));
  if (!found) throw new Refused("This page was made without that choice of options.", 422, {});
  return found;
}

function bytes(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

async function unpacked(text) {
  const stream = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
