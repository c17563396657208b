import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { Editor } from "../editor/editor.jsx";
import { load } from "../editor/loading.js";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./forms.css";
import { faultOf, faultOfProgram, marksOf } from "./parts/faults.js";
import { Fault, Field } from "./parts/field.jsx";
import { JacobianMatrix } from "./parts/jacobian_matrix.jsx";
import { Question } from "./parts/question.jsx";
import { Session } from "./parts/session.js";
import { Waiting } from "./parts/waiting.jsx";
import { PAIR } from "./reading.js";

/** @import { Mark } from "../editor/types.d.ts" */
/** @import { CheckAnswer, Pair } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */
/** @import { Said } from "../shell/address.js" */

style(css);

/** @type {Pair} */
const EXAMPLE = {
  program:
    "import torch\n\nx = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)\ny = torch.stack([x[0] * x[1], x[1] ** 2, x.sum()])\n",
  output: "y",
  input: "x",
  line: 0,
};

/** The place that shows the matrix by which backward multiplies. @param {{ visit: Visit }} given */
export function Jacobian({ visit }) {
  const session = useMemo(
    () =>
      new Session(visit, {
        kind: PAIR,
        standard: async () => EXAMPLE,
        formWith: async ({ text }, said) => pairOf(text, said),
        wanted: (jacobian) => ({ jacobian }),
      }),
    [visit],
  );
  useSignalEffect(() => {
    const { place, said } = visit.address.here.value;
    if (place === "jacobian") session.follow(said);
  });
  useEffect(() => {
    load(visit.config.peek().files.codemirror);
  }, [visit]);
  return (
    <div class="form-place">
      <div class="form-pane">
        <h1>{say("forms.jacobian.title")}</h1>
        {session.given.value && <PairForm session={session} given={session.given.value} />}
      </div>
      <div class="form-stage">
        <Answer session={session} />
      </div>
    </div>
  );
}

/** What the Jacobian is taken of. @param {{ session: Session<Pair>, given: Pair }} props */
function PairForm({ session, given }) {
  const typed = useSignal(given);
  useEffect(() => {
    typed.value = given;
  }, [typed, given]);
  const answer = session.found.value?.answer;
  const faults = answer?.kind === "faults" ? answer.faults : [];
  const change = (/** @type {Partial<Pair>} */ some) => {
    typed.value = { ...typed.peek(), ...some };
  };
  const run = () => {
    const { program, output, input, line } = typed.peek();
    session.run({ program, output: output.trim(), input: input.trim(), line });
  };
  const marks = [...marksOf(faults, "program"), ...failure(answer)];
  return (
    <>
      <Fault>{session.broken.value}</Fault>
      <Editor
        label={say("forms.program")}
        text={typed.value.program}
        given={given.program}
        lines={8}
        marks={marks}
        onChange={(program) => change({ program })}
        onRun={run}
      />
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Field
          label={say("forms.jacobian.output")}
          value={typed.value.output}
          fault={faultOf(faults, "output")}
          onInput={(output) => change({ output })}
        />
        <Field
          label={say("forms.jacobian.input")}
          value={typed.value.input}
          fault={faultOf(faults, "input")}
          onInput={(input) => change({ input })}
        />
        <Field
          label={say("forms.jacobian.line")}
          placeholder={say("forms.jacobian.last")}
          hint={say("forms.jacobian.line_hint")}
          value={typed.value.line ? String(typed.value.line) : ""}
          fault={faultOf(faults, "line")}
          onInput={(line) => change({ line: lineOf(line) })}
        />
        <button type="submit" class="button primary" title={say("forms.run_hint")}>
          {say("forms.run")}
        </button>
      </form>
      <Fault>{faultOfProgram(faults)}</Fault>
      <Waiting checking={session.checking} />
      {session.isLong.value && <p class="form-note">{say("forms.link.too_long")}</p>}
    </>
  );
}

/** The matrix, or why there is none. Beside a form with faults it is still that of the last one without. @param {{ session: Session<Pair> }} given */
function Answer({ session }) {
  const last = useRef(/** @type {{ form: Pair, answer: CheckAnswer } | null} */ (null));
  if (session.found.value?.answer.kind !== "faults") last.current = session.found.value;
  if (!last.current) return null;
  const { form, answer } = last.current;
  if (answer.kind === "unlocked") return <Question text={form.program} onConfirm={() => session.run(form)} />;
  if (answer.kind === "failed")
    return (
      <div class="form-message">
        <Fault>{answer.message}</Fault>
        <p>{say("forms.jacobian.earlier")}</p>
      </div>
    );
  if (answer.kind !== "jacobian") return null;
  if (!answer.rows.length || !answer.rows[0].length)
    return <p class="form-message">{say("forms.jacobian.empty")}</p>;
  const names = `${answer.outputs} ${answer.inputs}`;
  return <JacobianMatrix key={names} answer={answer} output={form.output} input={form.input} />;
}

/** Where the program failed, as a mark. @param {CheckAnswer | undefined} answer @returns {Mark[]} */
function failure(answer) {
  if (answer?.kind !== "failed" || answer.line == null) return [];
  return [{ line: answer.line, message: answer.message, severity: "error" }];
}

/** @param {string} program @param {Said} said @returns {Pair} */
function pairOf(program, { output = "", input = "", line = "" }) {
  return { program, output, input, line: lineOf(line) };
}

/** The number of a line, 0 where none is said. @param {string} said */
function lineOf(said) {
  return /^\d{1,8}$/.test(said.trim()) ? Number(said) : 0;
}
