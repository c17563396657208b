// The built module, as scripts of the tests need it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { filesOf } from "../../autograd_studio/web/runner/wasm/fetching.js";

/** Compile the module that was built in a folder; its files are by the paths at which Python finds them. @param {string} folder */
export async function opened(folder) {
  const unpacked = (/** @type {string} */ name) =>
    new Uint8Array(gunzipSync(readFileSync(join(folder, name))));
  const name = readdirSync(folder).find((one) => /^module-.*\.json$/.test(one)) ?? "";
  const index = JSON.parse(readFileSync(join(folder, name), "utf-8"));
  const archives = index.archives.map((/** @type {{ name: string }} */ archive) => unpacked(archive.name));
  return { module: await WebAssembly.compile(unpacked(index.python.name)), files: filesOf(index, archives) };
}
