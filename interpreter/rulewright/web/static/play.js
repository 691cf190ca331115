// The page of one game: who plays, what was played, and everything around the board.

import { byName, make } from "./api.js";
import { Arranging } from "./arranging.js";
import { Board } from "./board.js";
import { addressOf, readAddress, writeAddress } from "./address.js";
import { History } from "./history.js";
import { Inviting } from "./inviting.js";
import { Players } from "./players.js";
import { seenMove, showOptions, showTurn } from "./showing.js";
import { arranges, pages, players, shares, Table } from "./table.js";

const at = (id) => document.getElementById(id);
const PAUSES = [3000, 1500, 700, 250, 0];  // milliseconds between moves of engines, by speed
const LATER = 2000;  // milliseconds until a server that did not answer is asked again

class Play {
  constructor(address, { engines, network }) {
    this.address = address;
    this.players = new Players(at("players"), engines, () => this.changed());
    this.board = new Board(at("board"), {
      played: (view) => this.attempt(() => this.moved(view)),
      reason: (why) => this.tell(why),
      failed: (error) => this.failed(error),
    });
    this.waiting = false;
    this.shown = null;  // how many moves of the game are shown; null: all
    this.inFlight = null;
    this.history = new History((number) => this.attempt(() => this.look(number)));
    this.arranging = false;
    this.arranger = new Arranging({
      show: (view, place) => this.board.show(this.table, view, { place }),
      play: (start) => this.begin([], { start }),
      leave: () => this.leave(), tell: (text) => this.board.say(text), attempt: (act) => this.attempt(act),
    });
    this.inviting = new Inviting(network, (side) => this.share(side));
    at("arrange").hidden = !arranges;
    at("invite").hidden = !shares;
    at("invite").addEventListener("click", () => this.inviting.open(this.table, this.address.game, this.players));
    at("arrange").addEventListener("click", () => this.attempt(() => this.arrange()));
    for (const [id, act] of Object.entries({
      undo: () => this.undo(), hint: () => this.hint(), pause: () => this.pause(), flip: () => this.flip(),
      new: () => this.begin([]), link: () => this.copy(), record: () => this.record(),
      return: () => this.look(null), resume: () => this.resume(),
    })) at(id).addEventListener("click", () => this.attempt(act));
    at("judge").addEventListener("change", () => this.attempt(() => this.judge()));
    at("names").addEventListener("change", () => at("board").classList.toggle("nameless", !at("names").checked));
    at("options").addEventListener("change", () => this.attempt(() => this.begin([])));
    at("options").addEventListener("submit", (event) => event.preventDefault());
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) {
    const problem = error.details?.problems?.[0];
    const place = problem?.line ? `Line ${problem.line}: ` : "";  // an option that is none has no line
    this.board.say(problem ? `${error.message} ${place}${problem.message}` : error.message, "bad");
  }

  // ------------------------------------------------------------ the course of the game

  async begin(moves, given = {}) {
    await this.interrupt();
    this.arrangingIs(false);
    if (!this.table) this.board.say("Setting the table …");
    const options = given.options ?? this.chosenOptions();
    const flipped = this.table?.flipped ?? false;
    const wanted = { game: this.address.game, options, seed: given.seed, flipped, start: given.start };
    if (this.table?.shared) wanted.table = this.table.id;  // a new game at the same table
    let broken = "";
    const opened = (played) => (shares && given.table ? seated(given.table, wanted, played) : Table.open({ ...wanted, moves: played }));
    this.table = await opened(moves).catch((error) => {
      if (!error.details?.move) throw error;
      broken = `${error.message} What comes before it is shown.`;
      return opened(moves.slice(0, error.details.move - 1));
    });
    document.body.classList.remove("unopened");
    this.players.shared = this.table.shared;
    this.begun(given.players);
    const engine = this.players.engine();
    if (engine) this.table.ahead(engine).catch(() => {});  // it is asked in earnest soon, and told then
    if (this.table.shared) this.follow(this.table);
    await this.moved(this.table.view, broken);
  }

