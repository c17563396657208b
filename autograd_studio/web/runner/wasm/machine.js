// Python as one WebAssembly module, with files in memory and one door to whoever holds it: see tools/wasm.
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

/** Answers what Python asks: a name, and what belongs to it; null where it has no answer. @typedef {(name: string, content: Uint8Array<ArrayBuffer>) => Uint8Array | string | null} Host */

/**
 * @typedef {object} Exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(length: number) => number} host_alloc memory of Python's for so many bytes
 * @property {(pointer: number, length: number) => number} turn runs a text in the interpreter, which stays; 0 if nothing was raised
 */

const NO_ANSWER = -1;
const PAGE = 1 << 16;
const NEWLINE = 10;
const ENVIRONMENT = [
  "TMPDIR=/tmp",
  "PYTHONTZPATH=",
  "HOME=/tmp",
  "PYTHONDONTWRITEBYTECODE=1",
  "PYTHONHASHSEED=0",
];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A Python that runs. What it is told stays, until a call throws: then it is lost. */
export class Machine {
  /**
   * @param {WebAssembly.Module} module @param {Map<string, Uint8Array<ArrayBuffer>>} files by their absolute paths
   * @param {Host} host
   * @param {{ memory?: Uint8Array | null, printed?: (text: string) => void }} [how] the memory of a Python that has begun already, after which
   *   this one goes on; `printed` is told what is written past the host
   */
  static async start(module, files, host, { memory, printed = () => {} } = {}) {
    const machine = new Machine(host);
    const said = () => ConsoleStdout.lineBuffered(printed);
    const descriptors = [new OpenFile(new File([])), said(), said(), ...folders(files)];
    const wasi = new WASI(["/usr/local/bin/python.wasm"], ENVIRONMENT, descriptors, { debug: false });
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: { ...wasi.wasiImport, sched_yield: () => 0 }, // the shim's returns nothing
      host: { call: machine.call.bind(machine) },
    });
    machine.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    if (memory) {
      wasi.inst = /** @type {any} */ (instance);
      machine.remember(memory);
    } else wasi.initialize(/** @type {any} */ (instance));
    return machine;
  }

  /** @type {Exports} */
  exports;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
  }

  /** How much memory it has taken, in bytes. */
  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  /** What its memory holds, up to the last byte that is not 0. @returns {Uint8Array<ArrayBuffer>} */
  get memory() {
    const found = new Uint8Array(this.exports.memory.buffer.slice(0));
    return found.subarray(0, found.findLastIndex((byte) => byte !== 0) + 1);
  }

  /**
   * Take over what a memory held between two texts, this one's own or another one's: all else of the module is then as it was at
   * its beginning.
   * @param {Uint8Array} memory
   */
  remember(memory) {
    const missing = memory.length - this.bytes;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    const own = new Uint8Array(this.exports.memory.buffer);
    own.set(memory);
    own.fill(0, memory.length);
  }

  /** Run a text in Python; returns whether nothing was raised. @param {string} text */
  turn(text) {
    const data = encoder.encode(text);
    return this.exports.turn(this.put(data), data.length) === 0;
  }

  /** @param {Uint8Array} data @returns {number} */
  put(data) {
    const at = this.exports.host_alloc(data.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer).set(data, at);
    return at;
  }

  /**
   * What Python's `_host.call` comes to: a line with a name, and what belongs to it.
   * @param {number} pointer @param {number} length @param {number} answerAt @param {number} lengthAt
   */
  call(pointer, length, answerAt, lengthAt) {
    const asked = new Uint8Array(this.exports.memory.buffer).slice(pointer >>> 0, (pointer >>> 0) + length);
    const end = asked.indexOf(NEWLINE);
    const found = this.host(decoder.decode(asked.subarray(0, end)), asked.subarray(end + 1));
    if (found === null) return NO_ANSWER;
    const data = typeof found === "string" ? encoder.encode(found) : found;
    const at = this.put(data);
    const view = new DataView(this.exports.memory.buffer);
    view.setUint32(answerAt >>> 0, at, true);
    view.setUint32(lengthAt >>> 0, data.length, true);
    return 0;
  }
}

/** The folders that Python finds. @param {Map<string, Uint8Array<ArrayBuffer>>} files */
function folders(files) {
  /** @type {Record<string, Directory>} */
  const found = { "/usr/local/lib": new Directory(new Map()), "/studio": new Directory(new Map()) };
  for (const [path, data] of files) {
    const root = Object.keys(found).find((one) => path.startsWith(`${one}/`));
    if (!root) throw new Error(path);
    const parts = path.slice(root.length + 1).split("/");
    const name = /** @type {string} */ (parts.pop());
    let at = found[root];
    for (const part of parts) at = inside(at, part);
    at.contents.set(name, new File(data, { readonly: true }));
  }
  const preopened = Object.entries(found).map(([path, { contents }]) => new PreopenDirectory(path, contents));
  return [...preopened, new PreopenDirectory("/tmp", new Map())];
}

/** @param {Directory} folder @param {string} name @returns {Directory} */
function inside(folder, name) {
  if (!folder.contents.has(name)) folder.contents.set(name, new Directory(new Map()));
  return /** @type {Directory} */ (folder.contents.get(name));
}
