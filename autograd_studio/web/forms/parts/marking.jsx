import { tuple } from "../../player/model/cells.js";
import { say } from "../../words/words.js";

/** @import { Marks, Mark } from "../../runner/types.d.ts" */

/** The one thing to see to, next to the output. @param {{ marks: Marks, isSolved: boolean }} given */
export function Diagnosis({ marks, isSolved }) {
  const isRight = !marks.stopped && marks.rows.every((row) => row.is_right);
  return (
    <p class={`diagnosis ${isRight ? "right" : ""}`} role="status">
      {diagnosis(marks, isSolved)}
    </p>
  );
}

/** What each gradient is worth. @param {{ marks: Marks, onShow: (name: string) => void }} given */
export function Marking({ marks: { rows }, onShow }) {
  return (
    <section class="marking" aria-label={say("forms.practice.marks")}>
      <ul>
        {rows.map((row) => (
          <Row key={row.name} row={row} isTold={row === firstWrong(rows)} onShow={() => onShow(row.name)} />
        ))}
      </ul>
    </section>
  );
}

/** The first thing to see to. @param {Marks} marks @param {boolean} isSolved */
function diagnosis({ rows, stopped }, isSolved) {
  if (stopped) {
    const [line, message] = stopped;
    return line === null
      ? say("forms.practice.stopped", { message })
      : say("forms.practice.stopped_at", { line, message });
  }
  const wrong = firstWrong(rows);
  if (wrong) return `d${wrong.name}: ${wrong.said}`;
  const missing = rows.find(({ is_right: isRight }) => !isRight);
  if (missing) return say("forms.practice.write", { name: missing.name });
  return isSolved ? say("forms.practice.solved") : say("forms.practice.right");
}

/** The wrong gradient next to the output. @param {Mark[]} rows */
function firstWrong(rows) {
  return rows.find(({ is_right: isRight, kind }) => !isRight && kind !== "missing");
}

/** @param {{ row: Mark, isTold: boolean, onShow: () => void }} given `isTold` is whether the diagnosis is about it */
function Row({ isTold, row: { name, shape, kind, said, shown, is_right: isRight }, onShow }) {
  const verdict = isRight ? "right" : kind === "missing" ? "missing" : "wrong";
  return (
    <li class={verdict} aria-label={`d${name}`}>
      <span class="sign" role="img" aria-label={say(`forms.practice.verdict.${verdict}`)}>
        {{ right: "✓", wrong: "✗", missing: "·" }[verdict]}
      </span>
      <code>d{name}</code>
      <code class="shape">{tuple(shape)}</code>
      <span class="said">{!isTold && verdict !== "missing" && said}</span>
      {!isRight && shown === null && (
        <button
          type="button"
          class="button"
          aria-label={say("forms.practice.show", { name })}
          onClick={onShow}
        >
          {say("forms.practice.show_short")}
        </button>
      )}
      {shown !== null && <pre>{shown}</pre>}
    </li>
  );
}
