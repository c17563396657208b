import { coded } from "../learn/coded.jsx";
import { PartGuess } from "../learn/part_guess.jsx";
import { PartTyped } from "../learn/part_typed.jsx";
import { pointsAt } from "../learn/points_at.js";

/** @import { Part } from "../learn/points_at.js" */
/** @import { Player } from "../player/player.js" */
/** @import { Bench } from "./bench.js" */

/**
 * What a lesson says at the step that is shown, with an `answer` of its title at the first one, and what it asks before the next step:
 * not in a frame of another page, which has no room for that.
 * @param {{ bench: Bench, player: Player, answer?: string }} given
 */
export function Points({ bench, player, answer = "" }) {
  const { isEmbedded } = bench.visit.address;
  const step = bench.step.value;
  const { told, asked } = pointsAt(bench.parts.value, step, bench.answers.value);
  const title = step === 1 && answer ? [{ text: answer, isReply: false }] : [];
  const texts = [...title, ...told];
  const questions = isEmbedded ? [] : asked;
  if (!texts.length && !questions.length) return null;
  return (
    <div class={isEmbedded ? "bench-points of-frame" : "bench-points"} aria-live="polite">
      {texts.map(({ text, isReply }) => (
        <p key={text} class={isReply ? "right" : ""}>
          {coded(text)}
        </p>
      ))}
      {questions.map((part) => (
        <Asked key={part.text} bench={bench} player={player} part={part} />
      ))}
    </div>
  );
}

/** A question, whose right answer goes on to the step that it was about. @param {{ bench: Bench, player: Player, part: Part }} given */
function Asked({ bench, player, part }) {
  const missed = () => bench.answer(part, "");
  const solved = (/** @type {string} */ reply) => {
    bench.answer(part, reply);
    if (pointsAt(bench.parts.peek(), bench.step.peek(), bench.answers.peek()).asked.length) return;
    player.seek(part.step - 1);
    player.focus(); // what had it is gone
  };
  const diagnosed = (/** @type {string} */ given) => player.diagnosis(part.step - 1, part.answer, given);
  return part.choices.length ? (
    <PartGuess question={part.text} choices={part.choices} solved={solved} missed={missed} />
  ) : (
    <PartTyped part={part} solved={solved} missed={missed} diagnosed={diagnosed} />
  );
}
