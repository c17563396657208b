import { coded } from "../learn/coded.jsx";
import { useLoaded } from "../learn/loaded.js";
import { PartGuess } from "../learn/part_guess.jsx";
import { PartTyped } from "../learn/part_typed.jsx";
import { pointsAt } from "../learn/points_at.js";

/** @import { Bench } from "./bench.js" */
/** What a lesson says at the step that is shown, and what it asks before the next one. @param {{ bench: Bench, lesson: string }} given */
export function Points({ bench, lesson }) {
  const all = useLoaded(() => bench.visit.points);
  const parts = all?.[lesson];
  if (!parts) return null;
  const { told, asked } = pointsAt(parts, bench.step.value);
  if (!told.length && !asked.length) return null;
  return (
    <div class="bench-points" aria-live="polite">
      {told.map(({ text }) => (
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