  // Another game is on the table.
  begun(players) {
    this.history.clear();
    this.showGame();
    this.players.seat(this.table.about.players, players ?? byName());
    this.worth(null);
    this.shown = null;
  }

  async moved(view, before = "") {
    this.shown = null;
    const last = view.history.at(-1);
    const made = last ? `${last.player ?? "chance"}: ${seenMove(last)}.` : "";
    this.show(view);
    const lit = this.players.spec(view.seat) === "person" && !view.over && !last ? "Pick what is lit." : "";
    const because = view.over?.because ? ` because ${view.over.because}` : "";
    this.board.say(before || [made, `${view.turn}${because}.`, lit].filter(Boolean).join(" "));
    await this.goOn();
  }

  // ------------------------------------------------------------ several screens

  // This side is played by whoever opens the link.
  share(side) {
    const first = !this.table.shared;
    this.table.shared = true;
    this.players.lend(side);
    if (first) this.follow(this.table);
  }

  // What happens at other screens is seen as soon as it has happened.
  async follow(table) {
    while (table === this.table) {
      try {
        const { ply, wanted: { seed } } = table;
        const view = await table.news();
        if (table !== this.table) return;
        if (view && !this.arranging) {
          const anew = seed !== table.wanted.seed;  // each game has its own
          if (anew) this.begun(this.players.all());
          await this.moved(view, anew ? "A new game has begun." : view.ply < ply ? `Taken back. ${view.turn}.` : "");
        }
      } catch (error) {
        this.failed(error);
        await pause(LATER);
      }
    }
  }

  // Lets engines move until it is a person's turn. What one is thinking about is in `inFlight` until it has answered.
  async goOn() {
    if (this.inFlight || this.arranging) return;
    const { table } = this;
    const { view } = table;
    const spec = this.players.spec(view.seat);
    if (view.over || !this.players.isEngine(view.seat) || this.waiting || this.shown !== null) {
      if (!view.over && spec === "person" && at("judge").checked) await this.judge();
      return;
    }
    at("turn").classList.add("thinking");
    const begun = performance.now();
    const asked = table.think(spec, true);
    this.inFlight = asked.catch(() => null);
    try {
      const answer = await asked;
      if (this.players.onlyEngines()) await pause(PAUSES[at("speed").value] - (performance.now() - begun));
      if (table !== this.table || table.view !== answer) return;  // taken back, or another game, in the meantime
      this.worth(answer.thought, view.ply);
      this.inFlight = null;
      if (this.shown === null) await this.moved(answer);
      else this.showHistory();
    } catch (error) {
      if (error.status === 409) return;
      this.setWaiting(true);  // "Go on" tries again
      throw error;
    } finally {
      this.inFlight = null;
      at("turn").classList.remove("thinking");
    }
  }

  changed() {
    if (this.arranging) return;
    writeAddress(this.address.game, this.table, this.players);
    this.show(this.shown === null ? this.table.view : this.older);
    this.attempt(() => this.goOn());
  }

  async undo() {
    const upto = this.lastOwn();
    if (upto >= 0) await this.takeBack(upto);
  }

  // The number of the last move that a person made; where only engines play, of the last that one of them made.
  lastOwn() {
    const engines = this.players.onlyEngines();
    return this.table.view.history.findLastIndex((made) => (
      made.player && (engines || this.players.spec(made.seat) === "person")));
  }

  async takeBack(upto) {
    await this.interrupt();
    const view = await this.table.back(upto);
    if (this.players.isEngine(view.seat)) this.setWaiting(true);
    this.worth(null);
    await this.moved(view, `Taken back. ${view.turn}.`);
  }

  // Whoever is thinking comes to an end first.
  async interrupt() {
    if (!this.inFlight) return;
    const waited = this.waiting;
    this.waiting = true;
    await this.table.stop();
    await this.inFlight;
    this.waiting = waited;
  }

  pause() {
    this.setWaiting(!this.waiting);
    return this.waiting ? null : this.goOn();
  }

