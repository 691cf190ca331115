// The texts of moves: records of parts read, and told as the file of the game says (specification D74, D75).
// A value is a text, a number, a truth, a list of sites, or { directions: […] }.

import { Codes } from "./position.js";

const OFF = -1;
const NO_PIECE = -1;

// Names of sites; on an unbounded board integer pairs that follow the pieces (D106).
export class SiteNames {
  constructor(data, origin = [0, 0]) {
    this.data = data;
    this.origin = origin;
  }

  name(site) {
    return this.data.side ? this.coordinates(site).join(",") : this.data.sites.names[site];
  }

  // Lattice coordinates: those nearest to where the pieces are.
  coordinates(site) {
    const { side } = this.data;
    return near(side, this.origin, site);
  }
}

function near(side, [ox, oy], site) {
  const half = Math.floor(side / 2);
  const wrapped = (value) => ((value % side) + side) % side;
  return [ox + wrapped((site % side) - ox + half) - half, oy + wrapped(Math.floor(site / side) - oy + half) - half];
}

// The middle of what is named, next to where it was before.
export function around(data, position, old) {
  if (!data.side) return old;
  const places = [...position.layers()[data.anchor].keys()].map((site) => near(data.side, old, site));
  if (!places.length) return old;
  const middle = (values) => Math.floor((Math.min(...values) + Math.max(...values)) / 2);
  return [middle(places.map(([x]) => x)), middle(places.map(([, y]) => y))];
}

export class Labels {
  constructor(data, names) {
    this.data = data;
    this.names = names;
    this.codes = new Codes(data);
  }

  // The texts of all moves of a list; equal ones are told apart by a number.
  texts(moves) {
    return apart(moves.map((move) => this.turn(this.parts(move.record))));
  }

  turn(parts) {
    if (!parts.length) return "pass";
    const text = parts.map((steps) => this.part(steps)).filter(Boolean).join(" ");
    return text.trim() ? text : parts.map((steps) => steps.at(-1).action.name).join(" ");
  }

  // ------------------------------------------------------------ records

  // The parts of a turn; one part may be several steps of the same piece.
  parts(record) {
    const { record_size: size, record_fields: names } = this.data.layout;
    const found = [];
    for (let start = 0; start < record.length; start += size) {
      const fields = Object.fromEntries(names.map((name, place) => [name, record[start + place]]));
      const step = this.#step(fields, record.slice(start + names.length, start + size));
      if (fields.hop) found.at(-1).push(step);
      else found.push([step]);
    }
    return found;
  }

  #step(fields, rest) {
    const number = (name) => Number(fields[name]);
    const action = this.data.actions[number("action")];
    const { words } = this.data.layout;
    const kept = rest.slice(action.choices.length + words);
    const names = new Map();
    let at = 0;
    for (const [name, how, type] of action.names) {
      const size = how === "set" ? words : 1;
      names.set(name, this.#value(kept.slice(at, at + size), how, type));
      at += size;
    }
    const target = number("target");
    return {
      action, names, number: number("action"), origin: number("origin"), target: target < 0 && target !== OFF ? -2 : target,
      it: site(number("it")), kind: number("kind"), load: number("load"), may: Boolean(fields.may),
      captures: number("captures"), changed: number("changed"), directions: { directions: bits([fields.dir]) },
      piece: number("piece_kind") === NO_PIECE ? null : [number("piece_kind"), number("piece_state")],
      mover: action.verb === "move" ? number("mover") - 1 : null, chosen: this.#chosen(fields.chosen),
    };
  }

