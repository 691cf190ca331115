// The address of a game page: /play/hive#option.set=base&moves=wA1;bQ%20wA1-&seed=7&white=person&black=mcts:time=1
// It always tells the position that is shown, so it can be kept, sent, and opened again. A player whose name is a word
// of the address has a longer one there: player.moves, player.seed. A position that somebody has set up is in
// start, by the keys of a test.

import { byName } from "./api.js";

const OWN = ["moves", "seed", "start"];

// What a page is about: the last word of its path.
export function readGame() {
  const said = location.pathname.split("/")[2];
  try {
    return decodeURIComponent(said);
  } catch {
    return said;  // half a character; no game is called that
  }
}

export function readAddress() {
  const found = { game: readGame(), options: byName(), moves: [], players: byName(), seed: undefined, start: undefined };
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key === "moves") found.moves = value.split(";").filter(Boolean);
    else if (key === "seed") found.seed = Number(value) || 0;
    else if (key === "start") found.start = read(value);
    else if (key.startsWith("option.")) found.options[key.slice(7)] = value;
    else found.players[key.replace(/^player\./, "")] = value;
  }
  return found;
}

// What is no JSON is no position; the server says so.
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function writeAddress(game, table, players, upto = null) {
  const said = new URLSearchParams();
  for (const option of table.about.options) {
    if (option.chosen !== option.default) said.set(`option.${option.name}`, option.chosen);
  }
  for (const [name, spec] of Object.entries(players.all())) said.set(OWN.includes(name) ? `player.${name}` : name, spec);
  said.set("seed", String(table.wanted.seed));
  if (table.wanted.start) said.set("start", JSON.stringify(table.wanted.start));
  const moves = upto === null ? table.moves : table.moves.slice(0, upto);
  if (moves.length) said.set("moves", moves.join(";"));
  const readable = said.toString().replaceAll("%3B", ";").replaceAll("%2C", ",").replaceAll("%3A", ":");
  history.replaceState(null, "", `#${readable}`);
}
