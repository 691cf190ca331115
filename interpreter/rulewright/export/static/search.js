// Monte Carlo tree search in memory behind the block of a game: the same as the player `mcts`, from turns.

import { mix } from "./engine.js";

const MASK = (1n << 64n) - 1n;
const DRAW = 1n << 16n;
const EXPLORATION = 0.7;
const RAVE = 300;
const LONGEST_LINE = 12;

// Bytes that a search needs beside those of its tree.
export function roomFor(data, tree) {
  return tree + data.search.judge_size + 64;
}

export class Search {
  constructor(engine, size) {
    this.engine = engine;
    this.size = size;
    const { search } = engine.data;
    this.words = search;
    this.judge = engine.behind + (-engine.behind & 7);
    this.base = this.judge + search.judge_size + (-search.judge_size & 7);
    engine.bytes.set(engine.data.judge, this.judge);
    for (const [name, value] of Object.entries(search.words)) this.#put(name, value);
    for (const [name, value] of Object.entries(search.functions)) this.#put(name, engine.data.places[value]);
    search.most.forEach((most, player) => this.#putReal(search.best + 8 * player, most));
  }

  #put(name, value) { this.engine.view.setBigInt64(this.base + this.words.at[name], BigInt.asIntN(64, BigInt(value)), true); }
  #putReal(at, value) { this.engine.view.setFloat64(this.base + at, value, true); }
  #bits(at) { return this.engine.view.getBigUint64(this.base + at, true); }
  #word(at) { return Number(this.engine.view.getBigInt64(this.base + at, true)); }
  #real(at) { return this.engine.view.getFloat64(this.base + at, true); }

  // A new tree from a position.
  begin(position, seed) {
    const { engine, words } = this;
    const state = this.base + words.state;
    engine.bytes.set(position.data, state);
    const end = words.state + position.data.length;
    const own = {
      iteration: 0, deepest: 0, seed: mix(BigInt(seed) & MASK), longest: words.horizon, top: end + (-end & 7), limit: this.size,
      root: 0, root_proof: 0, root_history: engine.layout.repeats ? position.history.length : 0,
    };
    for (const [name, value] of Object.entries(own)) this.#put(name, value);
    this.#putReal(words.at.exploration, EXPLORATION);
    this.#putReal(words.at.rave, RAVE);
    engine.data.players.forEach((_, who) => {
      this.#putReal(words.total + 8 * who, 0);
      this.#putReal(words.squares + 8 * who, 0);
      this.#putReal(words.wide + 8 * who, EXPLORATION);
    });
    this.position = position;
  }

  // So many playouts, fewer if everything is known before; how many it made.
  grow(playouts) {
    const { engine } = this;
    engine.put(this.position, true);
    this.#put("game", engine.block - this.base);
    this.#put("block", engine.block);
    this.#put("first_ply", engine.word(engine.layout.ply));
    this.#put("judge", this.judge - this.base);
    return Math.max(0, Number(engine.functions.rw_search(this.base, BigInt(playouts))));
  }

  get proof() { return this.#bits(this.words.at.root_proof); }

  #moves(node) {
    const { node: Node, move: Move } = this.words;
    return Array.from({ length: node > 0 ? this.#word(node + Node.COUNT) : 0 }, (_, index) => {
      const at = node + Node.SIZE + index * Move.SIZE;
      return { visits: this.#word(at + Move.VISITS), value: this.#real(at + Move.VALUE), proof: this.#bits(at + Move.PROOF), at };
    });
  }

  // The moves of the root, in the order of the list: how often each was tried, and the sum of what that brought.
  tried() {
    return this.#moves(this.#word(this.words.at.root));
  }

  // How it thinks the game goes on: places in the lists of moves, the first one given.
  line(first) {
    const found = [first];
    let [node, index] = [this.#word(this.words.at.root), first];
    while (found.length < LONGEST_LINE) {
      node = this.#word(node + this.words.node.SIZE + index * this.words.move.SIZE + this.words.move.NODE);
      if (node <= 0 || !this.#word(node + this.words.node.VISITS)) break;
      const moves = this.#moves(node);
      index = moves.reduce((best, move, number) => (move.visits > moves[best].visits ? number : best), 0);
      found.push(index);
    }
    return found;
  }

  // What it thinks of the position; `person` is who moves, by the side held when the game began.
  opinion(person) {
    const { words, engine } = this;
    const players = engine.data.players.length;
    const most = words.most[person];
    const tried = this.tried().map((move, index) => {
      const worth = move.proof ? share(move.proof, person, players) : null;
      const mean = move.visits ? move.value / move.visits : 0;
      return { ...move, index, worth, mean: worth ?? mean, proof: proven(worth, most), distance: Number(move.proof >> 32n) };
    });
    const order = [...tried].sort((one, other) => compare(rank(other), rank(one)));
    const sure = order[0].worth !== null ? null : order.slice(1).reduce((best, move) => (
      move.worth !== null && move.worth > (best ?? order[0]).mean ? move : best), null);
    const candidates = sure ? [sure, ...order.filter((move) => move !== sure)] : order;
    const each = Array.from({ length: players }, (_, who) => who);
    const playouts = this.#word(words.at.iteration);
    const { proof } = this;
    return {
      candidates,
      values: each.map((who) => (proof ? share(proof, who, players)
        : playouts ? this.#real(words.total + 8 * who) / playouts : 1 / players)),
      proof: proof ? proven(share(proof, person, players), most) : null,
      line: this.line(candidates[0].index),
      visits: tried.reduce((sum, move) => sum + move.visits, 0),
      depth: this.#word(words.at.deepest),
    };
  }
}

// What a proven outcome is worth to somebody.
function share(proof, person, players) {
  if (proof & DRAW) return 1 / players;
  const winners = Number(proof & 0xFFFFn);
  const count = winners.toString(2).replaceAll("0", "").length;
  return (winners >> person) & 1 ? 1 / count : 0;
}

function proven(worth, most) {
  if (worth === null) return null;
  return worth >= most ? "win" : worth <= 0 ? "loss" : "draw";
}

// Proven wins, the quickest first; then what was tried most; lost moves last, those that last longest first.
function rank(move) {
  if (move.proof === "win") return [2, -move.distance, move.visits];
  return move.proof === "loss" ? [0, move.distance, move.visits] : [1, move.visits, move.mean];
}

function compare(one, other) {
  const place = one.findIndex((value, number) => value !== other[number]);
  return place < 0 ? 0 : one[place] - other[place];
}
