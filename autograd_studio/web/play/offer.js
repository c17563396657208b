import { say } from "../words/words.js";

/**
 * What the button says that runs on PyTorch what the built-in engine refuses, null without one.
 * @param {import("./bench.js").Bench} bench
 */
export function offerOf(bench) {
  const torch = bench.visit.config.value.engines.find(({ id }) => id === "torch");
  return bench.run.value?.is_refused && torch ? say("play.lines.offer", { engine: torch.name }) : null;
}
