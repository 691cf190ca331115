// The workshop: a game file on the left, the board of that very game on the right.
//
// The page asks the server about the text whenever it has rested for a moment, and shows the newest answer only. What is
// written stays in this browser (files.js) and is sent nowhere but to the server it came from.

import { get, make, post } from "../api.js";
import { library } from "../library.js";
import { DRAFT, pages } from "../table.js";
import { createEditor } from "../vendor/editor.js";
import { choose, explain, tell } from "./dialogs.js";
import { Drafts, download, fileName } from "./files.js";
import { showGuide } from "./guide.js";
import { study } from "./lab.js";
import { Problems } from "./problems.js";
import { fromPoints, toPoints } from "./offsets.js";
import { gameIn, share } from "./sharing.js";
import { WorkshopTable } from "./table.js";
import { divide, tabs } from "./panes.js";
import { showWords } from "./words.js";

const at = (id) => document.getElementById(id);
const REST = 250;  // milliseconds without a key before the text is looked at
const KEEP = 400;  // and before it is kept
const LONG_REST = 1500;  // and before it is looked at with every option
const TAB = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("").padEnd(12, "0");

class Workshop {
  constructor(words) {
    this.drafts = new Drafts();
    this.panes = tabs(at("tab-rules"), at("tab-table"), at("rules"), at("table"));
    divide(at("divider"), document.body, () => this.editor.measure());
    this.problems = new Problems(at("messages"), at("status"), at("badge"), {
      jump: (found) => { this.panes.show("rules"); this.editor.select(found.from, found.to); },
      fix: (fix) => this.editor.edit(fix.from, fix.to, fix.insert),
      explain: (code) => this.attempt(() => explain(code)),
    });
    this.table = new WorkshopTable({
      reason: (why) => this.tellWhy(why),
      options: () => this.checkSoon(0),
      moved: () => this.forgetWhy(),
      line: (number) => { this.panes.show("rules"); this.editor.selectLine(number); },
    });
    this.editor = createEditor(at("editor"), {
      text: "",
      label: "The rules of the game. Escape, then Tab, leaves the editor.",
      nonce: document.querySelector("meta[name=style-nonce]").nonce,
      words,
      wrap: matchMedia("(max-width: 52rem)").matches,
      complete: (text, offset) => this.complete(text, offset),
      hover: (text, offset) => this.hover(text, offset),
      changed: () => this.textChanged(),
      keys: [
        { key: "Mod-s", preventDefault: true, run: () => { this.save(); return true; } },
        { key: "Mod-Enter", preventDefault: true, run: () => { this.attempt(() => this.prove()); return true; } },
      ],
    });
    this.round = 0;
    for (const [id, act] of Object.entries({
      new: () => this.chooseNew(), open: () => this.chooseGame(), upload: () => at("file").click(),
      download: () => this.save(), share: () => this.share(), words: () => showWords(), guide: () => showGuide(), full: () => this.play(), prove: () => this.prove(), lab: () => this.study(),
    })) at(id).addEventListener("click", () => this.attempt(act));
    at("file").addEventListener("change", () => this.attempt(() => this.uploaded(at("file").files[0])));
    at("name").addEventListener("change", () => this.renamed());
    window.addEventListener("hashchange", () => this.attempt(() => this.shared()));
    window.addEventListener("pagehide", () => { if (this.draft) this.keep(); });
    document.body.addEventListener("dragover", (event) => event.preventDefault());
    document.body.addEventListener("drop", (event) => this.dropped(event));
  }

  async attempt(act) {
    try {
      await act();
    } catch (error) {
      this.busy(false);
      this.problems.failed(error.message);
    }
  }

  // ------------------------------------------------------------ files

  async begin() {
    const game = new URLSearchParams(location.search).get("game");
    if (game) {
      await this.beginWith({ copy: game });
      history.replaceState(null, "", location.pathname);  // what is changed now must not be lost when the page is loaded again
      return;
    }
    if (await this.shared()) return;
    const last = this.drafts.last();
    if (last) this.show(last);
    else await this.beginWith({ copy: "tictactoe" });
  }

  // The game of the link that led here. What was written before stays, and is found under "Open".
  async shared() {
    const game = await gameIn(location.hash).catch((error) => tell("A shared game", error.message));
    history.replaceState(null, "", location.pathname);
    if (!game) return false;
    this.show(this.drafts.add(game.name, game.text, ""));
    return true;
  }

  share() {
    const { name } = this.draft;
    const text = this.editor.text();
    return share({ name, text }, async () => (await this.ask("page", text, { options: this.table.chosen() })).page);
  }

  // At the table of all games, which reads what is kept here.
  play() {
    this.keep();
    location.href = pages.play(DRAFT);
  }

  async beginWith(wanted) {
    const { name, text } = await post("/api/workshop/begin", { ...wanted, tab: TAB });
    this.show(this.drafts.add(name, text));
  }

  show(draft) {
    if (this.draft) this.keep();
    this.draft = draft;
    at("name").value = draft.name;
    this.editor.replace(draft.text);
    this.table.reset();
    this.textChanged();
    at("saved").textContent = "";
  }

  keep() {
    clearTimeout(this.keeping);
    at("saved").textContent = this.drafts.save(this.draft) ? "kept in this browser" : "cannot be kept in this browser";
  }

  renamed() {
    this.draft.name = fileName(at("name").value);
    at("name").value = this.draft.name;
    this.keep();
  }

