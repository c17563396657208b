// Fetching the module and the files that it needs: from the browser's own store when they were here before.
import { unpacked } from "../unpacking.js";

/**
 * @typedef {object} Entry @property {string} name @property {number} bytes of it, compressed
 * @typedef {Entry & { files: [path: string, bytes: number][] }} Archive
 */
/** @typedef {{ python: Entry & { size: number }, archives: Archive[], hard_seconds: number }} Index what tools/wasm has built */
/**
 * @typedef {object} Parts @property {WebAssembly.Module} module @property {Uint8Array<ArrayBuffer>[]} archives
 * @property {Uint8Array<ArrayBuffer> | null} memory of a Python that had begun, from an earlier visit
 */

const STORE = "autograd-studio";

/**
 * Fetch everything; but the module, where it is there already.
 * @param {string} address of the index @param {Index} index @param {WebAssembly.Module | null} module
 * @param {(done: number, all: number) => void} told @returns {Promise<Parts>}
 */
export async function fetched(address, index, module, told) {
  const entries = [...(module ? [] : [index.python]), ...index.archives];
  const all = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const come = (/** @type {number} */ bytes) => {
    done += bytes;
    told(done, all);
  };
  const store = await opened();
  const content = (/** @type {Entry} */ { name }) => loaded(new URL(name, address).href, store, come);
  const compiled = module ?? content(index.python).then((code) => WebAssembly.compile(code));
  const archives = index.archives.map(content);
  const memory = await store?.match(memoryOf(address));
  return {
    module: await compiled,
    archives: await Promise.all(archives),
    memory: memory ? await whole(memory) : null,
  };
}

/**
 * Keep the memory of a Python that has begun for the next visit, and nothing of an older studio.
 * @param {string} address @param {Index} index @param {Uint8Array<ArrayBuffer>} memory
 */
export async function keep(address, index, memory) {
  const store = await opened();
  await store?.put(memoryOf(address), new Response(memory)).catch(() => {}); // the store may be full
  const kept = [index.python, ...index.archives].map(({ name }) => new URL(name, address).href);
  for (const { url } of (await store?.keys()) ?? [])
    if (![...kept, memoryOf(address)].includes(url)) await store?.delete(url);
}

/** The address under which memory is kept, and which nobody fetches: it changes with what is built. @param {string} address */
const memoryOf = (address) => `${address}.memory`;

/** @param {Response} answer */
async function whole(answer) {
  return new Uint8Array(await answer.arrayBuffer());
}

/** The files of archives, by their paths. @param {Index} index @param {Uint8Array<ArrayBuffer>[]} bodies */
export function filesOf(index, bodies) {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const found = new Map();
  index.archives.forEach(({ files }, number) => {
    let at = 0;
    for (const [path, bytes] of files) {
      found.set(path, bodies[number].subarray(at, at + bytes));
      at += bytes;
    }
  });
  return found;
}

/** The browser's store; null where it has none, as on a page without a secure connection. @returns {Promise<Cache | null>} */
async function opened() {
  try {
    return await caches.open(STORE);
  } catch {
    return null;
  }
}

/** @param {string} address @param {Cache | null} store @param {(bytes: number) => void} come */
async function loaded(address, store, come) {
  let answer = await store?.match(address);
  if (!answer) {
    answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    if (store) void store.put(address, answer.clone()).catch(() => {}); // the store may be full
  }
  return whole(await unpacked(await collected(answer, come)));
}

/**
 * Read an answer to its end. It is piped through nothing on the way: a page that is left just then, and with it this worker, would
 * take the tab along (seen in Chromium 156).
 * @param {Response} answer @param {(bytes: number) => void} come
 */
async function collected({ body }, come) {
  const parts = [];
  for (const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    come(value.byteLength);
  }
}
