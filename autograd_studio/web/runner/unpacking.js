// What is compressed with gzip, whatever the server that sent it says of it.

const MAGIC = [0x1f, 0x8b];

/**
 * Return what is compressed as an answer. Some servers say of a file that ends in .gz that this is its encoding, and then the
 * browser has unpacked it.
 * @param {Blob} packed
 */
export async function unpacked(packed) {
  const first = new Uint8Array(await packed.slice(0, MAGIC.length).arrayBuffer());
  const isPacked = MAGIC.every((byte, at) => first[at] === byte);
  return new Response(isPacked ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed);
}