  save() {
    download(`${this.draft.name}.yaml`, this.editor.text());
  }

  async uploaded(file) {
    at("file").value = "";
    if (!file) return;
    if (file.size > 65536) throw new Error("A game file has at most 64 KiB; this one is larger.");
    this.show(this.drafts.add(fileName(file.name), await file.text()));
  }

  dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.attempt(() => this.uploaded(file));
  }

  async chooseNew() {
    const games = await library();
    const wanted = await choose("Begin with", [
      { label: "A small game of pawns", note: "with a comment for everything", value: {} },
      ...games.filter((game) => game.status !== "yours").map((game) => (
        { label: `A variant of ${game.title}`, note: game.about, value: { variant: game.id } })),
    ]);
    if (wanted) await this.beginWith(wanted);
  }

  async chooseGame() {
    const games = await library();
    const wanted = await choose("Open", [
      ...this.drafts.all().map((draft) => (
        { label: `${draft.name}.yaml`, note: `written here, ${draft.when}`, value: { draft }, remove: () => this.drafts.remove(draft) })),
      ...games.map((game) => ({ label: game.title, note: game.about, picture: game.id, value: { copy: game.id } })),
    ]);
    if (wanted?.draft) this.show(wanted.draft);
    else if (wanted) await this.beginWith(wanted);
  }

  // ------------------------------------------------------------ looking at the text

  textChanged() {
    this.draft.text = this.editor.text();
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), KEEP);
    this.forgetWhy();
    this.checkSoon(REST);
  }

  checkSoon(delay) {
    clearTimeout(this.timer);
    this.round += 1;  // whatever is still being answered is about an older text
    this.busy(true);
    this.timer = setTimeout(() => this.attempt(() => this.check(false)), delay);
  }

  async check(thorough) {
    const round = this.round;
    const text = this.editor.text();
    const found = await this.ask("check", text, { options: this.table.chosen(), thorough }).catch((error) => {
      if (round === this.round && error.status) this.unread();
      throw error;
    });
    if (round !== this.round) return;
    this.shown(text, found);
    if (found.valid) await this.table.open(text, found);
    else this.table.behind();
    if (round !== this.round) return;
    this.busy(false);
    if (found.valid && !found.sure) {
      this.timer = setTimeout(() => this.attempt(() => this.check(true)), LONG_REST);
    }
  }

  busy(busy) {
    at("status").classList.toggle("waiting", busy);
    at("table").setAttribute("aria-busy", String(busy));
  }

  shown(text, found) {
    const placed = found.diagnostics.map((one) => ({
      ...one, ...fromPoints(text, one), fixes: one.fixes.map((fix) => ({ ...fix, ...fromPoints(text, fix) })),
      notes: one.notes.map((note) => (note.from === null ? note : { ...note, ...fromPoints(text, note) })),
    }));
    this.problems.show(placed, found);
    this.editor.diagnose(placed.filter((one) => one.placed));
    if (found.title) {
      at("title").textContent = found.title;
      document.title = `${found.title} · Workshop · Rulewright`;
    }
  }

  // The text was not even looked at: what was found in the one before says nothing about it.
  unread() {
    this.editor.diagnose([]);
    this.problems.clear();
    this.table.behind();
    this.busy(false);
  }

  async prove() {
    const text = this.editor.text();
    const round = this.round;
    at("prove").disabled = true;
    this.problems.proving();
    try {
      const found = await this.ask("prove", text, { options: this.table.chosen() });
      if (round === this.round) this.shown(text, found);
    } finally {
      at("prove").disabled = false;
      this.problems.proved();
    }
  }

  async study() {
    const text = this.editor.text(), options = this.table.chosen();
    await study((more) => this.ask("study", text, { options, ...more }));
  }

  async complete(text, offset) {
    const answer = await this.ask("complete", text, { offset: toPoints(text, offset) });
    return { ...answer, from: fromPoints(text, { from: answer.from, to: answer.from }).from };
  }

  async hover(text, offset) {
    const { card } = await this.ask("hover", text, { offset: toPoints(text, offset) });
    return card && { ...card, ...fromPoints(text, card) };
  }

  ask(what, text, more) {
    return post(`/api/workshop/${what}`, { tab: TAB, text, ...more });
  }

  // ------------------------------------------------------------ why a move is not allowed

  tellWhy(why) {
    const box = at("why");
    const ours = why.rule && why.rule.file === "game.yaml" && this.table.text === this.editor.text();
    box.replaceChildren(make("p", {}, why.message.replace(/[^.!?]$/, "$&.")));
    this.editor.unmark();
    if (why.rule) {
      const place = fromPoints(this.table.text, { from: why.rule.start, to: why.rule.end });
      const rule = make("code", {}, why.rule.text.replace(/\s+/g, " "));
      box.append(make("p", { class: "soft" }, ours ? `Line ${why.rule.line}: ` : `${why.rule.file}, line ${why.rule.line}: `, rule));
      if (ours) {
        this.editor.mark(place.from, place.to);
        box.append(make("button", { type: "button", class: "small", onclick: () => {
          this.panes.show("rules");
          this.editor.select(place.from, place.to);
        } }, "Go to the rule"));
      }
    }
    box.hidden = false;
  }

  forgetWhy() {
    if (at("why").hidden) return;
    at("why").hidden = true;
    this.editor.unmark();
  }
}

const words = await get("/api/workshop/words").catch(() => ({}));
const workshop = new Workshop(words);
await workshop.attempt(() => workshop.begin());
