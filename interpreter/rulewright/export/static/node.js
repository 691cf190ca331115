// A position of a game that is being played: its moves and their texts, what can be picked, what there is to say of it.

import { Drawing } from "./drawing.js";
import { Labels, SiteNames, apart, around, oneBlank } from "./labels.js";
import { NOTATIONS } from "./notations.js";
import { Position } from "./position.js";
import { san } from "./san.js";

// Kinds of decisions, in the order of the vocabulary, and the picks that they are for people.
const KINDS = ["site", "off", "hand", "amount", "with", "choice", "direction", "action", "pass", "done"];
const PICKS = { site: "site", off: "off", hand: "hand", amount: "take", pass: "do", done: "done" };
const ORDER = ["site", "hand", "take", "do", "off", "word", "done"];
const ARROWS = { n: "↑", ne: "↗", e: "→", se: "↘", s: "↓", sw: "↙", w: "←", nw: "↖" };

export class Node {
  #listed = null;
  #texts = null;
  #begun = null;
  #shown = new Map();
  #atStake = null;
  #numbers = null;

  constructor(engine, snapshot, before = null, index = -1) {
    this.engine = engine;
    this.data = engine.data;
    this.snapshot = snapshot;
    this.before = before;
    this.index = index;  // of the move that led here
    this.position = new Position(engine.data, snapshot.data);
    this.origin = around(engine.data, this.position, before?.origin ?? [0, 0]);
    this.names = new SiteNames(engine.data, this.origin);
    this.labels = new Labels(engine.data, this.names);
  }

  // ------------------------------------------------------------ moves

  get listed() {
    this.#listed ??= this.engine.list(this.snapshot);
    return this.#listed;
  }

  get moves() { return this.listed.moves; }
  get result() { return this.engine.result(this.snapshot.data) ?? this.listed.result; }
  get isChance() { return !this.engine.result(this.snapshot.data) && this.position.isChance; }

  get texts() {
    if (!this.#texts) {
      const notation = this.isChance ? null : NOTATIONS[this.data.notation];
      this.#texts = notation ? apart(notation(this)) : this.labels.texts(this.moves);
    }
    return this.#texts;
  }

