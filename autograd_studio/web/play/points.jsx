import { coded } from "../learn/coded.jsx";
import { useLoaded } from "../learn/loaded.js";
import { PartGuess } from "../learn/part_guess.jsx";
import { PartTyped } from "../learn/part_typed.jsx";
import { pointsAt } from "../learn/points_at.js";

/** @import { Bench } from "./bench.js" */
/**
 * What a lesson says at the step that is shown, with an `answer` of its title at the first one, and what it asks before the next step:
 * not in a frame of another page, which has no room for that.
 * @param {{ bench: Bench, lesson: string, answer?: string }} given
 */
export function Points({ bench, lesson, answer = "" }) {
  const all = useLoaded(() => bench.visit.points);
  const parts = all?.[lesson];
  if (!parts) return null;
  const { isEmbedded } = bench.visit.address;
  const { told, asked: questions } = pointsAt(parts, bench.step.value);
  const texts = [...(bench.step.value === 1 && answer ? [answer] : []), ...told.map(({ text }) => text)];
  const asked = isEmbedded ? [] : questions;
  if (!texts.length && !asked.length) return null;
  return (
    <div class={isEmbedded ? "bench-points of-frame" : "bench-points"} aria-live="polite">
      {texts.map((text) => (
        <p key={text}>{coded(text)}</p>
      ))}
      {asked.map((part) =>
        part.choices.length ? (
          <PartGuess key={part.text} question={part.text} choices={part.choices} solved={() => {}} />
        ) : (
          <PartTyped key={part.text} part={part} solved={() => {}} />
        ),
      )}
    </div>
  );
}
