import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { say } from "../words/words.js";

/** @import { Bench } from "./bench.js" */

/** Says how long a run has been going on, or where it waits, and cancels it. @param {{ bench: Bench }} given */
export function Running({ bench }) {
  const now = useSignal(Date.now());
  const waiting = bench.waiting.value;
  const isOn = waiting !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    now.value = Date.now();
    const ticking = setInterval(() => {
      now.value = Date.now();
    }, 1000);
    return () => clearInterval(ticking);
  }, [isOn]);
  return (
    <div class={isOn ? "bench-waiting" : ""}>
      <span aria-live="polite">{waiting && told(waiting, now.value, bench.visit.runner.percent)}</span>
      {waiting && (
        <button type="button" class="button" onClick={() => bench.cancel()}>
          {say("runner.cancel")}
        </button>
      )}
    </div>
  );
}

/** @param {{ since: number, position: number }} waiting @param {number} now @param {number | null} percent */
function told({ since, position }, now, percent) {
  if (percent !== null) return say("runner.alone.coming", { percent });
  if (position) return say("runner.waiting", { count: position });
  return say("play.state.running", { seconds: Math.round((now - since) / 1000) });
}