  // The values chosen by `set`, eight bits each, the last one lowest.
  #chosen(packed) {
    const found = [];
    for (let rest = BigInt.asUintN(64, packed); rest; rest >>= 8n) found.push(this.data.chosen[Number(rest & 255n) - 1]);
    return found.reverse();
  }

  #value(words, how, type) {
    if (how === "set") return bits(words);
    const word = Number(words[0]);
    if (how === "site") return site(word);
    if (how === "dirs") return { directions: bits(words) };
    if (how === "bool") return Boolean(word);
    if (type === "track") return this.data.tracks[word];
    if (type === "word") return this.data.words.find(([number]) => number === word)?.[1] ?? "";
    return word;
  }

  // For each part of a key which values were chosen by `with`, and how its effects went: by their numbers.
  chosenIn(key, record) {
    const { record_size: size } = this.data.layout;
    let at = 0;
    const row = () => {
      const found = [];
      for (; key[at]; at += 1) found.push(key[at] - 1);
      at += 1;
      return found;
    };
    return Array.from({ length: record.length / size }, (_, number) => {
      const action = this.data.actions[Number(record[number * size])];
      at += 1;
      const values = [...key.slice(at, at + action.choices.length)];
      at += action.choices.length + 5;
      if (action.observed) {
        at += 1;
        row();
        row();
      }
      return { values, choices: row() };
    });
  }

  // ------------------------------------------------------------ texts

  part(steps) {
    const { action } = steps.at(-1);
    if (action.say) return action.say.map((part) => this.#said(part, steps, action)).join("");
    return this.#usual(steps, action) + this.#suffixes(steps, action);
  }

  #usual(steps, action) {
    const [first, last] = [steps[0], steps.at(-1)];
    if (!action.verb) return action.name;
    if (action.verb === "place") {
      return action.several ? `${this.piece(last)}@${this.#site(last.target)}` : this.#site(last.target);
    }
    if (action.stays) return this.#site(last.target);
    return action.again ? this.#route(steps) : `${this.#site(first.origin)}-${this.#site(last.target)}`;
  }

  #suffixes(steps, action) {
    const last = steps.at(-1);
    const told = action.choices.map((choice) => `:${this.value(last.names.get(choice.name), choice.type)}`);
    if (action.tells_load) told.push(`:${last.load}`);
    told.push(...steps.flatMap((step) => step.chosen).map((name) => `=${name}`));
    return told.join("") + (steps.some((step) => step.may) ? "+" : "");
  }

  #said(part, steps, action) {
    if (part.field === null) return part.text ?? "";
    const [value, type] = this.#field(part.field, steps, action);
    if (part.shown !== null) return isNothing(value) ? "" : part.shown;
    if (part.detail !== null) {
      if (!Array.isArray(value) || !value.length) return "";
      return this.data.sites[part.detail === "row" ? "rows" : "columns"][value.at(-1)];
    }
    return this.value(value, type);
  }

  #field(name, steps, action) {
    const [first, last] = [steps[0], steps.at(-1)];
    const sum = (what) => steps.reduce((total, step) => total + step[what], 0);
    switch (name) {
      case "origin": return first.origin >= 0 ? [[first.origin], "sites"] : [this.#site(first.origin), "sites"];
      case "target": return last.target >= 0 ? [[last.target], "sites"] : [this.#site(last.target), "sites"];
      case "it": return [last.it, "sites"];
      case "kind": return [last.kind, "kind"];
      case "piece": return [this.piece(last), "word"];
      case "letter": return [this.#letter(last), "word"];
      case "dir": return [last.directions, "direction"];
      case "load": return [last.load, "number"];
      case "route": return [this.#route(steps), "word"];
      case "set": return [steps.flatMap((step) => step.chosen).join("="), "word"];
      case "may": return [steps.some((step) => step.may), "truth"];
      case "captures": return [sum("captures"), "number"];
      case "changed": return [sum("changed"), "number"];
      default: return [last.names.get(name) ?? 0, action.names.find(([known]) => known === name)?.[2] ?? "sites"];
    }
  }

  // A value of a type as text.
  value(value, type) {
    if (typeof value === "string") return value;
    if (value?.directions) return this.#direction(value.directions);
    if (Array.isArray(value)) return value.map((each) => this.names.name(each)).join(" ");
    if (type === "kind") return value >= 0 ? this.data.kinds[value].name : "";
    if (type === "state") return this.data.states[value];
    if (type === "player") return this.data.players[value];
    if (typeof value === "boolean") return value ? "True" : "False";
    return type === "site" || type === "sites" ? "" : String(value);
  }

  #direction(numbers) {
    const name = (number) => this.data.directions[number];
    if (numbers.length === 1) return name(numbers[0]);
    const same = ([, known]) => known.length === numbers.length && known.every((each, place) => each === numbers[place]);
    return this.data.direction_sets.find(same)?.[0] ?? numbers.map(name).join("");
  }

  #site(number) {
    if (number === OFF) return "off";
    return number >= 0 ? this.names.name(number) : "";
  }

  #route(steps) {
    return [steps[0].origin, ...steps.map((step) => step.target)].map((each) => this.#site(each)).filter(Boolean).join("-");
  }

  // Kind and state of the piece of a part: what was placed, or what was lifted.
  #pieceOf(step) {
    if (step.piece) return step.piece;
    return step.mover === null ? null : [this.codes.kind(step.mover), this.codes.state(step.mover)];
  }

  piece(step) {
    const piece = this.#pieceOf(step);
    if (piece) return this.codes.name(...piece);
    return step.kind >= 0 ? this.data.kinds[step.kind].name : "";
  }

  #letter(step) {
    const piece = this.#pieceOf(step);
    if (!piece) return "";
    const letters = new Map(this.data.kinds[piece[0]].letters);
    const word = this.codes.words(...piece).find((each) => letters.has(each));
    return letters.get(word ?? null) ?? "";
  }
}

function site(number) { return number >= 0 ? [number] : []; }

function bits(words) {
  const found = [];
  words.forEach((word, number) => {
    let rest = BigInt.asUintN(64, word);
    for (let bit = 0; rest; bit += 1, rest >>= 1n) if (rest & 1n) found.push(64 * number + bit);
  });
  return found;
}

function isNothing(value) {
  return !value || (Array.isArray(value) && !value.length) || (value.directions && !value.directions.length);
}

// Equal texts are told apart by a number.
export function apart(labels) {
  const seen = new Map();
  return labels.map((label) => {
    const text = oneBlank(label);
    let number = (seen.get(text) ?? 0) + 1;
    while (number > 1 && seen.has(`${text} #${number}`)) number += 1;
    seen.set(text, number);
    if (number === 1) return label;
    seen.set(`${text} #${number}`, 1);
    return `${text} #${number}`;
  });
}

export function oneBlank(text) { return text.trim().split(/\s+/u).join(" "); }
