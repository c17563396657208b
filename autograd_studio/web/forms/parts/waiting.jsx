import { say } from "../../words/words.js";

/** @import { Checking } from "./checking.js" */

/** Says that a check is under way, and where it waits. @param {{ checking: Checking }} given */
export function Waiting({ checking }) {
  const position = checking.waiting.value;
  return (
    <p class="form-waiting" aria-live="polite">
      {position !== null && (
        <>
          <span>{position ? say("runner.waiting", { count: position }) : say("runner.running")}</span>
          <button type="button" class="button" onClick={() => checking.cancel()}>
            {say("runner.cancel")}
          </button>
        </>
      )}
    </p>
  );
}
