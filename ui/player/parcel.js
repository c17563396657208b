/** The line of JSON at the head of a parcel: {id, step, height, link}. The gzipped payload follows it. */
export function head(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(10))));
}

/** Unpack the payload of a parcel. */
export async function payload(bytes) {
  const body = new Blob([bytes.subarray(bytes.indexOf(10) + 1)]);
  return new Response(body.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
