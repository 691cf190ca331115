// Positions set up by hand: read from the keys of a test, told by them, and written as a test (web/arranging.py).

import { Refused, byName } from "./api.js";
import { mix } from "./engine.js";
import { Node, outcome } from "./node.js";
import { Codes } from "./position.js";

const KEYS = ["position", "to_move", "phase", "ply", "hand", "taken", "supply", "vars", "unmoved"];
const TRAYS = ["hand", "taken", "supply"];
const NEUTRAL = -1;
const [MOST_HELD, MOST_PLY] = [255, 1e6];
const MOST_LISTED = 40;  // moves that a test names one by one
const PLAIN = /^[A-Za-z$][\w .()|=<>+*/$'-]*$/;

export class Setup {
  constructor(engine) {
    this.engine = engine;
    this.data = engine.data;
    this.rules = engine.data.setup;
    this.layout = engine.data.layout;
    this.codes = new Codes(engine.data);
    this.pieces = new Map();  // by the names that positions are written with: `white king`, `cap`
    for (const [number, kind] of this.data.kinds.entries()) {
      const states = kind.axes.reduce((product, axis) => product * axis.length, 1);
      for (const owner of kind.neutral ? [NEUTRAL] : this.data.players.keys()) {
        for (let state = 0; state < states; state += 1) {
          const words = [...(owner === NEUTRAL ? [] : [this.data.players[owner]]), ...this.codes.words(number, state), kind.name];
          this.pieces.set(words.join(" "), this.codes.code(owner, number, state));
        }
      }
    }
    this.stocked = new Node(engine, engine.first()).position.trays();
  }

  // ------------------------------------------------------------ told by keys

  keys(node) {
    const { data } = this;
    const { position } = node;
    const names = new Map([...this.pieces].map(([name, code]) => [code, name]));
    const pieces = byName();
    for (const layer of position.layers()) {
      for (const [site, stack] of layer) (pieces[this.#written(node.names.name(site))] ??= []).push(...stack.map((code) => names.get(code)));
    }
    const vars = data.variables.map((spec, number) => [spec.name, this.#held(node, spec, number)]).filter(([, held]) => held !== null);
    const phase = data.phases[position.phase];
    return {
      position: Object.fromEntries(Object.entries(pieces).map(([site, stack]) => [site, stack.length === 1 ? stack[0] : stack])),
      to_move: data.players[position.me], ...(phase ? { phase } : {}), ply: position.ply,
      ...this.#trays(position), ...(vars.length ? { vars: Object.fromEntries(vars) } : {}),
      ...(this.rules.unmoved < 0 ? {} : { unmoved: position.sites(this.rules.unmoved).map((site) => node.names.name(site)) }),
    };
  }

  #written(site) { return this.rules.small ? site.toLowerCase() : site; }

  // What lies in trays; nothing of what once lay there is said, too.
  #trays(position) {
    const none = this.stocked.map((stock) => ({ ...stock, count: 0 }));
    const bare = this.rules.in_hands.filter((kind) => !this.data.kinds[kind].axes.length).flatMap((kind) => (
      [...this.data.players.keys()].map((player) => ({ tray: "hand", player, kind, state: 0, count: 0 }))));
    const found = byName();
    for (const { tray, player, kind, state, count } of [...bare, ...none, ...position.trays()]) {
      let held = found[tray] ??= byName();
      if (player !== NEUTRAL) held = held[this.data.players[player]] ??= byName();
      const path = [this.data.kinds[kind].name, ...this.codes.words(kind, state)];
      for (const word of path.slice(0, -1)) held = held[word] ??= byName();
      held[path.at(-1)] = count;
    }
    return found;
  }

  #held(node, spec, number) {
    const told = node.position.variables()[number].map((value) => this.#value(node, spec, value));
    if (!spec.per_player && spec.from === null) return told[0];
    const entries = told.map((value, index) => [spec.per_player ? this.data.players[index] : String(spec.from + index), value]);
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  }

  #value(node, spec, value) {
    if (value === null) return null;
    switch (spec.type) {
      case "sites": return value.map((site) => node.names.name(site));
      case "site": return node.names.name(value);
      case "truth": return value ? "yes" : "no";
      case "direction": return this.data.directions[value];
      case "kind": return this.data.kinds[value].name;
      case "player": return this.data.players[value];
      default: return value;
    }
  }

  // ------------------------------------------------------------ read from keys

  // The position as the block has it; what the keys of a link say may be anything.
  snapshot(keys) {
    const said = fields(keys, "A position");
    const unknown = Object.keys(said).find((key) => !KEYS.includes(key));
    if (unknown) refuse("A position cannot be told by that.");
    const { data, layout, rules } = this;
    const bytes = data.start.slice().fill(0);
    const view = new DataView(bytes.buffer);
    const put = (at, value) => view.setBigInt64(at, BigInt(value), true);
    const me = this.#oneOf(data.players, said.to_move ?? data.players[0], "player");
    const ply = said.ply === undefined ? 1 + me : whole(said.ply, 1, MOST_PLY, "ply");
    put(layout.me, me);
    put(layout.phase, said.phase === undefined ? 0 : this.#oneOf(data.phases, said.phase, "phase"));
    put(layout.ply, ply);
    this.#putTurns(put, me, ply);
    const columns = this.#columns(said.position ?? {});
    const hash = this.#putPieces(bytes, view, put, columns);
    if (rules.unmoved >= 0) this.#putUnmoved(view, columns[0], said.unmoved);
    for (const tray of TRAYS) this.#putTray(view, tray, said[tray], columns);
    this.#putVariables(view, fields(said.vars ?? {}, "vars"));
    if (rules.piece_hash >= 0) view.setBigUint64(rules.piece_hash, hash, true);
    put(rules.history_length, 1);
    const history = [this.engine.hash({ data: bytes, history: [] })];
    view.setBigUint64(layout.hash, history[0], true);
    return { data: bytes, history };
  }

  // Rounds follow by strict alternation.
  #putTurns(put, me, ply) {
    const count = this.data.players.length;
    const first = (((me - (ply - 1)) % count) + count) % count;
    for (let player = 0; player < count; player += 1) {
      const more = (player - first + count) % count < (ply - 1) % count;
      put(this.rules.turns + 8 * player, Math.floor((ply - 1) / count) + Number(more));
    }
  }

  // For each layer what stands on its sites, bottom first.
  #columns(said) {
    const { data, rules } = this;
    const columns = data.setup.sets.map(() => new Map());
    const counts = new Map();
    const all = [];
    for (const [name, stack] of Object.entries(fields(said, "position"))) {
      const site = this.#site(name);
      for (const piece of [stack].flat()) {
        const code = this.pieces.get(piece) ?? refuse(`This game has no piece ${quoted(piece)}.`);
        const [kind, owner] = [this.codes.kind(code), this.codes.owner(code)];
        const { layer, on, own, most } = rules.kinds[kind];
        const column = columns[layer].get(site) ?? columns[layer].set(site, []).get(site);
        if (on !== null && !has(on, site)) refuse(`No ${data.kinds[kind].name} may stand on ${name}.`);
        const room = layer === 0 ? data.stack : 1;
        if (column.length >= room) refuse(room === 1 ? `On ${name} two pieces would stand.` : `On ${name} at most ${room} pieces have room.`);
        column.push(code);
        all.push(site);
        for (const [key, limit] of [[`${kind} ${owner}`, own], [String(kind), most]]) {
          counts.set(key, (counts.get(key) ?? 0) + 1);
          if (limit !== null && counts.get(key) > limit) refuse(`There ${limit === 1 ? "is" : "are"} only ${limit} of ${quoted(key.includes(" ") ? piece : data.kinds[kind].name)}.`);
        }
        if (all.length > rules.most) refuse(`A position has at most ${rules.most} pieces.`);
      }
    }
    if (rules.together && all.length) this.#checkTogether(columns[data.anchor], all);
    return columns;
  }

  // On an unbounded board the anchor hangs together, and everything else stands on it.
  #checkTogether(anchor, all) {
    const { data: { side }, rules: { together } } = this;
    const wrapped = (value) => ((value % side) + side) % side;
    const found = new Set([...anchor.keys()].slice(0, 1));
    for (const site of found) {
      for (const [right, up] of together) {
        for (const way of [1, -1]) {
          const next = wrapped(Math.floor(site / side) + way * up) * side + wrapped((site % side) + way * right);
          if (anchor.has(next)) found.add(next);
        }
      }
    }
    if (!all.every((site) => found.has(site))) refuse("All pieces have to hang together.");
  }

  // Cells, heights and sets; the hash of what stands there.
  #putPieces(bytes, view, put, columns) {
    const { data, layout, rules, engine } = this;
    const width = layout.cell / 8;
    let hash = 0n;
    const add = (at, site) => view.setBigUint64(at + 8 * (site >> 6), view.getBigUint64(at + 8 * (site >> 6), true) | (1n << BigInt(site & 63)), true);
    columns.forEach((column, layer) => {
      const levels = layer === 0 ? data.stack : 1;
      for (const [site, stack] of column) {
        stack.forEach((code, level) => {
          const at = layout.cells[layer] + (site * levels + level) * width;
          if (width === 1) bytes[at] = code + 1;
          else view.setUint16(at, code + 1, true);
          if (rules.piece_hash < 0) return;
          const row = engine.block + layout.pieces_table + 8 * ((site + layer * layout.n) * data.stack + level);
          hash ^= mix(BigInt.asUintN(64, engine.view.getBigUint64(row, true) + BigInt(code)));
        });
        if (layer === 0 && levels > 1) bytes[layout.heights + site] = stack.length;
        for (const [at, members] of rules.sets[layer]) if (has(members, stack.at(-1))) add(at, site);
        if (layer === 0) for (const [at, members] of rules.holding) if (stack.some((code) => has(members, code))) add(at, site);
      }
    });
    return hash;
  }

  #putUnmoved(view, column, said) {
    const { unmoved, unmoved_kinds: kinds } = this.rules;
    const tops = (one) => [...one].filter(([, stack]) => kinds.includes(this.codes.kind(stack.at(-1))));
    const top = (stack) => stack && [this.codes.owner(stack.at(-1)), this.codes.kind(stack.at(-1))].join();
    const [start] = new Node(this.engine, this.engine.first()).position.layers();
    const named = said === undefined ? null : new Set([said].flat().map((name) => this.#site(name)));
    for (const [site, stack] of tops(column)) {
      if (named ? !named.has(site) : top(start.get(site)) !== top(stack)) continue;
      const at = unmoved + 8 * (site >> 6);
      view.setBigUint64(at, view.getBigUint64(at, true) | (1n << BigInt(site & 63)), true);
    }
  }

  #putTray(view, tray, said, columns) {
    const { layout, data } = this;
    const wide = layout.tray > 16;
    const start = { hand: layout.hands, taken: layout.taken, supply: layout.supply }[tray];
    for (const [player, held] of tray === "supply" ? [[0, said ?? {}]] : Object.entries(fields(said ?? {}, tray))) {
      const holder = tray === "supply" ? 0 : this.#oneOf(data.players, player, "player");
      for (const [name, count] of Object.entries(fields(held, tray))) {
        const kind = data.kinds.findIndex((each) => each.name === name);
        if (kind < 0) refuse(`This game has no piece ${quoted(name)}.`);
        for (const [words, amount] of counted(count, data.kinds[kind].axes.length, tray)) {
          const state = data.kinds[kind].axes.reduce((number, axis, place) => number * axis.length + this.#oneOf(axis, words[place], "state"), 0);
          const entry = holder * layout.combinations + kind * data.states_of_kinds + state;
          const total = whole(amount, 0, MOST_HELD, tray);
          if (wide) view.setBigInt64(start + 8 * entry, BigInt(total), true);
          else view.setUint16(start + 2 * entry, total, true);
        }
      }
    }
  }

  #putVariables(view, said) {
    const { data, layout } = this;
    const unknown = Object.keys(said).find((name) => data.variables.every((spec) => spec.name !== name));
    if (unknown !== undefined) refuse(`This game has no variable ${quoted(unknown)}.`);
    data.variables.forEach((spec, number) => {
      const given = Object.hasOwn(said, spec.name) ? said[spec.name] : undefined;
      const several = spec.per_player || spec.from !== null;
      const entries = several && given !== undefined ? fields(given, spec.name) : {};
      const lasts = this.rules.ranges[number][2];
      for (let index = 0; index < spec.entries; index += 1) {
        const name = spec.per_player ? data.players[index] : String(spec.from + index);
        const value = several ? (Object.hasOwn(entries, name) ? entries[name] : undefined) : given;
        if (spec.type === "sites") {
          const at = layout.variables[number] + 8 * layout.words * index;
          for (const site of value === undefined ? [] : [value].flat().map((each) => this.#site(each))) {
            view.setBigUint64(at + 8 * (site >> 6), view.getBigUint64(at + 8 * (site >> 6), true) | (1n << BigInt(site & 63)), true);
          }
          continue;
        }
        const at = layout.variables[number] + 8 * index;
        view.setInt32(at, value === undefined ? spec.start ?? -1 : this.#number(spec, number, value), true);
        view.setInt32(at + 4, value === undefined || lasts === null ? 0 : lasts + 1, true);
      }
    });
  }

  #number(spec, number, value) {
    const { data, rules: { ranges } } = this;
    switch (spec.type) {
      case "site": return this.#site(value);
      case "truth": return this.#oneOf(["no", "yes"], value, "value");
      case "direction": return this.#oneOf(data.directions, value, "direction");
      case "kind": return this.#oneOf(data.kinds.map(({ name }) => name), value, "kind");
      case "player": return this.#oneOf(data.players, value, "player");
      default: return whole(value, ranges[number][0], ranges[number][1], spec.name);
    }
  }

  #site(name) {
    const { side } = this.data;
    if (side) {
      const [, column, row] = /^(-?\d{1,5}),(-?\d{1,5})$/.exec(name) ?? refuse(`There is no place ${quoted(name)}.`);
      const wrapped = (value) => ((Number(value) % side) + side) % side;
      return wrapped(row) * side + wrapped(column);
    }
    const found = this.data.sites.names.findIndex((each) => each === name || this.#written(each) === name);
    return found >= 0 ? found : refuse(`There is no place ${quoted(name)}.`);
  }

  #oneOf(names, name, what) {
    const found = names.indexOf(name);
    return found >= 0 ? found : refuse(`This game has no ${what} ${quoted(name)}.`);
  }

  // ------------------------------------------------------------ what a page shows

  node(keys) { return new Node(this.engine, this.snapshot(keys)); }

  // What a page needs to go on from a position by hand: its keys, all pieces there are, and what it is as a test.
  arrangement(node) {
    const { data, rules } = this;
    const pictures = data.pictures.pieces[0];
    return {
      keys: this.keys(node), phases: data.phases.filter(Boolean),
      pieces: [...this.pieces].map(([name, code]) => ({ name, label: pictures[code].label, picture: pictures[code].alone })),
      hands: rules.in_hands.map((kind) => data.kinds[kind].name), small: rules.small,
      stacks: data.layers > 1 || data.stack > 1, legal: this.#legal(node), test: this.#test(node),
    };
  }

  #legal(node) {
    if (node.result) return `The game is over: ${outcome(this.data, node.result)}.`;
    if (node.isChance) return "Chance decides.";
    const count = node.moves.length;
    return `${this.data.players[node.position.me]} to move, ${count} legal ${count === 1 ? "move" : "moves"}.`;
  }

  // A test for the file. Whoever takes it over looks whether it is right.
  #test(node) {
    const { options } = this.data.record;
    const said = { name: "set up by hand", ...(Object.keys(options).length ? { options } : {}), ...this.keys(node) };
    if (node.result) said.result = outcome(this.data, node.result);
    else if (node.moves.length <= MOST_LISTED) said.moves = node.texts;
    else said.perft = [node.moves.length];
    return Object.entries(said).map(([key, value], number) => `  ${number ? "  " : "- "}${key}: ${yaml(value)}\n`).join("");
  }

  // The position as records begin with it (`State.to_json`).
  asRecord(node) {
    const { data, rules } = this;
    const { position, names } = node;
    const called = new Map([...this.pieces].map(([name, code]) => [code, name]));
    const trays = byName();
    for (const { tray, player, kind, state, count } of position.trays()) {
      let held = trays[tray] ??= byName();
      if (player !== NEUTRAL) held = held[data.players[player]] ??= byName();
      held[[...this.codes.words(kind, state), data.kinds[kind].name].join(" ")] = count;
    }
    const [kept, followed] = rules.kept;
    return {
      game: data.record.game, options: data.record.options, ...(data.side ? { origin: node.origin } : {}),
      position: {
        layers: Object.fromEntries(position.layers().map((layer, number) => [rules.layer_names[number], Object.fromEntries(
          [...layer].map(([site, stack]) => [names.name(site), stack.map((code) => called.get(code))]))])),
        trays, vars: Object.fromEntries(data.variables.map((spec, number) => [spec.name, this.#recorded(node, spec, number)])),
        unmoved: rules.unmoved < 0 ? [] : position.sites(rules.unmoved).map((site) => names.name(site)),
        phase: data.phases[position.phase] ?? (data.phases.length > 1 ? String(position.phase + 1) : null), phase_turns: 0,
        to_move: data.players[position.me], out: [], seats_swapped: false, ply: position.ply,
        turns: Object.fromEntries(data.players.map((name, player) => [name, position.word(rules.turns + 8 * player)])),
        passes: 0, segment: 0, carried: null, history: node.snapshot.history.map((hash) => hash.toString(16).padStart(16, "0")),
        ...(kept ? { kept: Array.from({ length: kept }, () => [0, 0]) } : {}),
        ...(followed ? { followed: Array.from({ length: followed }, () => ({})) } : {}),
      },
      outcome: node.over() && { winners: node.over().winners, draw: node.over().draw, scores: node.over().scores, rule: null },
    };
  }

  #recorded(node, spec, number) {
    const lasts = this.rules.ranges[number][2];
    const told = node.position.variables()[number].map((value, index) => {
      const held = spec.type === "truth" ? Boolean(value) : this.#value(node, spec, value);
      const age = node.position.view.getInt32(this.layout.variables[number] + 8 * index + 4, true);
      return lasts === null ? held : { value: held, lasts: age };
    });
    if (!spec.per_player && spec.from === null) return told[0];
    return Object.fromEntries(told.map((value, index) => [spec.per_player ? this.data.players[index] : String(spec.from + index), value]));
  }
}

function refuse(sentence) { throw new Refused(sentence, 422, {}); }

function quoted(value) { return `"${String(typeof value === "object" ? JSON.stringify(value) : value).slice(0, 40)}"`; }

function fields(value, what) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(`${what} cannot be told by that.`);
  return value;
}

function whole(value, low, high, what) {
  if (!Number.isInteger(value) || value < low || value > high) refuse(`${what} cannot be ${quoted(value)}; possible are ${low} to ${high}.`);
  return value;
}

// A count, or counts by the words of states, as [words, count].
function counted(value, depth, what) {
  if (!depth) return [[[], value]];
  return Object.entries(fields(value, what)).flatMap(([word, rest]) => counted(rest, depth - 1, what).map(([words, count]) => [[word, ...words], count]));
}

function has(mask, number) { return Boolean((BigInt(`0x${mask}`) >> BigInt(number)) & 1n); }

function yaml(value) {
  if (Array.isArray(value)) return `[${value.map(yaml).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([key, each]) => `${yaml(/^-?\d+$/.test(key) ? Number(key) : key)}: ${yaml(each)}`).join(", ")}}`;
  return typeof value === "string" && !(PLAIN.test(value) && !/^(true|false|null)$/i.test(value) && !value.endsWith(" ")) ? JSON.stringify(value) : String(value);
}
