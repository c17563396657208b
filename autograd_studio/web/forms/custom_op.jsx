import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { Editor } from "../editor/editor.jsx";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./forms.css";
import { Checking } from "./parts/checking.js";
import { Checks } from "./parts/checks.jsx";
import { faultOf, marksOf, sentence } from "./parts/faults.js";
import { Fault, Field } from "./parts/field.jsx";
import { Outlining } from "./parts/outlining.js";
import { Waiting } from "./parts/waiting.jsx";

/** @import { Mark } from "../editor/types.d.ts" */
/** @import { CheckAnswer, CustomOp, Outline, Run } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */

style(css);

/** The cells of code, and how many lines each has room for. */
const CELLS = /** @type {const} */ ([
  ["forward", 4],
  ["backward", 5],
  ["use", 5],
]);

/**
 * The form of a Function of one's own: its cells, and below them what checks find in it.
 *
 * `form` is what is run; `onForm` is told the one that the visitor wants to run. `onProgram` is told the program that the form
 * writes, which its owner runs; `run` is that run, whose error is marked in its cell as is the line of its `step`, from 1. `onEdit` is called with the program where
 * the visitor wants to go on with it as one.
 *
 * @param {{ visit: Visit, form: CustomOp, isForeign: boolean, run: Run | null, step: number, onForm: (form: CustomOp) => void,
 *   onProgram: (text: string) => void, onEdit: (text: string) => void }} given
 */
export function CustomOpForm({ visit, form, isForeign, run, step, onForm, onProgram, onEdit }) {
  const typed = useSignal(form);
  const outline = useSignal(/** @type {Outline | null} */ (null));
  const answer = useSignal(/** @type {CheckAnswer | null} */ (null));
  const checking = useMemo(() => new Checking(visit.runner), [visit]);
  const asked = useRef({ form, isForeign, onProgram });
  asked.current = { form, isForeign, onProgram };
  const check = useMemo(
    () => async () => {
      answer.value = await checking.ask({ custom_op: asked.current.form }, asked.current.isForeign);
    },
    [answer, checking],
  );
  const outlining = useMemo(
    () =>
      new Outlining(visit.runner, (found) => {
        outline.value = found;
        answer.value = null;
        if (found.program === null) return;
        asked.current.onProgram(found.program);
        check();
      }),
    [visit, outline, answer, check],
  );
  useEffect(() => {
    typed.value = form;
    outlining.ask({ custom_op: form }, 0);
  }, [typed, outlining, form]);
  useEffect(() => {
    if (outline.peek()?.program) check(); // the visitor has confirmed that it is run
  }, [outline, check, isForeign]);
  useEffect(
    () => () => {
      outlining.cancel();
      checking.cancel();
    },
    [outlining, checking],
  );

  const change = (/** @type {Partial<CustomOp>} */ some) => {
    typed.value = { ...typed.peek(), ...some };
  };
  const start = () => onForm({ ...typed.peek(), name: typed.peek().name.trim() });
  const { faults = [], program = null } = outline.value ?? {};
  const isChanged = JSON.stringify(opOf(typed.value)) !== JSON.stringify(opOf(form));
  const others = faults.filter(({ cell, line }) => cell !== "name" && line === null);
  return (
    <div class="custom-op-form">
      <div class="form-row">
        <Start visit={visit} form={form} onForm={onForm} />
        <Field
          label={say("forms.custom_op.name")}
          value={typed.value.name}
          fault={faultOf(faults, "name")}
          onInput={(name) => change({ name })}
        />
      </div>
      {CELLS.map(([cell, lines]) => (
        <section key={cell} class="form-cell">
          <h2>{say(`forms.custom_op.${cell}`)}</h2>
          <Editor
            label={say(`forms.custom_op.${cell}`)}
            text={typed.value[cell]}
            given={form[cell]}
            lines={lines}
            marks={[...marksOf(faults, cell), ...failures(run, outline.value, cell)]}
            now={typed.value[cell] === form[cell] ? atWork(run, step, outline.value, cell) : null}
            onChange={(text) => change({ [cell]: text })}
            onRun={start}
          />
        </section>
      ))}
      <Fault>
        {others.length > 0 &&
          others.map((one) => (
            <span key={one.message}>
              {one.cell && `${one.cell}: `}
              {sentence(one)}{" "}
            </span>
          ))}
      </Fault>
      <div class="form-row form-end">
        <Waiting checking={checking} />
        <button
          type="button"
          class="button raised"
          disabled={program === null}
          onClick={() => program !== null && onEdit(program)}
        >
          {say("forms.custom_op.edit")}
        </button>
        <button
          type="button"
          class={`button ${isChanged ? "primary" : "raised"}`}
          title={say("forms.run_hint")}
          onClick={start}
        >
          {say("forms.run")} {isChanged && <kbd aria-hidden="true">{say("forms.run_keys")}</kbd>}
        </button>
      </div>
      {faults.length > 0 && <p class="form-note">{say("forms.stale")}</p>}
      <Checks answer={answer.value} />
    </div>
  );
}

/** The form that an example is. @param {CustomOp} example @returns {CustomOp} */
function opOf({ name, forward, backward, use }) {
  return { name, forward, backward, use };
}

/** What can be started from. @param {{ visit: Visit, form: CustomOp, onForm: (form: CustomOp) => void }} given */
function Start({ visit, form, onForm }) {
  const examples = useSignal(/** @type {(CustomOp & { title: string })[]} */ ([]));
  useEffect(() => {
    visit.forms.then((forms) => {
      examples.value = forms.custom_op_examples;
    });
  }, [visit, examples]);
  const now = examples.value.findIndex((one) => JSON.stringify(opOf(one)) === JSON.stringify(opOf(form)));
  return (
    <label class="form-field">
      {say("forms.custom_op.start")}
      <select
        value={String(now)}
        onChange={({ currentTarget }) => onForm(opOf(examples.value[Number(currentTarget.value)]))}
      >
        <option value="-1" disabled hidden>
          {say("forms.custom_op.choose")}
        </option>
        {examples.value.map(({ title }, index) => (
          <option key={title} value={String(index)}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Where the run of the program failed, as a mark of the cell that the line is from.
 * @param {Run | null} run @param {Outline | null} outline @param {string} cell @returns {Mark[]}
 */
function failures(run, outline, cell) {
  if (!run?.error) return [];
  const line = lineIn(cell, run.error.line, run, outline);
  const message = `${run.error.type}: ${run.error.message}`;
  return line === null ? [] : [{ line, message, severity: "error" }];
}

/**
 * The line of a cell that a step of the run is at.
 * @param {Run | null} run @param {number} step @param {Outline | null} outline @param {string} cell
 */
function atWork(run, step, outline, cell) {
  const { line: at, phase } = run?.payload?.steps[step - 1] ?? {};
  const line = run && lineIn(cell, at, run, outline);
  return line && phase ? { line, phase } : null;
}

/**
 * Where a line of the program stands in a cell, null if it stands in another one.
 * @param {string} cell @param {number | null | undefined} line @param {Run} run @param {Outline | null} outline
 */
function lineIn(cell, line, run, outline) {
  if (line == null || run.program !== outline?.program) return null;
  const piece = outline.pieces.find(({ first, last }) => first <= line && line <= last);
  return piece?.cell === cell ? piece.line + line - piece.first : null;
}
