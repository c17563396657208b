// Bundles the scripts that Streamlit takes for components, into bundles/ or into the folder that is named.
//
// A bundle begins with the digest of its sources: where Node is missing, a test tells by it whether the bundle is stale.
// With --dev it is readable, holds a map to its sources, and has no digest: it is not to be committed.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = /^node_modules\/(@[^/]+\/[^/]+|[^/]+)\//;
const FOR_DEVELOPMENT = '// Made for development: run "make bundles" before you commit.';

const { values, positionals } = parseArgs({ options: { dev: { type: "boolean" } }, allowPositionals: true });
const target = positionals[0] ?? join(HERE, "bundles");

const read = (/** @type {string} */ name) => readFileSync(join(HERE, name), "utf-8");
const write = (/** @type {string} */ name, /** @type {string} */ text) =>
  writeFileSync(join(target, name), text);

/**
 * Bundle a module and all that it imports, with the licences of the packages among them.
 * @param {string} name @param {string} entry
 */
async function bundle(name, entry) {
  const made = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "es2022",
    metafile: true,
    write: false,
    ...(values.dev ? { sourcemap: "inline", banner: { js: FOR_DEVELOPMENT } } : { minify: true }),
  });
  const inputs = Object.keys(made.metafile.inputs);
  const sources = inputs.filter((path) => !PACKAGE.test(path));
  const packages = new Set(inputs.flatMap((path) => path.match(PACKAGE)?.[0] ?? []));
  const head = values.dev ? "" : `// Made by "make bundles" of sources ${digest(sources)}\n`;
  write(`${name}.js`, head + made.outputFiles[0].text);
  if (packages.size) write(`${name}.LICENSE`, [...packages].sort().map(licence).join("\n"));
}

/** Return the licence of a package, below the name and version that it is for. @param {string} path */
function licence(path) {
  const { name, version } = JSON.parse(read(`${path}package.json`));
  return `${name} ${version}\n\n${read(`${path}LICENSE`)}`;
}

/** @param {string[]} sources */
function digest(sources) {
  const hash = createHash("sha256");
  for (const path of [...sources, "package-lock.json"].sort()) hash.update(`${path}\n${read(path)}`);
  return hash.digest("hex");
}

await bundle("codemirror", "editor/codemirror.js");
await bundle("editor", "editor/editor.js");
await bundle("player", "player/player.js");
await bundle("compare", "compare/compare.js");
await bundle("ladder", "ladder/ladder.js");