  setWaiting(waiting) {
    this.waiting = waiting;
    at("pause").textContent = waiting ? "Go on" : "Pause";
    this.offerHint();
  }

  // ------------------------------------------------------------ the engine's opinion

  // Nobody is advised about a move that an engine is about to make.
  offerHint() {
    const { view } = this.table;
    const others = this.players.spec(view.seat) !== "person" && !(this.players.isEngine(view.seat) && this.waiting);
    at("hint").disabled = this.shown !== null || Boolean(view.over) || others;
  }

  // What the engine thinks of the position; nothing if the game has gone on by then.
  async opinion(spec) {
    const { table } = this;
    const { view } = table;
    try {
      const { thought } = await table.think(spec, false);
      return table === this.table && view === table.view ? thought : null;
    } catch (error) {
      if (error.status !== 409) throw error;
      return null;
    }
  }

  async hint() {
    if (at("hint").disabled) return;
    this.board.say("Thinking about it …");
    const thought = await this.opinion(this.players.adviser());
    if (!thought) return;
    this.worth(thought);
    this.board.clear();
    this.board.hint(thought.sites, thought.hand);
    this.board.say(`Try ${thought.shown}.`);
  }

  async judge() {
    at("worth").hidden = !at("judge").checked;
    if (!at("judge").checked || this.table.view.over || this.inFlight) return;
    const thought = await this.opinion(this.players.adviser(0.5));
    if (!thought) return;
    this.worth(thought);
    this.showHistory();
  }

  // What an engine thinks, of the position after `ply` moves; nothing takes away what it thought of another one.
  worth(thought, ply = this.table.ply) {
    this.history.judge(ply, thought?.values);
    if (this.shown !== null) return;  // another position is looked at
    at("thought").textContent = thought ? inWords(thought) : "";
    this.chances(thought?.values);
  }

  chances(values) {
    const bar = at("worth");
    bar.classList.toggle("unknown", !values);
    if (!values) return;
    const parts = this.table.about.players.map((player) => {
      const share = values[player.name];
      const part = make("span", { title: `${player.name} ${percent(share)}` }, share >= 0.15 ? percent(share) : "");
      part.style.flexGrow = String(Math.max(0.001, share));
      part.style.background = player.colour;
      part.style.color = player.ink;
      return part;
    });
    bar.replaceChildren(...parts);
    bar.hidden = false;
    bar.setAttribute("aria-label", `Chances: ${this.table.about.players
      .map((player) => `${player.name} ${percent(values[player.name])}`).join(", ")}`);
  }

  // ------------------------------------------------------------ the past

  async look(upto) {
    const all = this.table.view.history.length;
    this.shown = upto === null || upto >= all ? null : upto;
    this.history.shown = this.shown ?? all;  // what is asked for next begins there, though this is not answered yet
    at("thought").textContent = "";
    this.chances(this.history.values[this.shown ?? all]);
    if (this.shown === null) {
      this.show(this.table.view);
      this.board.say(`${this.table.view.turn}.`);
      await this.goOn();
      return;
    }
    const older = await this.table.look(this.shown);
    if (this.shown !== upto) return;  // somebody has gone on in the meantime
    this.older = older;
    this.show(this.older);
    this.board.say(`After ${this.shown} of ${all} moves.`);
  }

  resume() {
    return this.takeBack(this.shown);
  }

  // ------------------------------------------------------------ by hand

  async arrange() {
    await this.interrupt();
    this.arrangingIs(true);
    try {
      await this.arranger.begin(this.table, this.shown ?? this.table.ply);
      this.board.say("Choose a piece, then places on the board.");
    } catch (error) {
      this.arrangingIs(false);
      throw error;
    }
  }

  async leave() {
    this.arrangingIs(false);
    await this.look(this.shown);
  }

  arrangingIs(now) {
    if (this.arranging && !now) this.board.rest();
    this.arranging = now;
    document.body.classList.toggle("arranging", now);
    at("arranging").hidden = !now;
  }

  // ------------------------------------------------------------ showing

