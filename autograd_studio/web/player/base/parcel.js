/**
 * The line of JSON at the head of a parcel. The gzipped payload follows it.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {{ id: string, step: number, height: string, link: string | null }}
 */
export function head(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))));
}

/**
 * Unpack the payload of a parcel.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function payload(bytes) {
  const body = new Blob([bytes.subarray(bytes.indexOf(10) + 1)]);
  return new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
