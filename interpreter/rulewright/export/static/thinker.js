// Playing programs of a page: asked about a position, they answer by places in the list of moves.

import { Engine, draw, mix } from "./engine.js";
import { Search, roomFor } from "./search.js";

const MASK = (1n << 64n) - 1n;
const TREE = 64 << 20;  // bytes
const CHUNK = 40;  // milliseconds between two looks at the clock and at who wants it to stop
const DEEPEST = 1_000_000;

export const ENGINES = [
  { name: "random", does: "plays any legal move", timed: false, threads: 1 },
  { name: "mcts", does: "Monte Carlo tree search", timed: true, threads: 1 },
];

export class Thinker {
  static async start(wasm, data) {
    return new Thinker(await Engine.start(wasm, data, roomFor(data, TREE)));
  }

  constructor(engine) {
    this.engine = engine;
    this.search = new Search(engine, TREE);
  }

  // `asked` is { position, moves: how many, person, spec, seed, decision }; `rest` lets others have their turn.
  async think(asked, stopped, rest) {
    const begin = performance.now();
    const [name, settings = ""] = asked.spec.split(":");
    const seed = mix((mix(mix(BigInt(asked.seed) & MASK)) + BigInt(asked.decision)) & MASK);
    if (name === "random") return alone(draw(seed, 0, 0, asked.moves));
    if (asked.moves === 1) return alone(0);
    const setting = (key) => Number(new RegExp(`\\b${key}=([\\d.]+)`).exec(settings)?.[1]);
    const playouts = setting("playouts") || DEEPEST;
    const milliseconds = 1000 * (setting("time") || (playouts === DEEPEST ? 1 : 3600));
    const { search } = this;
    search.begin(asked.position, seed);
    let [done, chunk] = [0, 1];
    while (!search.proof && done < playouts) {
      const started = performance.now();
      if (done && (stopped() || started - begin >= milliseconds)) break;
      const made = search.grow(Math.min(chunk, playouts - done));
      if (!made) break;
      done += made;
      const now = performance.now();
      const left = Math.min(CHUNK, Math.max(0, begin + milliseconds - now));
      chunk = Math.max(1, Math.min(4 * made, Math.floor((made / Math.max(now - started, 0.01)) * left)));
      if (chunk >= 4 * made) continue;
      await rest();
    }
    const found = search.opinion(asked.person);
    return {
      ...found, seconds: (performance.now() - begin) / 1000,
      candidates: found.candidates.map(({ index, visits, mean, proof }) => ({ index, visits, value: mean, proof })),
    };
  }
}

// An opinion about which there is nothing to say.
function alone(index) {
  return { candidates: [{ index, visits: 0, value: 0.5, proof: null }], values: null, proof: null, line: [index], visits: 0, depth: 0, seconds: 0 };
}
