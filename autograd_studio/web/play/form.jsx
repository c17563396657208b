import { CustomOpForm } from "../forms/custom_op.jsx";
import { ExpressionForm } from "../forms/expression.jsx";

/** @import { Bench } from "./bench.js" */

/** The form that writes the program of a bench. @param {{ bench: Bench }} given */
export function Form({ bench }) {
  const { form: way, visit } = bench;
  const form = way?.form.value;
  if (!way || !form) return null;
  // What a link brought stays that: as a program, too, it asks before it runs.
  const edit = (/** @type {string} */ text) => visit.open(way.whose(text), { runs: true });
  const write = (/** @type {string} */ text) => way.write(text);
  if (bench.place === "expression")
    return (
      <ExpressionForm
        visit={visit}
        form={form}
        onForm={(to) => way.change(to, false)}
        onProgram={write}
        onEdit={edit}
      />
    );
  return (
    <CustomOpForm
      visit={visit}
      form={form}
      isForeign={way.isForeign.value}
      run={bench.run.value}
      step={bench.step.value}
      onForm={(to) => way.change(to, true)}
      onProgram={write}
      onEdit={edit}
    />
  );
}
