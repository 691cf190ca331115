// A game as it was compiled: its module of WebAssembly, and positions in a block of memory.
//
//   const engine = await Engine.start(wasm, data);      // see `game_module.py` for what `data` says
//   const start = engine.first();
//   const { moves, result } = engine.list(start);       // in canonical order
//   const next = engine.after(start, moves[0].patch);
//
// A position is { data, history }: the state as it lies in the block, and the hashes of all positions up to it, where
// rules ask for them. Nothing of it changes.

const MASK = (1n << 64n) - 1n;
const PAGE = 65536;
const PERHAPS = 1;  // a filter of the history that says so everywhere is never wrong
const [PLAYED, NONE] = [1, 2];  // what came of a decision: the turn is played, there is none

// The step that hashes and random numbers are made of (specification section 19).
export function mix(value) {
  let z = (value + 0x9E3779B97F4A7C15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
  return z ^ (z >> 31n);
}

// Which of `among` things draw number `turn` of a game picks (D109).
export function draw(seed, game, turn, among) {
  const x = mix((mix((mix(BigInt(seed) & MASK) + BigInt(game)) & MASK) + BigInt(turn)) & MASK);
  return Number(((x >> 32n) * BigInt(among)) >> 32n);
}

export class TooMuch extends Error {
  constructor() { super("This position has more moves than this page has room for."); }
}

export class Engine {
  // `room`: bytes of memory behind the block, for whoever needs some.
  static async start(wasm, data, room = 0) {
    const { free, layout } = data;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((free + layout.size + room) / PAGE) });
    const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
    return new Engine(instance.exports, memory.buffer, data);
  }

  constructor(functions, buffer, data) {
    this.functions = functions;
    this.data = data;
    this.layout = data.layout;
    this.block = data.free;
    this.behind = data.free + data.layout.size;  // where memory is free behind the block
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.#writeHashes();
  }

  // For each layer, site and level the key of a piece there, before its code is mixed in.
  #writeHashes() {
    const { pieces_table: table, n, hash_levels: levels } = this.layout;
    if (table < 0) return;
    let at = this.block + table;
    const start = mix(1n);
    for (let layer = 0; layer < this.data.layers; layer += 1) {
      const ofLayer = mix((start + BigInt(layer)) & MASK);
      for (let site = 0; site < n; site += 1) {
        for (let level = 0; level < this.data.stack; level += 1, at += 8) {
          this.view.setBigUint64(at, mix((ofLayer + BigInt(site * levels + level + 1)) & MASK), true);
        }
      }
    }
  }

  word(at) { return Number(this.view.getBigInt64(this.block + at, true)); }
  putWord(at, value) { this.view.setBigInt64(this.block + at, BigInt(value), true); }

  // ------------------------------------------------------------ positions

  first() {
    return { data: this.data.start, history: this.data.history.map(BigInt) };
  }

  // A position into the block; for a long `run` what is derived from the history is worked out too.
  put(position, run = false) {
    const { layout, block, view } = this;
    this.bytes.set(position.data, block);
    if (!layout.repeats) return;
    position.history.forEach((hash, number) => view.setBigUint64(block + layout.history + 8 * number, hash, true));
    for (let slot = 0; slot < layout.filter_size; slot += 1) {
      view.setUint16(block + layout.filter + 2 * slot, run ? 0 : PERHAPS, true);
    }
    if (!run) return;
    for (const hash of position.history) {
      const at = block + layout.filter + 2 * Number((hash >> 7n) & BigInt(layout.filter_size - 1));
      view.setUint16(at, Math.min(view.getUint16(at, true) + 1, layout.full_slot), true);
    }
  }

  // The position after a turn that writes these words.
  after(position, patch) {
    const data = position.data.slice();
    const view = new DataView(data.buffer, data.byteOffset);
    for (let at = 0; at < patch.length; at += 2) view.setBigInt64(Number(patch[at]), patch[at + 1], true);
    if (!this.layout.repeats || view.getBigInt64(this.layout.segment, true)) return { data, history: position.history };
    return { data, history: [...position.history, view.getBigUint64(this.layout.hash, true)] };
  }

  // The hash of a position that no turn is going on in.
  hash(position) {
    this.put(position);
    return BigInt.asUintN(64, this.functions.rw_hash(this.block));
  }

  // Whether the condition of this number, which must hold when a turn ends, does not hold now.
  isUnmet(position, number) {
    this.put(position);
    return Boolean(this.functions.rw_unmet(this.block, BigInt(number)));
  }

  // How the game has ended, in the words of the block; null if it goes on.
  result(data) {
    const view = new DataView(data.buffer, data.byteOffset);
    const word = (at) => Number(view.getBigInt64(at, true));
    const { result, scored, scores, rule } = this.layout;
    const found = word(result);
    if (!found) return null;
    const players = this.data.players.length;
    const each = Array.from({ length: players }, (_, player) => player);
    return {
      winners: each.filter((player) => (found >> player) & 1),
      draw: Boolean(found & (1 << 16)),
      scores: word(scored) ? each.map((player) => word(scores + 8 * player) / 2) : null,
      rule: word(rule),
    };
  }

  #check() {
    if (this.word(this.layout.error)) throw new TooMuch();
  }

  // Words of memory, copied: lists are long, and words as values one by one take ten times the room.
  #words(start, length) { return new BigInt64Array(this.bytes.slice(start, start + 8 * length).buffer); }

  // Where a turn writes and what, in turns.
  #patch(start, length) { return this.#words(start, 2 * length); }

  // ------------------------------------------------------------ moves

  // All moves, in canonical order, each with a record of its parts and those of its twins, which lead to the same; with
  // none, how the game has ended by that.
  list(position) {
    const known = this.result(position.data);
    if (known) return { moves: [], result: known };
    const { layout, block, view } = this;
    this.put(position);
    const amount = Number(this.functions.rw_moves(block, 1n));
    this.#check();
    if (!amount) return { moves: [], result: this.result(this.bytes.slice(block, block + layout.state_end)) };
    if (this.word(layout.record_top) >= layout.records_most) throw new TooMuch();  // there may be moves without a record
    const [found, twins] = [[], new Map()];
    for (let number = 0; number < amount; number += 1) {
      const entry = (place) => Number(view.getBigInt64(block + layout.moves + layout.move_size * number + 8 * place, true));
      if (amount > 1 && entry(7) !== number) {
        if (!twins.has(entry(7))) twins.set(entry(7), []);
        twins.get(entry(7)).push(this.#record(entry(6)));
        continue;
      }
      const [keyStart, keyLength, patchStart, patchLength] = [0, 1, 2, 3].map(entry);
      const at = block + layout.keys + 2 * keyStart;
      const key = new Uint16Array(this.bytes.slice(at, at + 2 * keyLength).buffer);
      const patch = this.#patch(block + layout.patches + 16 * patchStart, patchLength);
      found.push({ number, key, patch, weight: Math.max(1, entry(5)), record: keyLength === 1 ? [] : this.#record(entry(6)) });
    }
    for (const move of found) move.twins = twins.get(move.number) ?? [];
    found.sort((one, other) => before(one.key, other.key));
    return { moves: found, result: null };
  }

  // The words of all parts of a turn.
  #record(start) {
    const at = this.block + this.layout.records + 8 * start;
    return this.#words(at + 8, Number(this.view.getBigInt64(at, true)));
  }

  // ------------------------------------------------------------ decisions

  // What is offered after a path of decisions; the patch of the turn, where it is whole.
  decide(position, path = [], best = 0n) {
    const { block, view, data: { decisions: memory } } = this;
    this.put(position);
    path.forEach((number, place) => this.putWord(memory.path + 8 * place, 2 * number));
    this.putWord(memory.given, path.length);
    view.setBigInt64(block + memory.best, best, true);
    const came = Number(this.functions.rw_decide(block));
    this.#check();
    if (came === NONE) return { numbers: [], path, ways: [], best, patch: null };
    if (came === PLAYED) {
      return { numbers: [], path, ways: [], best, patch: this.#patch(block + memory.changes, this.word(memory.lines)) };
    }
    const ways = Array.from({ length: this.word(memory.ways) }, (_, number) => {
      const at = memory.way + number * memory.way_size;
      return { after: this.#mask(at + 8), path: this.#path(at + 8 + 8 * memory.words, this.word(at)) };
    });
    return {
      numbers: this.#mask(memory.mask), path: this.#path(memory.path, this.word(memory.front)), ways,
      best: view.getBigInt64(block + memory.best, true), patch: null,
    };
  }

  choose(position, offer, number) {
    const path = offer.ways.find((way) => way.after.includes(number))?.path ?? offer.path;
    return this.decide(position, [...path, number], offer.best);
  }

  #path(at, length) {
    return Array.from({ length }, (_, place) => this.word(at + 8 * place) >> 1);
  }

  #mask(at) {
    const found = [];
    for (let word = 0; word < this.data.decisions.words; word += 1) {
      const bits = this.view.getBigUint64(this.block + at + 8 * word, true);
      for (let bit = 0; bits >> BigInt(bit); bit += 1) if ((bits >> BigInt(bit)) & 1n) found.push(64 * word + bit);
    }
    return found;
  }

  // ------------------------------------------------------------ random games

  // So many random games from a position; the words they are counted in (see `rw_playouts`).
  playouts(position, seed, first, games, most) {
    const { layout, block } = this;
    const words = 8 + this.data.players.length;
    this.put(position, true);
    this.bytes.set(position.data, block + layout.start);
    this.bytes.fill(0, block + layout.tally, block + layout.tally + 8 * words);
    this.functions.rw_playouts(block, BigInt(seed), BigInt(first), BigInt(games), BigInt(most));
    return Array.from({ length: words }, (_, place) => this.word(layout.tally + 8 * place));
  }
}

function before(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let place = 0; place < shared; place += 1) if (one[place] !== other[place]) return one[place] - other[place];
  return one.length - other.length;
}
