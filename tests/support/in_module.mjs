// Answers what a page's worker would be asked, a line of JSON each: node in_module.mjs FOLDER-OF-THE-MODULE < asked > answered
import { createInterface } from "node:readline";

import { Graphviz } from "../../autograd_studio/web/node_modules/@hpcc-js/wasm-graphviz/dist/index.js";
import { Machine } from "../../autograd_studio/web/runner/wasm/machine.js";
import { BEGIN, JSON_OF_LAYOUT, SERVE } from "../../autograd_studio/web/runner/wasm/serving.js";
import { opened } from "./opened_module.mjs";

const [folder] = process.argv.slice(2);
const graphviz = await Graphviz.load();
let asked = "";
/** @type {import("../../autograd_studio/web/runner/wasm/machine.js").Host} */
function host(what, content) {
  if (what === "asked") return asked;
  if (what === "graphviz") return graphviz.layout(new TextDecoder().decode(content), JSON_OF_LAYOUT, "dot");
  process.stdout.write(content);
  process.stdout.write("\n");
  return "";
}

const { module, files } = await opened(folder);
const machine = await Machine.start(module, files, host, {
  printed: (text) => process.stderr.write(`${text}\n`),
});
if (!machine.turn(BEGIN)) throw new Error("begin");
for await (const line of createInterface({ input: process.stdin })) {
  asked = line;
  if (!machine.turn(SERVE)) throw new Error(line);
}
