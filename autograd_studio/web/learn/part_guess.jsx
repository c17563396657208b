import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";

import { say } from "../words/words.js";
import { coded } from "./coded.jsx";

/**
 * A question with choices: a wrong one is struck and replied to, the right one goes on.
 * @param {object} props
 * @param {string} props.question @param {import("./tour_progress.js").Choice[]} props.choices
 * @param {(reply: string) => void} props.solved @param {() => void} [props.missed]
 */
export function PartGuess({ question, choices, solved, missed }) {
  const name = useId();
  const chosen = useSignal(/** @type {number[]} */ ([]));
  const last = chosen.value.at(-1);
  const isSolved = last !== undefined && choices[last].is_right;
  const choose = (/** @type {number} */ at) => {
    if (isSolved) return;
    chosen.value = [...chosen.value, at];
    if (choices[at].is_right) solved(choices[at].reply);
    else missed?.();
  };
  return (
    <fieldset class="part-guess">
      <legend>{coded(question)}</legend>
      <div>
        {choices.map(({ text, is_right: isRight }, at) => {
          const isTried = chosen.value.includes(at);
          return (
            <label key={text} class={isTried ? (isRight ? "right" : "wrong") : ""}>
              <input type="radio" name={name} checked={at === last} onChange={() => choose(at)} />
              {text}
              {isTried && isRight && " ✓"}
            </label>
          );
        })}
      </div>
      <p role="status">{last === undefined ? say("learn.tour.guess") : coded(choices[last].reply)}</p>
    </fieldset>
  );
}
