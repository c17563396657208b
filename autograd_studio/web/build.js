// Bundles the scripts that Streamlit takes for components, into bundles/ or into the folder that is named.
//
// A bundle begins with the digest of its sources: where Node is missing, a test tells by it whether the bundle is stale.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const TARGET = process.argv[2] ?? join(HERE, "bundles");
const PACKAGE = /^node_modules\/(@[^/]+\/[^/]+|[^/]+)\//;

const read = (name) => readFileSync(join(HERE, name), "utf-8");

/** Bundle a module and all that it imports, with the licences of the packages among them. */
async function bundle(name, entry, options = {}) {
  const made = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "es2022",
    metafile: true,
    write: false,
    ...options,
  });
  const inputs = Object.keys(made.metafile.inputs);
  const sources = inputs.filter((path) => !PACKAGE.test(path));
  const packages = new Set(inputs.flatMap((path) => path.match(PACKAGE)?.[0] ?? []));
  write(`${name}.js`, `// Made by "make bundles" of sources ${digest(sources)}\n${made.outputFiles[0].text}`);
  if (packages.size) write(`${name}.LICENSE`, [...packages].sort().map(licence).join("\n"));
}

/** Return the licence of a package, below the name and version that it is for. */
function licence(path) {
  const { name, version } = JSON.parse(read(`${path}package.json`));
  return `${name} ${version}\n\n${read(`${path}LICENSE`)}`;
}

function digest(sources) {
  const hash = createHash("sha256");
  for (const path of [...sources, "package-lock.json"].sort()) hash.update(`${path}\n${read(path)}`);
  return hash.digest("hex");
}

function write(name, text) {
  writeFileSync(join(TARGET, name), text);
}

await bundle("codemirror", "editor/codemirror.js", { minify: true });
await bundle("editor", "editor/editor.js");
await bundle("player", "player/player.js");
await bundle("compare", "compare/compare.js");
await bundle("ladder", "ladder/ladder.js");
