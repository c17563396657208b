// CodeMirror comes after the first picture: until then a text is shown without it.

/** @import { CodeMirror } from "./types.d.ts" */

/** @type {(parts: CodeMirror) => void} */
let arrive;

/** CodeMirror, as soon as it is there. @type {Promise<CodeMirror>} */
export const codemirror = new Promise((resolve) => {
  arrive = resolve;
});

/**
 * Bring CodeMirror, which a page without a server has as a script of its own. If it cannot be had, the texts stay as they
 * are, and the next call tries again.
 * @param {string} [path] of bundles/codemirror.js
 */
export async function load(path) {
  try {
    const { parts } = path ? await import(path) : { parts: window.autogradStudioCodeMirror };
    if (parts) arrive(parts);
  } catch {
    // there is no connection
  }
}
