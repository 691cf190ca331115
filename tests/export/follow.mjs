// Follows games in the module of a page, as the page does, and tells everything there is to compare.
// Arguments: the folder of the page's modules, a file of WebAssembly, a file of JSON: { data, games, seed, playouts }.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, code, file] = process.argv.slice(2);
const part = (name) => import(pathToFileURL(`${folder}/${name}.js`).href);
const [{ Engine, draw, mix }, { Node }, { Search, roomFor }] = await Promise.all(["engine", "node", "search"].map(part));
const { data, games, most, seed, playouts, tried } = JSON.parse(readFileSync(file, "utf-8"));
for (const name of ["start", "judge"]) data[name] = new Uint8Array(Buffer.from(data[name], "base64"));
const TREE = 1 << 24;
const engine = await Engine.start(readFileSync(code), data, roomFor(data, TREE));

const told = { games: [] };
for (let game = 0; game < games; game += 1) {
  let node = new Node(engine, engine.first());
  const rows = [];
  for (let ply = 0; ply < most && !node.result; ply += 1) {
    const { moves, texts } = node;
    const index = node.isChance ? byWeight(moves, game, ply) : draw(seed, game, ply, moves.length);
    rows.push({
      texts, hash: hashOf(node), picked: node.isChance ? null : pickedAtRandom(node, game, ply), move: texts[index],
      shown: node.shown(index), atStake: [...node.atStake].sort((one, other) => one - other),
    });
    node = node.after(index);
  }
  told.games.push({ rows, over: node.over(), turn: node.inWords(), notes: node.notes(), dice: node.dice(), atStake: [...node.atStake].length });
}
told.playouts = engine.playouts(engine.first(), seed, 0, playouts, 1_000_000);

let root = new Node(engine, engine.first());
for (let ply = 0; root.isChance; ply += 1) root = root.after(byWeight(root.moves, 0, ply));
const search = new Search(engine, TREE);
search.begin(root.snapshot, seed);
search.grow(tried);
told.tried = search.tried().map(({ visits, value, proof }) => [visits, value, String(proof)]);
console.log(JSON.stringify(told));

function byWeight(moves, game, ply) {
  let drawn = draw(seed, game, ply, moves.reduce((sum, move) => sum + move.weight, 0));
  return moves.findIndex((move) => (drawn -= move.weight) < 0);
}

function hashOf({ snapshot, position }) {
  if (!data.layout.tells_hash || position.word(data.layout.segment)) return null;
  return engine.hash(snapshot).toString(16).padStart(16, "0");
}

// What is offered on the way to a turn whose decisions are drawn, and the text of that turn.
function pickedAtRandom(node, game, ply) {
  const picks = [];
  const offered = [];
  for (;;) {
    const found = node.picking(picks);
    if (found.patch) {
      const after = node.decided(found.patch);
      return { offered, picks, move: node.texts[after.index] };
    }
    offered.push(found.picks.map(({ pick, label, also }) => [pick, label, also ?? null]));
    const number = Number(mix(BigInt(1000 * ply + picks.length + game)) % BigInt(found.picks.length));
    picks.push(found.picks[number].pick);
  }
}
