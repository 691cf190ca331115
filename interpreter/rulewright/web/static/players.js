// Who plays each side: a person, an engine with a time to think, or somebody at another screen.

import { byName, make } from "./api.js";

const NAMES = { person: "Person", elsewhere: "Elsewhere", random: "Random", greedy: "Greedy", mcts: "MCTS", alphabeta: "Alpha-beta" };
const TIMES = { 0.2: "0.2 s", 0.5: "0.5 s", 1: "1 s", 3: "3 s", 10: "10 s", 30: "30 s" };

export class Players {
  #specs = byName();
  #sides = [];

  constructor(element, engines, changed) {
    this.element = element;
    this.engines = engines;  // [{ name, does, timed, threads }]
    this.changed = changed;
    this.shared = false;  // whether others may sit at other screens
  }

  // The strongest there is.
  #best() {
    return ["mcts", "alphabeta", "greedy", "random"].find((name) => this.engines.some((one) => one.name === name));
  }

  #spec(name, time = 1) {
    const engine = this.engines.find((one) => one.name === name);
    if (!engine?.timed) return name;
    return `${name}:time=${time}${engine.threads > 1 ? `,threads=${engine.threads}` : ""}`;
  }

  // Links are written by people too.
  #knows(spec) {
    const [name] = (spec ?? "").split(":");
    return name === "person" || (this.shared && name === "elsewhere") || this.engines.some((one) => one.name === name);
  }

  // A link may come from a machine with more cores, and a person has no settings.
  #fitting(spec) {
    const [name] = spec.split(":");
    if (["person", "elsewhere"].includes(name)) return name;
    const most = this.engines.find((one) => spec.startsWith(one.name))?.threads ?? 1;
    return spec.replace(/threads=(\d+)/, (_, asked) => `threads=${Math.min(asked, most)}`);
  }

  adviser(time = 1) {
    return this.#spec(this.#best(), time);
  }

  seat(players, wanted) {
    const before = this.#specs;
    this.#specs = byName();
    players.forEach(({ name }, index) => {
      const asked = this.#knows(wanted[name]) ? this.#fitting(wanted[name]) : before[name];
      this.#specs[name] = asked ?? (index ? this.adviser() : "person");
    });
    this.#sides = players;
    this.#show();
  }

  #show() { this.element.replaceChildren(...this.#sides.map((player) => this.#row(player))); }

  // From now on this side is played at another screen, and no other one is.
  lend(side) {
    this.shared = true;
    const names = Object.keys(this.#specs);
    for (const name of names) {
      if (name === side) this.#specs[name] = "elsewhere";
      else if (this.#specs[name] === "elsewhere" || (names.length === 2 && this.#specs[name] !== "person")) this.#specs[name] = "person";
    }
    this.#show();
    this.changed();
  }

  #row(player) {
    const [name, rest = ""] = this.#specs[player.name].split(":");
    const time = /time=([\d.]+)/.exec(rest)?.[1] ?? "1";
    const chip = make("i", { class: "chip" });
    chip.style.background = player.colour;
    const who = make("select", { "aria-label": `Who plays ${player.name}`, "data-player": player.name },
      ...["person", ...(this.shared ? ["elsewhere"] : []), ...this.engines.map((one) => one.name)].map((one) => (
        make("option", { value: one, selected: one === name }, NAMES[one] ?? one))));
    const times = time in TIMES ? TIMES : { ...TIMES, [time]: `${time} s` };
    const long = make("select", { "aria-label": `How long ${player.name} may think` },
      ...Object.keys(times).sort((a, b) => a - b).map((one) => (
        make("option", { value: one, selected: one === time }, times[one]))));
    const update = (tell) => {
      long.hidden = !this.engines.find((one) => one.name === who.value)?.timed;
      if (tell) {
        this.#specs[player.name] = this.#spec(who.value, long.value);
        this.changed();
      }
    };
    who.addEventListener("change", () => update(true));
    long.addEventListener("change", () => update(true));
    update(false);
    return make("div", { class: "player" }, chip, make("span", { class: "name" }, player.name), who, long);
  }

  spec(name) { return this.#specs[name] ?? "person"; }
  all() { return byName(Object.entries(this.#specs)); }
  isEngine(name) { return !["person", "elsewhere"].includes(this.spec(name)); }
  engine() { return this.#specs[Object.keys(this.#specs).find((name) => this.isEngine(name))]; }
  elsewhere() { return Object.keys(this.#specs).find((name) => this.#specs[name] === "elsewhere"); }
  onlyEngines() { return Object.keys(this.#specs).every((name) => this.isEngine(name)); }
  onlyPeople() { return !Object.keys(this.#specs).some((name) => this.isEngine(name)); }

  firstPerson() {
    return Object.keys(this.#specs).find((name) => this.#specs[name] === "person") ?? Object.keys(this.#specs)[0];
  }
}