  // A move as lists show it, in the notation that `display` asks for.
  shown(index) {
    if (!this.data.algebraic || this.isChance) return this.texts[index];
    if (!this.#shown.has(index)) this.#shown.set(index, san(this, index));
    return this.#shown.get(index);
  }

  // The place of the move that a text means; -1 if there is none.
  find(text) {
    const normal = (each) => oneBlank(each).toLowerCase();
    const exact = this.texts.indexOf(text);
    return exact >= 0 ? exact : this.texts.findIndex((each) => normal(each) === normal(text));
  }

  after(index) {
    return new Node(this.engine, this.engine.after(this.snapshot, this.moves[index].patch), this, index);
  }

  // The node after a turn that was decided: that of the first move that leads to the same.
  decided(patch) {
    const same = this.engine.layout.result_end;
    const wanted = this.engine.after(this.snapshot, patch).data;
    const index = this.moves.findIndex((move) => {
      const { data } = this.engine.after(this.snapshot, move.patch);
      for (let at = 0; at < same; at += 1) if (data[at] !== wanted[at]) return false;
      return true;
    });
    return this.after(index);
  }

  // ------------------------------------------------------------ picks

  // What can be picked after some picks; null if no legal move begins with them.
  picking(picks) {
    this.#begun ??= this.engine.decide(this.snapshot);
    const values = picks.map((pick) => pick.slice(pick.indexOf(":") + 1));
    let offer = this.#begun;
    let whole = null;  // the patch of what the picks so far are in writing, where they could go on
    for (const [number, pick] of picks.entries()) {
      const offered = this.#offered(offer);
      const meant = offered.find((each) => each.pick === pick);
      if (!meant) return whole && pick === "done" && number === picks.length - 1 ? { patch: whole, picks: [], moved: [] } : null;
      const written = values.slice(0, number + 1).join();
      whole = this.#ends(offer, offered).find(({ sites }) => sites.join() === written)?.patch ?? null;
      offer = this.engine.choose(this.snapshot, offer, meant.number);
    }
    if (offer.patch) return { patch: offer.patch, picks: [], moved: [] };
    const rank = (each) => [ORDER.indexOf(each.kind), each.value];
    const made = this.#offered(offer);
    if (whole && made.every(({ pick }) => pick !== "done")) made.push({ kind: "done", value: "", pick: "done", label: "done" });
    const offered = made.sort((one, other) => {
      const [[a, b], [c, d]] = [rank(one), rank(other)];
      return a - c || (b < d ? -1 : Number(b > d));
    });
    this.#addPlaces(values, offer, offered);
    return { patch: null, picks: offered, moved: this.#moved(offer.path) };
  }

  // Where moves are written by the first place they lead to: the picks that end the turn, and the places in its text.
  #ends(offer, offered) {
    if (this.data.side || !this.data.actions.some(({ say }) => say?.some(({ field }) => field === "it"))) return [];
    const names = [...this.data.sites.names].sort((one, other) => other.length - one.length);
    const places = new RegExp(names.map((name) => name.replace(/[^\w]/g, "\\$&")).join("|"), "g");
    return offered.flatMap((each) => {
      const { patch } = each.number === undefined ? {} : this.engine.choose(this.snapshot, offer, each.number);
      return patch ? [{ each, patch, sites: this.texts[this.decided(patch).index].match(places) ?? [] }] : [];
    });
  }

  // A place that a click may mean, too (show/clicking.py).
  #addPlaces(picked, offer, offered) {
    const found = new Map();
    for (const { each, sites } of this.#ends(offer, offered)) {
      if (sites.length > picked.length && picked.every((site, place) => sites[place] === site)) {
        const site = sites[picked.length];
        found.set(site, [...(found.get(site) ?? []), each]);
      }
    }
    for (const [site, meant] of found) {
      if (meant.length === 1 && offered.every(({ pick }) => pick !== `site:${site}`)) meant[0].also = site;
    }
  }

