import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./forms.css";
import { faultOf, sentence } from "./parts/faults.js";
import { Fault, Field } from "./parts/field.jsx";
import { Outlining } from "./parts/outlining.js";
import { MOST_CALLS, MOST_INPUTS } from "./reading.js";

/** @import { Expression, Fault as Found, Input } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */

style(css);

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CELLS = /^(row \d+, (name|value)|inputs|expression|upstream gradient)$/;

/**
 * The form that writes a program from inputs and an expression.
 *
 * `onForm` is told each change of the form, `onProgram` the program that it writes, as long as it is valid; `onEdit` is called
 * with that where the visitor wants to go on with it as a program.
 *
 * @param {{ visit: Visit, form: Expression, onForm: (form: Expression) => void, onProgram: (text: string) => void,
 *   onEdit: (text: string) => void }} given
 */
export function ExpressionForm({ visit, form, onForm, onProgram, onEdit }) {
  const faults = useSignal(/** @type {Found[]} */ ([]));
  const valid = useSignal("");
  const told = useRef(onProgram);
  told.current = onProgram;
  const outlining = useMemo(
    () =>
      new Outlining(visit.runner, (outline) => {
        faults.value = outline.faults;
        if (outline.program === null || outline.program === valid.peek()) return;
        valid.value = outline.program;
        told.current(outline.program);
      }),
    [visit, faults, valid],
  );
  useEffect(() => {
    outlining.ask({ expression: trimmed(form) }, valid.peek() ? undefined : 0);
  }, [outlining, valid, form]);
  useEffect(() => () => outlining.cancel(), [outlining]);

  const change = (/** @type {Partial<Expression>} */ some) => onForm({ ...form, ...some });
  const others = faults.value.filter(({ cell }) => !CELLS.test(cell));
  return (
    <form class="expression-form" onSubmit={(event) => event.preventDefault()}>
      <Inputs inputs={form.inputs} faults={faults.value} onInputs={(inputs) => change({ inputs })} />
      <Field
        label={say("forms.expression.expression")}
        value={form.expression}
        fault={faultOf(faults.value, "expression")}
        onInput={(expression) => change({ expression })}
      />
      <Field
        label={say("forms.expression.gradient")}
        placeholder={say("forms.expression.no_gradient")}
        value={form.gradient}
        fault={faultOf(faults.value, "upstream gradient")}
        onInput={(gradient) => change({ gradient })}
      />
      <div class="form-row">
        <Calls calls={form.calls} onCalls={(calls) => change({ calls })} />
        <label class="form-check">
          <input
            type="checkbox"
            checked={form.retain_graph}
            onChange={({ currentTarget }) => change({ retain_graph: currentTarget.checked })}
          />
          <span class="code">{"retain_graph"}</span>
        </label>
      </div>
      <Fault>
        {others.length > 0 && others.map((one) => <span key={one.message}>{sentence(one)} </span>)}
      </Fault>
      <div class="form-row form-end">
        <p class="form-note" aria-live="polite">
          {faults.value.length > 0 && valid.value && say("forms.stale")}
        </p>
        <button
          type="button"
          class="button raised"
          disabled={!valid.value}
          onClick={() => onEdit(valid.value)}
        >
          {say("forms.expression.edit")}
        </button>
      </div>
    </form>
  );
}

/** The tensors of the expression. @param {{ inputs: Input[], faults: Found[], onInputs: (inputs: Input[]) => void }} given */
function Inputs({ inputs, faults, onInputs }) {
  const change = (/** @type {number} */ index, /** @type {Partial<Input>} */ some) =>
    onInputs(inputs.map((row, at) => (at === index ? { ...row, ...some } : row)));
  const add = () => {
    const name = [...LETTERS].find((letter) => inputs.every((row) => row.name !== letter)) ?? "a";
    onInputs([...inputs, { name, value: "1.0", requires_grad: true }]);
  };
  return (
    <section class="expression-inputs" aria-label={say("forms.expression.inputs")}>
      <div class="expression-head">
        <h2>{say("forms.expression.inputs")}</h2>
        {inputs.length < MOST_INPUTS && (
          <button type="button" class="button" onClick={add}>
            {say("forms.expression.add")}
          </button>
        )}
      </div>
      {inputs.map((row, index) => (
        <Row
          key={index}
          number={index + 1}
          row={row}
          faults={faults}
          onRow={(some) => change(index, some)}
          onRemove={() => onInputs(inputs.filter((_, at) => at !== index))}
        />
      ))}
      <Fault>{faultOf(faults, "inputs")}</Fault>
    </section>
  );
}

/**
 * A tensor: its name, its value, and whether it wants a gradient.
 * @param {{ number: number, row: Input, faults: Found[], onRow: (some: Partial<Input>) => void, onRemove: () => void }} given
 */
function Row({ number, row, faults, onRow, onRemove }) {
  const name = row.name || number;
  return (
    <div class="expression-input">
      <Field
        label={say("forms.expression.name", { number })}
        isLabelled={false}
        value={row.name}
        fault={faultOf(faults, `row ${number}, name`)}
        onInput={(given) => onRow({ name: given })}
      />
      <Field
        label={say("forms.expression.value", { name })}
        isLabelled={false}
        value={row.value}
        fault={faultOf(faults, `row ${number}, value`)}
        onInput={(value) => onRow({ value })}
      />
      <label class="form-chip" title={say("forms.expression.requires_grad_hint")}>
        <input
          type="checkbox"
          aria-label={say("forms.expression.requires_grad", { name })}
          checked={row.requires_grad}
          onChange={({ currentTarget }) => onRow({ requires_grad: currentTarget.checked })}
        />
        <span aria-hidden="true">{"grad"}</span>
      </label>
      <button
        type="button"
        class="button icon"
        aria-label={say("forms.expression.remove", { name })}
        title={say("forms.expression.remove", { name })}
        onClick={onRemove}
      >
        ×
      </button>
    </div>
  );
}

/** How often backward() is called. @param {{ calls: number, onCalls: (calls: number) => void }} given */
function Calls({ calls, onCalls }) {
  return (
    <label class="form-number">
      {say("forms.expression.calls")}
      <input
        type="number"
        class="code"
        min={1}
        max={MOST_CALLS}
        value={calls}
        onInput={({ currentTarget }) => {
          const { valueAsNumber } = currentTarget;
          if (Number.isInteger(valueAsNumber) && valueAsNumber >= 1 && valueAsNumber <= MOST_CALLS)
            onCalls(valueAsNumber);
        }}
      />
    </label>
  );
}

/** @param {Expression} form @returns {Expression} */
function trimmed(form) {
  return {
    ...form,
    inputs: form.inputs.map((row) => ({ ...row, name: row.name.trim(), value: row.value.trim() })),
    expression: form.expression.trim(),
    gradient: form.gradient.trim(),
  };
}
