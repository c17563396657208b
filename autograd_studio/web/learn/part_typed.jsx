import { useSignal } from "@preact/signals";

import { alike, numbers } from "../player/tools/questions.js";
import { say } from "../words/words.js";
import { coded } from "./coded.jsx";

/**
 * A question whose answer is typed: a wrong one is replied to, by the lesson or else as it is `diagnosed`; the right one goes on.
 * @param {object} props
 * @param {import("./tour_progress.js").Part} props.part
 * @param {(reply: string) => void} props.solved @param {() => void} [props.missed] @param {(given: string) => string | null} [props.diagnosed]
 */
export function PartTyped({ part, solved, missed, diagnosed }) {
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
      : (wrong.find((one) => isIt(one.answer))?.reply ?? diagnosed?.(typed.value) ?? say("learn.tour.wrong"));
    if (isSolved.value) solved(reply.value);
    else missed?.();
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
