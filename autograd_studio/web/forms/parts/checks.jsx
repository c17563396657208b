import { say } from "../../words/words.js";
import { Fault } from "./field.jsx";
import { Matrix } from "./matrix.jsx";

/** @import { CheckAnswer, Checks as Found } from "../../runner/types.d.ts" */

const MOST_TABLES = 10;
const SIGNS = { right: "✓", wrong: "✗", note: "·" };

/** What the checks of a Function found: in a word, one by one, and in numbers. @param {{ answer: CheckAnswer | null }} given */
export function Checks({ answer }) {
  if (answer?.kind === "failed") return <Fault>{answer.message}</Fault>;
  if (answer?.kind !== "checks") return null;
  const { findings, comparisons } = answer;
  const wrong = findings.filter(({ verdict }) => verdict === "wrong").length;
  return (
    <section class="checks" aria-label={say("forms.checks.title")}>
      <h3>
        {say("forms.checks.title")}
        <span class={`verdict ${wrong ? "wrong" : "right"}`}>
          {wrong ? say("forms.checks.wrong", { count: wrong }) : say("forms.checks.right")}
        </span>
      </h3>
      <ul>
        {findings.map((finding) => (
          <Line key={finding.text} finding={finding} />
        ))}
      </ul>
      {comparisons.slice(0, MOST_TABLES).map((one) => (
        <Tables key={one.argument} comparison={one} />
      ))}
      {comparisons.length > MOST_TABLES && (
        <p class="form-note">{say("forms.checks.cut", { count: MOST_TABLES })}</p>
      )}
    </section>
  );
}

/** @param {{ finding: Found["findings"][number] }} given */
function Line({ finding: { verdict, text } }) {
  return (
    <li class={verdict}>
      <span class="sign" role="img" aria-label={say(`forms.checks.verdict.${verdict}`)}>
        {SIGNS[verdict]}
      </span>
      {text}
    </li>
  );
}

/** The Jacobians of an argument, by backward and by differences. @param {{ comparison: Found["comparisons"][number] }} given */
function Tables({ comparison }) {
  const [analytic, numeric, difference] = [
    comparison.analytic,
    comparison.numeric,
    comparison.difference,
  ].map((rows) => rows.map((row) => row.map(Number)));
  const wrong = analytic.map((row, i) => row.map((number, j) => !isClose(number, numeric[i][j])));
  return (
    <details open={!comparison.agrees}>
      <summary>{say("forms.checks.argument", { argument: comparison.argument })}</summary>
      <p class="form-note">{say("forms.checks.rows")}</p>
      <div class="form-row">
        <Matrix title={say("forms.checks.analytic")} rows={analytic} wrong={wrong} />
        <Matrix title={say("forms.checks.numeric")} rows={numeric} />
        <Matrix title={say("forms.checks.difference")} rows={difference} />
      </div>
    </details>
  );
}

/** Whether gradcheck would be content. @param {number} a @param {number} n */
function isClose(a, n) {
  return Number.isFinite(a - n) ? Math.abs(a - n) <= 1e-5 + 1e-3 * Math.abs(n) : Object.is(a, n);
}
