// Runs pieces of Python in one interpreter of the built module, a line of JSON each:
// node turns_in_module.mjs FOLDER-OF-THE-MODULE LIBRARY ROOT FOLDER… < pieces > what each printed
//
// Python has the whole of its standard LIBRARY, and beside what the module holds it finds the files of those folders of ROOT.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { Machine } from "../../autograd_studio/web/runner/wasm/machine.js";
import { opened } from "./opened_module.mjs";

const [folder, library, root, ...more] = process.argv.slice(2);
const { module, files } = await opened(folder);
files.set("/usr/local/lib/python315.zip", new Uint8Array(readFileSync(library)));
for (const one of more)
  for (const entry of readdirSync(join(root, one), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && path.endsWith(".py"))
      files.set(`/studio/${path}`, new Uint8Array(readFileSync(join(root, path))));
  }

/** @type {string[]} */
let printed = [];
const machine = await Machine.start(module, files, () => null, { printed: (line) => printed.push(line) });
const told = (/** @type {object} */ answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  printed = [];
  try {
    const isDone = machine.turn(JSON.parse(line));
    told({ isDone, printed: printed.map((text) => `${text}\n`).join("") });
  } catch (error) {
    told({ lost: String(error) }); // the interpreter is not what it was
    break;
  }
}
