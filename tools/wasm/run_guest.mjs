// Runs a text of Python in the module, with the machine that the page has: node run_guest.mjs MODULE FILES TEXT OUT
//
// FILES is a folder whose files Python finds at the root. What the text hands out as `file NAME` is written to OUT.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { Machine } from "../../autograd_studio/web/runner/wasm/machine.js";

const [modulePath, folder, text, out] = process.argv.slice(2);

const FILE = "file ";

/** @type {Map<string, Uint8Array<ArrayBuffer>>} */
const files = new Map();
for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
  const path = join(folder, name);
  if (statSync(path).isFile()) files.set(`/${name}`, new Uint8Array(readFileSync(path)));
}

/** @param {string} name @param {Uint8Array} content */
function take(name, content) {
  if (!name.startsWith(FILE)) return null; // there is no Graphviz
  const path = join(out, name.slice(FILE.length));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return "";
}

const module = await WebAssembly.compile(new Uint8Array(readFileSync(modulePath)));
const printed = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
const machine = await Machine.start(module, files, take, { printed });
process.exitCode = machine.turn(readFileSync(text, "utf-8")) ? 0 : 1;