  show(view) {
    const now = this.shown === null;
    const person = this.players.spec(view.seat) === "person";
    this.board.bottom = this.players.firstPerson();
    this.board.show(this.table, view, { playable: now && !view.over && person });
    const rule = view.over?.line ? make("span", { class: "soft" }, `Line ${view.over.line}: ${view.over.rule}`) : null;
    showTurn(this.table.about.players, view, rule);
    this.showHistory();
    at("past").hidden = now;
    at("undo").disabled = this.lastOwn() < 0;
    this.offerHint();
    at("pause").hidden = this.players.onlyPeople();
    at("speed-row").hidden = !this.players.onlyEngines();
    if (now) writeAddress(this.address.game, this.table, this.players);
  }

  showHistory() {
    const { history } = this.table.view;
    this.history.show(history, this.table.about.players, this.shown ?? history.length);
  }

  showGame() {
    const { about } = this.table;
    if (!this.named) {  // where the board has no end, its names are numbers that nobody reads
      this.named = true;
      at("names").checked = !about.unbounded;
      at("board").classList.toggle("nameless", about.unbounded);
    }
    document.title = `${about.title} · Rulewright`;
    at("title").textContent = about.title;
    at("about").textContent = [about.about, about.by].filter(Boolean).join(" · ");
    for (const page of ["rules", "workshop"]) {
      const address = pages[page](this.address.game);
      if (address) at(`${page}-link`).href = address;
      else at(`${page}-link`)?.remove();
    }
    showOptions(about.options, (option) => option.chosen);
  }

  chosenOptions() {
    // Not by form.elements: that is the option of this name, where there is one.
    return byName([...new FormData(at("options"))].filter(([, value]) => value));
  }

  tell(why) {
    this.board.mark(why.sites);
    this.board.say(why.message + (why.message.endsWith(".") ? "" : "."), "bad");
    if (!why.rule) return;
    const game = why.rule.file.replace(/\.yaml$/, "");
    const address = pages.rules(this.address.game) && pages.rules(game, why.rule.line);  // a draft has no such page
    if (address) this.board.told.append(" ", make("a", { href: address }, "The rule"));
  }

  // ------------------------------------------------------------ taking it along

  async flip() {
    this.table.flipped = !this.table.flipped;
    this.board.say("");
    if (this.shown === null) this.table.view = await this.table.look(this.table.ply);
    else this.older = await this.table.look(this.shown);
    this.show(this.shown === null ? this.table.view : this.older);
  }

  async copy() {
    const link = addressOf(this.table, this.players, this.shown);
    try {
      await navigator.clipboard.writeText(link);
      this.board.say("The link is copied; whoever opens it here sees this position.");
    } catch {
      if (!this.table.shared) history.replaceState(null, "", link);
      this.board.say(this.table.shared ? `The link: ${link}` : "The address of this page is the link: copy it from there.");
    }
  }

  async record() {
    const { name, text } = await this.table.record(this.players.all());
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}

// A table that somebody has set up; if it is gone (the server was started anew), one with its name and these moves.
async function seated(id, wanted, moves) {
  try {
    return await Table.join(id, wanted);
  } catch (error) {
    if (!error.details?.gone) throw error;
    return Table.open({ ...wanted, table: id, again: true, moves });
  }
}

function pause(milliseconds) {
  return new Promise((wake) => setTimeout(wake, Math.max(0, milliseconds)));
}

function percent(value) {
  return `${Math.round(value * 100)} %`;
}

function inWords(thought) {
  const proven = { win: "a sure win", loss: "lost against best play", draw: "a sure draw" }[thought.proof];
  const looked = thought.visits ? `${thought.visits.toLocaleString("en")} looked at` : "";
  const deep = thought.depth ? `${thought.depth} deep` : "";
  return [proven, looked, deep, thought.line.slice(0, 4).join("  ")].filter(Boolean).join(" · ");
}

const address = readAddress();
const page = new Play(address, await players());
window.addEventListener("hashchange", () => location.reload());
await page.attempt(() => page.begin(address.moves, address));
