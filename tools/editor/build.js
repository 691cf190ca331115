// Bundles src/ and what it uses into one file of the package, with the licences beside it and the hash of what it was
// made from, so that a test notices when the two part.

import {createHash} from "node:crypto";
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "../../interpreter/rulewright/web/static/vendor");

const result = await build({
  entryPoints: [join(here, "src/editor.js")],
  outfile: join(vendor, "editor.js"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
});

// The same recipe as in tests/workshop/test_bundle.py.
const sources = [...readdirSync(join(here, "src")).sort().map((name) => `src/${name}`), "package-lock.json"];
const hash = createHash("sha256");
for (const name of sources) hash.update(`${name}\0`).update(readFileSync(join(here, name))).update("\0");
const bundled = createHash("sha256").update(readFileSync(join(vendor, "editor.js"))).digest("hex");
const made = {sources: hash.digest("hex"), bundle: bundled};
writeFileSync(join(vendor, "editor.sources.json"), `${JSON.stringify(made, null, 2)}\n`);

const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
const licences = [...packages].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const {version} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
const intro = "editor.js holds these packages, each under its own licence.\n";
writeFileSync(join(vendor, "editor.LICENSES.txt"), [intro, ...licences].join(`\n${"-".repeat(78)}\n\n`));