  #offered(offer) {
    const found = new Map();
    for (const number of offer.numbers) {
      const [kind, ...value] = this.data.vocabulary[number];
      const text = this.#told(KINDS[kind], value, offer) || KINDS[kind];
      const isDoing = KINDS[kind] === "action" && this.data.actions.some((action) => action.name === text && !action.verb);
      const made = { number, kind: isDoing ? "do" : PICKS[KINDS[kind]] ?? "word", value: text };
      if (["off", "done"].includes(made.kind)) made.value = "";
      made.pick = made.value ? `${made.kind}:${made.value}` : made.kind;
      while (found.has(made.pick)) {  // a word that means two things
        made.value += ` (${KINDS[kind]})`;
        made.pick = `${made.kind}:${made.value}`;
      }
      made.label = label(made);
      found.set(made.pick, made);
    }
    return [...found.values()];
  }

  #told(kind, value, offer) {
    switch (kind) {
      case "site": return this.names.name(value[0]);
      case "hand": return this.labels.codes.name(...value);
      case "amount": return String(value[0]);
      case "direction": return this.data.directions[value[0]];
      case "action": return this.data.actions[this.data.leaves ? this.data.leaves[value[0]] : value[0]].name;
      case "with": return this.#withValue(...value);
      case "choice": return this.#choice(value[0], offer);
      default: return "";
    }
  }

  // What number `index` of the values of a `with` is: as some legal turn has it.
  #withValue(action, place, index) {
    for (const { key, record } of this.moves) {
      const steps = this.labels.parts(record).flat();
      const number = this.labels.chosenIn(key, record).findIndex((part, each) => (
        steps[each].number === action && part.values[place] === index));
      if (number >= 0) {
        const { name, type } = steps[number].action.choices[place];
        return this.labels.value(steps[number].names.get(name), type);
      }
    }
    return "";
  }

  // What a choice of an effect is called: the value that is set, or yes and no. Of turns that lead to the same the list
  // has only the first, so a choice may be missing where it stands; then it is called as it is elsewhere.
  #choice(index, offer) {
    const earlier = offer.path.filter((number) => KINDS[this.data.vocabulary[number][0]] === "choice").length;
    let elsewhere = this.data.chosen.length ? `choice ${index + 1}` : ["no", "yes"][index];
    for (const { key, record } of this.moves) {
      const steps = this.labels.parts(record).flat();
      const made = this.labels.chosenIn(key, record).flatMap(({ choices }, number) => choices.map((each, place) => (
        { each, word: steps[number].chosen.length === choices.length ? steps[number].chosen[place] : ["no", "yes"][each] })));
      if (made[earlier]?.each === index) return made[earlier].word ?? `choice ${index + 1}`;
      elsewhere = made.find(({ each }) => each === index)?.word ?? elsewhere;
    }
    return elsewhere;
  }

  // The pieces that the decisions so far have brought from one site to another, for whoever wants to show it.
  #moved(path) {
    const found = [];
    let [here, pieces, onRoute] = [-1, 0, false];
    for (const number of path) {
      const [kind, value] = this.data.vocabulary[number];
      if (onRoute) onRoute = KINDS[kind] !== "done";
      else if (KINDS[kind] === "action") onRoute = !this.data.leaves && this.data.actions[value].observed;
      else if (KINDS[kind] === "amount") pieces = value;
      else if (KINDS[kind] === "site") {
        if (pieces && here >= 0) found.push({ origin: this.names.name(here), target: this.names.name(value), pieces });
        [here, pieces] = [value, 0];
      }
    }
    return found;
  }

  // ------------------------------------------------------------ for a page

  drawing(flipped) {
    let { before } = this;  // the last move, and chance after it
    while (before?.isChance && before.before) before = before.before;
    return new Drawing(this.data, this.position, this.names, before?.position ?? null, flipped, this.atStake, this.numbers);
  }

  // The numbers of pieces, by layer, site and level (show/numbering.py); `known` is how many of each there have been.
  get numbers() {
    const { numbered } = this.data.pictures;
    const line = [];
    for (let node = this; numbered.length && node && !node.#numbers; node = node.before) line.unshift(node);
    for (const node of line) node.#numbers = node.#numbered(node.before, numbered);
    return this.#numbers?.found ?? new Map();
  }

  #numbered(before, numbered) {
    const { codes } = this.labels;
    const [found, known] = [new Map(before?.#numbers.found), new Map(before?.#numbers.known)];
    const old = before ? before.position.layers() : [];
    const [gone, come] = [new Map(), []];
    const whose = (code) => `${codes.owner(code)} ${codes.kind(code)}`;
    this.position.layers().forEach((layer, number) => {
      const sites = [...new Set([...(old[number]?.keys() ?? []), ...layer.keys()])].sort((one, other) => one - other);
      for (const site of sites) {
        const [was, now] = [old[number]?.get(site) ?? [], layer.get(site) ?? []];
        let level = 0;
        while (level < Math.min(was.length, now.length) && was[level] === now[level]) level += 1;
        for (; level < Math.max(was.length, now.length); level += 1) {
          const slot = `${number} ${site} ${level}`;
          if (level < was.length && found.has(slot)) {
            gone.set(whose(was[level]), [...(gone.get(whose(was[level])) ?? []), found.get(slot)]);
            found.delete(slot);
          }
          if (level < now.length && numbered.includes(codes.kind(now[level]))) come.push([slot, whose(now[level])]);
        }
      }
    });
    for (const [slot, owner] of come) {
      const waiting = gone.get(owner) ?? [];
      if (!waiting.length) known.set(owner, (known.get(owner) ?? 0) + 1);
      found.set(slot, waiting.length ? waiting.shift() : known.get(owner));
    }
    return { found, known };
  }

  // Where pieces stand that must be saved before the turn may end, or by which somebody is out (show/at_stake.py).
  get atStake() {
    if (this.#atStake) return this.#atStake;
    const { data: { at_stake: { must, out }, results }, position, result, isChance } = this;
    const found = this.#atStake = new Set();
    const layers = position.layers();
    const add = (player, named) => named.forEach(([layer, kinds]) => layers[layer].forEach((stack, site) => {
      const { codes } = this.labels;
      if (stack.some((code) => codes.owner(code) === player && kinds.includes(codes.kind(code)))) found.add(site);
    }));
    if (result && results[result.rule].because === "out") position.out.forEach((player) => add(player, out));
    else if (!isChance) must.filter((_, number) => this.engine.isUnmet(this.snapshot, number)).forEach((named) => add(position.me, named));
    return found;
  }

  // Who is to move, or how the game ended.
  inWords() {
    const { result, data } = this;
    if (result) {
      const scores = result.scores?.map((score, player) => `${data.players[player]} ${score}`).join(", ");
      return sentence(scores ? `${outcome(data, result)} (${scores})` : outcome(data, result));
    }
    const phase = data.phases[this.position.phase];
    const who = this.isChance ? "chance decides" : `${data.players[this.position.me]} to move`;
    return sentence(phase ? `${who} (${phase.replaceAll("_", " ")})` : who);
  }

  over() {
    const { result, data } = this;
    if (!result) return null;
    const rule = data.results[result.rule];
    const out = this.position.out.map((player) => data.players[player]);
    const told = {
      stuck: `${data.players[this.position.me]} has no legal move`,
      out: `${oneOf(out)} ${out.length === 1 ? "is" : "are"} out`,
    };
    return {
      winners: result.draw ? [] : result.winners.map((player) => data.players[player]), draw: result.draw,
      scores: result.scores && Object.fromEntries(result.scores.map((score, player) => [data.players[player], score])),
      because: told[rule.because] ?? rule.because, rule: rule.text, line: rule.line,
    };
  }

  // The variables that hold something, or did at the start.
  notes() {
    const values = this.position.variables();
    return this.data.variables.flatMap((spec, number) => {
      if (spec.dice) return [];
      const shown = values[number].map((value, index) => [this.#entry(spec, index), this.#held(spec, value)])
        .filter(([, text]) => text || spec.start).map(([entry, text]) => `${entry}${text}`);
      return shown.length ? [`${spec.name.replaceAll("_", " ")} ${shown.join(", ")}`] : [];
    });
  }

  // The eyes of all dice: the numbers of variables that are shown so.
  dice() {
    const values = this.position.variables();
    return this.data.variables.flatMap((spec, number) => (!spec.dice ? [] : values[number].flatMap((value, index) => (
      spec.from === null ? (value ? [value] : []) : Array(value ?? 0).fill(spec.from + index)))));
  }

  #entry(spec, index) {
    if (spec.per_player) return `${this.data.players[index]} `;
    return spec.from === null ? "" : `(${spec.from + index}) `;
  }

  #held(spec, value) {
    const { data, names } = this;
    if (value === null) return "";
    switch (spec.type) {
      case "sites": return value.map((site) => names.name(site)).join(" ");
      case "site": return names.name(value);
      case "direction": return data.directions[value];
      case "truth": return value ? "yes" : "";
      case "kind": return data.kinds[value]?.name ?? "";
      case "player": return data.players[value];
      default: return value || spec.start ? String(value) : "";
    }
  }
}

export function outcome(data, result) {
  if (result.draw) return "draw";
  return result.winners.length ? `${result.winners.map((player) => data.players[player]).join(" and ")} wins` : "nobody wins";
}

function label({ kind, value }) {
  const words = value.replaceAll("_", " ");
  if (kind === "take") return `take ${words}`;
  if (kind === "off") return "off the board";
  if (kind === "done") return "done";
  return kind === "word" && Object.hasOwn(ARROWS, words) ? `${ARROWS[words]} ${words}` : words;
}

function sentence(text) { return text.slice(0, 1).toUpperCase() + text.slice(1); }

function oneOf(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
