// Links: a text as a token of an address: deflated, in base64url. Tokens come from anybody.
import { foreign, own } from "../runner/content.js";
import { say } from "../words/words.js";

/** @import { Content } from "../runner/content.js" */

// Servers and proxies take request lines of 8 KiB; the rest of the address needs a little.
export const MOST_CHARACTERS = 7000;
export const MOST_BYTES = 64 << 10;
const TOKEN = /^[A-Za-z0-9_-]+$/;

/** A link that cannot be read; the message is for the visitor. */
export class BrokenLink extends Error {}

/**
 * Return a text as a token, null if it is too long for a link.
 * @param {string} text
 */
export async function tokenOf(text) {
  const data = new TextEncoder().encode(text);
  if (data.length > MOST_BYTES) return null;
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const characters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const token = btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return token.length <= MOST_CHARACTERS ? token : null;
}

/**
 * Return the text of a token. It rejects with BrokenLink where it is none, or too long.
 * @param {string} token
 */
export async function textOf(token) {
  if (token.length > MOST_CHARACTERS) throw new BrokenLink(say("shell.link.too_long"));
  if (!TOKEN.test(token)) throw new BrokenLink(say("shell.link.odd_character"));
  try {
    const packed = Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
      one.charCodeAt(0),
    );
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await unpacked(packed));
  } catch (error) {
    throw error instanceof BrokenLink ? error : new BrokenLink(say("shell.link.incomplete"));
  }
}

/** Unpack no more than a text may have: a small token can hold gigabytes. @param {Uint8Array<ArrayBuffer>} packed */
async function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data = new Uint8Array(MOST_BYTES);
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return data.subarray(0, length);
    if (length + value.length > MOST_BYTES) {
      await reader.cancel();
      throw new BrokenLink(say("shell.link.text_too_long"));
    }
    data.set(value, length);
    length += value.length;
  }
}

/**
 * The program of a token, and whose it is: our own if the studio has it, whatever address it came by, else a stranger's.
 * @param {Pick<import("./visit.js").Visit, "lessons" | "operators">} visit @param {string} token @returns {Promise<Content>}
 */
export async function programOf(visit, token) {
  const text = await textOf(token);
  const isIn = (/** @type {{ program: string }[]} */ all) => all.some(({ program }) => program === text);
  const isOurs = isIn((await visit.lessons).lessons) || isIn(await visit.operators.catch(() => []));
  return isOurs ? own(text) : foreign(text);
}
