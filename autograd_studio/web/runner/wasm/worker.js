// The worker in which programs run: it holds one Python, and answers what the page asks, one after the other.
import { Graphviz } from "@hpcc-js/wasm-graphviz";

import { fetched, filesOf, keep } from "./fetching.js";
import { Machine } from "./machine.js";
import { BEGIN, JSON_OF_LAYOUT, SERVE, WARM_UP } from "./serving.js";

/** @import { Index } from "./fetching.js" */
/** @typedef {{ kind: "start", address: string, index: Index, module: WebAssembly.Module | null }} Start with the module that an earlier worker has compiled */
/** @typedef {{ kind: "ask", asked: string, isAgain: boolean }} Ask `isAgain`: the program is the one before, as for each number of a drag */
/** @typedef {{ kind: "come", done: number, all: number } | { kind: "ready", module: WebAssembly.Module } | { kind: "failed", message: string }} Told */
/** @typedef {{ kind: "answer", answer: Uint8Array<ArrayBuffer> }} Answer */

const MOST_GROWN = 32 << 20; // bytes beyond a Python that has begun: they do not come back, so another one takes over

// Runs after which browsers have compiled anew, and better, what a run goes through: the first ones take twice as long.
const WARM = 30;

/** @type {Machine} */
let machine;
/** Has another machine begun where this one did. @type {() => Promise<Machine>} */
let begin;
/** Of a Python that has begun, before any program. @type {Uint8Array<ArrayBuffer>} */
let memory;
let wasAgain = false; // after which what the program has left is still there
/** @type {Graphviz | null} */
let graphviz = null;
let asked = "";

/** @type {import("./machine.js").Host} */
function host(name, content) {
  if (name === "asked") return asked;
  if (name === "answer") {
    postMessage({ kind: "answer", answer: content }, { transfer: [content.buffer] });
    return "";
  }
  if (name === "graphviz")
    return graphviz && graphviz.layout(new TextDecoder().decode(content), JSON_OF_LAYOUT, "dot");
  return null;
}

/** @param {Start} given */
async function start({ address, index, module }) {
  const come = (/** @type {number} */ done, /** @type {number} */ all) =>
    postMessage({ kind: "come", done, all });
  const drawing = Graphviz.load();
  const { memory: kept, archives, ...parts } = await fetched(address, index, module, come);
  graphviz = await drawing;
  const files = filesOf(index, archives);
  begin = () => Machine.start(parts.module, files, host, { memory: memory ?? kept });
  machine = await begin();
  if (!kept && !machine.turn(BEGIN)) throw new Error("begin");
  memory = kept ?? machine.memory;
  if (!kept) void keep(address, index, memory);
  postMessage({ kind: "ready", ...parts });
  if (!module) warmUp(WARM); // what an earlier worker has compiled comes with its module
}

/** Run what is usual, for nobody; what is asked meanwhile comes in between. @param {number} runs */
function warmUp(runs) {
  if (runs === 0) return;
  setTimeout(() => {
    done = done.then(runUsual).then(() => warmUp(runs - 1), fail);
  });
}

async function runUsual() {
  if (!machine.turn(WARM_UP)) throw new Error("warm up");
  await forget();
}

/** Have the next program find nothing of the one before, whatever that has changed. */
function forget() {
  if (machine.bytes <= memory.length + MOST_GROWN) {
    machine.remember(memory);
    return Promise.resolve();
  }
  return begin().then((another) => {
    machine = another;
  });
}

/** @param {Ask} given */
async function answer(given) {
  const isLeft = wasAgain && !given.isAgain;
  wasAgain = given.isAgain;
  ({ asked } = given);
  if (isLeft) await forget();
  if (!machine.turn(SERVE)) throw new Error("serve");
  if (!given.isAgain) await forget(); // now that nobody waits
}

/** @param {unknown} error */
const fail = (error) => postMessage({ kind: "failed", message: String(error) });

let done = Promise.resolve(); // what was wanted so far
addEventListener("message", ({ data }) => {
  done = done.then(() => (data.kind === "start" ? start(data) : answer(data))).catch(fail);
});
