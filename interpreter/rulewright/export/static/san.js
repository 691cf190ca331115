// Moves as chess players write them (Nf3, exd5, O-O, e8=Q+): what `formats/san.py` writes, for pages without Python.

// The text of the move at this place of a node's list.
export function san(node, index) {
  const moves = node.moves.map((move) => [move.record, ...move.twins].map((record) => seen(node, record)));
  const [own] = moves[index];
  const after = node.after(index);
  const won = after.result && !after.result.draw && after.result.winners.length;
  return written(node, own, moves.flat()) + (won ? "#" : !after.result && after.atStake.size ? "+" : "");
}

// A move as chess players see it: `side` is that of castling, 1 towards the last column.
function seen({ data, names, labels }, record) {
  const [[step]] = labels.parts(record);
  const [origin, target] = [step.origin, step.target].map((site) => (site < 0 ? "" : names.name(site)));
  if (step.action.name === "castle" && origin) return { side: inOrder(column(origin), column(target)) ? 1 : -1 };
  const isPawn = (kind) => data.kinds[kind].name === "pawn";
  const to = isPawn(step.kind) ? data.kinds.findIndex(({ name }) => step.chosen.includes(name)) : -1;
  return {
    side: 0, letter: isPawn(step.kind) ? "" : letter(data, step.kind), origin: step.action.verb === "place" ? "" : origin, target,
    captures: step.captures > 0, to: to < 0 ? "" : letter(data, to),
  };
}

function letter(data, kind) {
  const letters = new Map(data.kinds[kind].letters);
  return (letters.get(null) || [...letters.values()][0]).toUpperCase();
}

function written(node, own, all) {
  if (own.side) return own.side > 0 ? "O-O" : "O-O-O";
  if (!own.origin) return `${own.letter}@${own.target}`;
  const [takes, to] = [own.captures ? "x" : "", own.to ? `=${own.to}` : ""];
  if (!own.letter) return (takes && `${column(own.origin)}x`) + own.target + to;
  return own.letter + toldApart(own, all) + takes + own.target + to;
}

// The column of the origin if that is enough, else the row, else both.
function toldApart(own, all) {
  const others = all.filter((each) => !each.side && each.letter === own.letter && each.target === own.target
    && each.origin && each.origin !== own.origin);
  if (!others.length) return "";
  const sameRow = others.some((each) => row(each.origin) === row(own.origin));
  const sameColumn = others.some((each) => column(each.origin) === column(own.origin));
  return (sameRow || !sameColumn ? column(own.origin) : "") + (sameColumn ? row(own.origin) : "");
}

function column(name) { return name.replace(/\d+$/, ""); }
function row(name) { return name.slice(column(name).length); }
function inOrder(one, other) { return one.length === other.length ? one < other : one.length < other.length; }
