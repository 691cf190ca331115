// Notations that the library's hooks write in Python, for pages: the texts of all moves of a node, in their order.

export const NOTATIONS = { uhp };

// The Universal Hive Protocol, as `games/hive.py` writes it.
const ALONE = ["queen", "ladybug", "mosquito", "pillbug"];
const SIDES = [["e", "-#"], ["w", "#-"], ["ne", "/#"], ["sw", "#/"], ["se", "\\#"], ["nw", "#\\"]];
const STEPS = { e: [1, 0], w: [-1, 0], ne: [0, 1], sw: [0, -1], se: [1, -1], nw: [-1, 1] };

function uhp(node) {
  const { stacks, placed } = hive(node);
  return node.moves.map((move) => {
    const step = node.labels.parts(move.record)[0]?.at(-1);
    if (!step || step.target < 0) return "pass";
    const origin = node.labels.parts(move.record)[0][0].origin;
    const kind = node.data.kinds[step.kind].name;
    const player = node.data.players[node.position.me];
    const name = origin >= 0 ? stacks.get(origin).at(-1) : named(player, kind, (placed.get(`${player} ${kind}`) ?? 0) + 1);
    const beside = reference(node, stacks, origin, step.target);
    return beside ? `${name} ${beside}` : name;
  });
}

function named(player, kind, number) {
  const letter = kind === "beetle" ? "B" : kind[0].toUpperCase();
  return `${player[0]}${letter}${ALONE.includes(kind) ? "" : number}`;
}

// Who stands where, bottom first, and how many of each piece have been placed; found by following the game.
function hive(node) {
  const [stacks, placed, line] = [new Map(), new Map(), []];
  let first = node;
  for (; first.before; first = first.before) line.unshift(first);
  const put = (player, kind, site, piece) => stacks.set(site, [...(stacks.get(site) ?? []), piece ?? count(player, kind)]);
  const count = (player, kind) => {
    placed.set(`${player} ${kind}`, (placed.get(`${player} ${kind}`) ?? 0) + 1);
    return named(player, kind, placed.get(`${player} ${kind}`));
  };
  const { codes } = node.labels;
  for (const [site, stack] of first.position.layers()[0]) {  // somebody may have set it up
    for (const code of stack) put(node.data.players[codes.owner(code)], node.data.kinds[codes.kind(code)].name, site);
  }
  for (const { before, index } of line) {
    const steps = before.labels.parts(before.moves[index].record)[0];
    const target = steps?.at(-1).target ?? -1;
    if (target < 0) continue;
    const { origin } = steps[0];
    const piece = origin >= 0 ? stacks.get(origin).at(-1) : null;
    if (piece) stacks.set(origin, stacks.get(origin).slice(0, -1));
    put(before.data.players[before.position.me], before.data.kinds[steps[0].kind]?.name, target, piece);
  }
  return { stacks, placed };
}

// Where a move goes, by a piece that it comes to lie on, or beside.
function reference(node, stacks, origin, target) {
  const { side } = node.data;
  const wrapped = (value) => ((value % side) + side) % side;
  const standing = (site) => (site === origin ? stacks.get(site).slice(0, -1) : stacks.get(site) ?? []);
  if (standing(target).length) return standing(target).at(-1);
  const [x, y] = [target % side, Math.floor(target / side)];
  const beside = SIDES.map(([toward, written]) => {
    const [right, up] = STEPS[toward];
    return [written, wrapped(y + up) * side + wrapped(x + right)];
  });
  for (const [written, site] of beside) if (standing(site).length) return written.replace("#", () => standing(site).at(-1));
  for (const [written, site] of beside) if (site === origin) return written.replace("#", () => stacks.get(site).at(-1));
  return "";
}
