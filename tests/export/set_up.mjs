// Positions of random games by the keys of a test, as the page sets them up: read, written, and what is legal there.
// Arguments: the folders of the page's modules, a file of WebAssembly, a file of JSON: { data, refused, plies, seed }.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [own, shared, code, file] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "page"));
for (const from of [shared, own]) for (const name of readdirSync(from)) if (name.endsWith(".js")) copyFileSync(join(from, name), join(folder, name));
const part = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
const [{ Engine, draw }, { Node }, { Setup }] = await Promise.all(["engine", "node", "setup"].map(part));
const { data, refused, plies, seed } = JSON.parse(readFileSync(file, "utf-8"));
for (const name of ["start", "judge"]) data[name] = new Uint8Array(Buffer.from(data[name], "base64"));
const engine = await Engine.start(readFileSync(code), data);
const setup = new Setup(engine);

const rows = [];
let node = new Node(engine, engine.first());
for (let ply = 0; ply < plies && !node.result; ply += 1) {
  const keys = setup.keys(node);
  const made = setup.node(JSON.parse(JSON.stringify(keys)));
  const told = setup.arrangement(made);
  rows.push({ keys, bytes: Buffer.from(made.snapshot.data).toString("hex"), texts: made.result ? [] : made.texts, legal: told.legal, test: told.test, record: setup.asRecord(made) });
  node = node.after(draw(seed, 0, ply, node.moves.length));
}
const why = refused.map((keys) => {
  try {
    setup.node(keys);
    return null;
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
});
console.log(JSON.stringify({ rows, why }));
