// Positions read out of their bytes: who is to move, what stands where, what lies in trays, what variables hold.

const NEUTRAL = -1;

export class Codes {
  constructor(data) {
    this.kinds = data.kinds;
    this.states = data.states_of_kinds;
  }

  owner(code) { return Math.floor(code / (Math.max(1, this.kinds.length) * this.states)) - 1; }
  kind(code) { return Math.floor(code / this.states) % Math.max(1, this.kinds.length); }
  state(code) { return code % this.states; }
  code(owner, kind, state) { return ((owner + 1) * Math.max(1, this.kinds.length) + kind) * this.states + state; }

  // The words for the states of a piece, one for each axis of its kind.
  words(kind, state) {
    const found = [];
    let rest = state;
    for (const axis of [...this.kinds[kind].axes].reverse()) {
      found.push(axis[rest % axis.length]);
      rest = Math.floor(rest / axis.length);
    }
    return found.reverse();
  }

  // As moves write a piece: `up_stone`.
  name(kind, state) { return [...this.words(kind, state), this.kinds[kind].name].join("_"); }
}

export class Position {
  constructor(data, bytes) {
    this.data = data;
    this.layout = data.layout;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  word(at) { return Number(this.view.getBigInt64(at, true)); }
  get me() { return this.word(this.layout.me); }
  get ply() { return this.word(this.layout.ply); }
  get phase() { return this.word(this.layout.phase); }
  get seats() { return this.word(this.layout.seats); }

  // Who holds a side now, as the number of the side they held when the game began.
  seat(side) { return this.data.players.length === 2 ? side ^ this.seats : side; }

  get isChance() {
    return Boolean(this.data.chance[this.phase][this.me][this.word(this.layout.segment)]);
  }

  // Players who are out, in their order.
  get out() {
    const found = [];
    for (let gone = this.view.getBigUint64(this.layout.out, true); gone; gone >>= 4n) found.push(Number(gone & 15n) - 1);
    return found.sort((one, other) => one - other);
  }

  sites(at) {
    const found = [];
    for (let word = 0; word < this.layout.words; word += 1) {
      let bits = this.view.getBigUint64(at + 8 * word, true);
      for (let site = 64 * word; bits; site += 1, bits >>= 1n) if (bits & 1n) found.push(site);
    }
    return found;
  }

  // For each layer the pieces of every occupied site, by their codes, bottom first.
  layers() {
    const { layout } = this;
    return layout.occupied.map((sets, layer) => {
      const levels = layer === 0 ? this.data.stack : 1;
      const width = layout.cell / 8;
      const occupied = new Set(sets.flatMap((at) => this.sites(at)));
      return new Map([...occupied].sort((one, other) => one - other).map((site) => {
        const height = layer === 0 && levels > 1 ? this.bytes[layout.heights + site] : 1;
        const start = layout.cells[layer] + site * levels * width;
        return [site, Array.from({ length: height }, (_, level) => {
          if (layer === 0 && layout.heap >= 0) return layout.heap;
          const at = start + level * width;
          return (width === 1 ? this.bytes[at] : this.view.getUint16(at, true)) - 1;
        })];
      }));
    });
  }

  // What lies off the board: { tray, player (-1: nobody), kind, state, count }.
  trays() {
    const { layout, data } = this;
    const wide = layout.tray > 16;
    const found = [];
    for (const [tray, start, rows] of [
      ["hand", layout.hands, data.players.length], ["supply", layout.supply, 1], ["taken", layout.taken, data.players.length],
    ]) {
      for (let entry = 0; entry < rows * layout.combinations; entry += 1) {
        const count = wide ? this.word(start + 8 * entry) : this.view.getUint16(start + 2 * entry, true);
        if (!count) continue;
        const rest = entry % layout.combinations;
        found.push({
          tray, player: tray === "supply" ? NEUTRAL : Math.floor(entry / layout.combinations),
          kind: Math.floor(rest / data.states_of_kinds), state: rest % data.states_of_kinds, count,
        });
      }
    }
    return found;
  }

  // For each variable its entries: a number, a list of sites, or null.
  variables() {
    return this.data.variables.map((spec, number) => Array.from({ length: spec.entries }, (_, index) => {
      const start = this.layout.variables[number];
      if (spec.type === "sites") return this.sites(start + 8 * this.layout.words * index);
      const value = this.view.getInt32(start + 8 * index, true);
      return value === -1 && ["site", "direction"].includes(spec.type) ? null : value;
    }));
  }
}
