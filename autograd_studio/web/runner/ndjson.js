/**
 * Yield the lines of a stream of JSON as they come.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @returns {AsyncGenerator<any, void>}
 */
export async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const parts = (begun + (value ?? "")).split("\n");
      begun = done ? "" : (parts.pop() ?? "");
      for (const line of parts) if (line) yield JSON.parse(line);
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
