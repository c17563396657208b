// Makes words/en.js from the catalogue, and what the browser gets, in bundles/; with the name of a folder, only that, in it.
//
// A bundle begins with the digest of its sources: where Node is missing, a test tells by it whether the bundle is stale.
// With --dev it is readable, holds a map to its sources, and has no digest: it is not to be committed.
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { build } from "esbuild";
import { parse } from "smol-toml";

const HERE = dirname(fileURLToPath(import.meta.url));
const CATALOGUE = join(HERE, "../catalogue/en/page");
const PACKAGE = /^node_modules\/(@[^/]+\/[^/]+|[^/]+)\//;
/** What a package's own licence does not tell. @type {Record<string, string>} */
const BESIDE = {
  "@hpcc-js/wasm-graphviz":
    "It holds Graphviz (Eclipse Public License 2.0), whose source is at https://gitlab.com/graphviz/graphviz, and Expat (MIT License).",
};
const FOR_DEVELOPMENT = '// Made for development: run "make bundles" before you commit.';

const { values, positionals } = parseArgs({ options: { dev: { type: "boolean" } }, allowPositionals: true });
const elsewhere = positionals[0];
const target = elsewhere ?? join(HERE, "bundles");

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
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "text", ".html": "text", ".svg": "text" },
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
  const file = readdirSync(join(HERE, path)).find((one) => /^LICENSE(-MIT)?$/.test(one)); // of two, ours too is MIT
  const beside = BESIDE[name] ? `\n${BESIDE[name]}\n` : "";
  return `${name} ${version}\n\n${read(`${path}${file}`)}${beside}`;
}

/** @param {string[]} sources */
function digest(sources) {
  const hash = createHash("sha256");
  for (const path of [...sources, "package-lock.json"].sort()) hash.update(`${path}\n${read(path)}`);
  return hash.digest("hex");
}

/** Take a font from its package: its Latin letters, with their licence. @param {string} name */
function font(name) {
  const folder = `node_modules/@fontsource-variable/${name}/`;
  copyFileSync(join(HERE, `${folder}files/${name}-latin-wght-normal.woff2`), join(target, `${name}.woff2`));
  write(`${name}.LICENSE`, licence(folder));
}

/** Write the catalogue as a module, each sentence under the name of its file and its tables. */
function words() {
  /** @type {Record<string, unknown>} */
  const found = {};
  const take = (/** @type {string} */ name, /** @type {any} */ value) => {
    if (typeof value === "string" || "other" in value) found[name] = value;
    else for (const [part, inner] of Object.entries(value)) take(`${name}.${part}`, inner);
  };
  for (const file of readdirSync(CATALOGUE).sort())
    take(file.replace(".toml", ""), parse(readFileSync(join(CATALOGUE, file), "utf-8")));
  const text = `// Made by "make bundles" from the catalogue.\nexport const en = ${JSON.stringify(found, null, 2)};\n`;
  writeFileSync(join(HERE, "words/en.js"), text);
}

if (!elsewhere) words();
for (const name of ["inter", "jetbrains-mono"]) font(name);
await bundle("codemirror", "editor/codemirror.js");
await bundle("worker", "runner/wasm/worker.js");
await bundle("streamlit", "shell/streamlit.js");
await bundle("site", "site/site.js");
await bundle("unserved", "site/unserved.js");
await bundle("service_worker", "site/service_worker.js");
await bundle("studio", "shell/mount.jsx");
