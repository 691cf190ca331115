// The address of a game page: /play/hive#option.set=base&moves=wA1;bQ%20wA1-&seed=7&white=person&black=mcts:time=1
// It always tells the position that is shown, so it can be kept, sent, and opened again. A player whose name is a word
// of the address has a longer one there: player.moves, player.seed. A position that somebody has set up is in
// start, by the keys of a test. At a table that several sit at, its secret name is in table.

import { byName } from "./api.js";

const OWN = ["moves", "seed", "start", "table"];

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
  const found = { game: readGame(), options: byName(), moves: [], players: byName(), seed: undefined, start: undefined, table: undefined };
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key === "moves") found.moves = value.split(";").filter(Boolean);
    else if (key === "seed") found.seed = Number(value) || 0;
    else if (key === "start") found.start = read(value);
    else if (key === "table") found.table = value;
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

export function writeAddress(game, table, players) {
  history.replaceState(null, "", `#${spoken(table, players, null)}${table.shared ? `&table=${table.id}` : ""}`);
}

// A link to a position, for whoever opens it on a table of their own; a secret table is not in it.
export function addressOf(table, players, upto) {
  const own = byName(Object.entries(players.all()).map(([name, spec]) => [name, spec === "elsewhere" ? "person" : spec]));
  return `${location.href.split("#")[0]}#${spoken(table, { all: () => own }, upto)}`;
}

// The way to a seat at a table: the sides in `seats`, and who sits there.
export function tableAddress(game, id, seats) {
  const said = seats.map(([name, spec]) => [named(name), spec]);
  return `/play/${encodeURIComponent(game)}#${new URLSearchParams([...said, ["table", id]])}`;
}

const named = (player) => (OWN.includes(player) ? `player.${player}` : player);

function spoken(table, players, upto) {
  const said = new URLSearchParams();
  for (const option of table.about.options) {
    if (option.chosen !== option.default) said.set(`option.${option.name}`, option.chosen);
  }
  for (const [name, spec] of Object.entries(players.all())) said.set(named(name), spec);
  said.set("seed", String(table.wanted.seed));
  if (table.wanted.start) said.set("start", JSON.stringify(table.wanted.start));
  const moves = upto === null ? table.moves : table.moves.slice(0, upto);
  if (moves.length) said.set("moves", moves.join(";"));
  return said.toString().replaceAll("%3B", ";").replaceAll("%2C", ",").replaceAll("%3A", ":");
}
