import { useSignal } from "@preact/signals";

import { alike, numbers } from "../player/tools/questions.js";
import { say } from "../words/words.js";
import { coded } from "./coded.jsx";

/**
 * A question whose answer is typed: a wrong one is replied to, the right one goes on.
 * @param {{ part: import("./tour_progress.js").Part, solved: () => void }} props
 */
export function PartTyped({ part, solved }) {
  const { text, answer, wrong, hint } = part;
  const typed = useSignal("");
  const reply = useSignal(hint);
  const isSolved = useSignal(false);
  const isIt = (/** @type {string} */ wanted) => alike(numbers(typed.value), numbers(wanted));
  const check = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!typed.value.trim() || isSolved.value) return;
    isSolved.value = isIt(answer);
    reply.value = isSolved.value
      ? say("learn.tour.right", { answer })
      : (wrong.find((one) => isIt(one.answer))?.reply ?? say("learn.tour.wrong"));
    if (isSolved.value) solved();
  };
  return (
    <form class="part-typed" onSubmit={check}>
      <label>
        <span>{coded(text)}</span>
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={typed}
          readOnly={isSolved.value}
          class={isSolved.value ? "right" : ""}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary">
        {say("learn.tour.check")}
      </button>
      <p role="status">{coded(reply.value)}</p>
    </form>
  );
}
