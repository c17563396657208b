import { useSignal } from "@preact/signals";

import { say } from "../../words/words.js";
import { sign, tint } from "./matrix.jsx";
import { jvp, largest, list, shown, vjp } from "./numbers.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Key } from "../../words/words.js" */
/** @import { Jacobian } from "../../runner/types.d.ts" */

const MOST_SLIDERS = 8;
const END = 2; // how far a slider goes to either side
const MOST_LARGE = 12; // columns whose numbers are large
const ALL = "all";

/** @typedef {{ letter: "v" | "u", names: string[], weights: Signal<number[]> }} Vector what the matrix is multiplied by */

/**
 * A Jacobian between the seed v, left, and the direction u, above; below it vᵀJ, right Ju, which follow at once.
 * @param {{ answer: Jacobian, output: string, input: string }} given
 */
export function JacobianMatrix({ answer, output, input }) {
  const { outputs, inputs } = answer;
  const v = { letter: /** @type {const} */ ("v"), names: outputs, weights: useSignal(outputs.map(() => 1)) };
  const u = { letter: /** @type {const} */ ("u"), names: inputs, weights: useSignal(inputs.map(() => 1)) };
  const at = useSignal(/** @type {[number, number] | null} */ (null));
  const rows = answer.rows.map((row) => row.map(Number));
  const back = vjp(rows, v.weights.value);
  const moved = jvp(rows, u.weights.value);
  const [i, j] = at.value ?? [];
  const told =
    i === undefined || j === undefined
      ? say("forms.jacobian.cells", { output, input })
      : say("forms.jacobian.cell", { output: outputs[i], input: inputs[j], number: shown(rows[i][j]) });
  return (
    <section class="jacobian" aria-label={say("forms.jacobian.of", { output, input })}>
      <p class="jacobian-told">{told}</p>
      <div class="form-row">
        <Choice vector={v} />
        <Choice vector={u} />
      </div>
      <div class="matrix-scroll" role="region" aria-label={say("forms.jacobian.matrix")} tabIndex={0}>
        <Table rows={rows} v={v} u={u} back={back} moved={moved} at={at} />
      </div>
      {answer.is_cut && (
        <p class="form-note">
          {say("forms.jacobian.cut", {
            rows: size(answer.output),
            columns: size(answer.input),
            most: Math.max(outputs.length, inputs.length),
          })}
        </p>
      )}
      <Product
        kind="back"
        name="vᵀJ"
        line="row"
        vector={v}
        found={back}
        note={say("forms.jacobian.back", { input })}
      />
      <Product
        kind="moved"
        name="Ju"
        line="column"
        vector={u}
        found={moved}
        note={say("forms.jacobian.moved", { input, output })}
      />
    </section>
  );
}

/**
 * @param {{ rows: number[][], v: Vector, u: Vector, back: number[], moved: number[], at: Signal<[number, number] | null> }} given
 */
function Table({ rows, v, u, back, moved, at }) {
  const most = largest(rows);
  const isLarge = u.names.length <= MOST_LARGE;
  return (
    <table class={`jacobian-table ${isLarge ? "large" : ""}`} onPointerLeave={() => (at.value = null)}>
      <thead>
        <tr>
          <th class="vector v">{say("forms.jacobian.v")}</th>
          <td />
          {u.names.map((name, column) => (
            <th key={name} scope="col">
              <Name vector={u} index={column} />
            </th>
          ))}
          <th scope="col" class="vector u">
            {"Ju"}
          </th>
        </tr>
        <tr>
          <th scope="row" class="vector u" colSpan={2}>
            {say("forms.jacobian.u")}
          </th>
          {u.names.map((name, column) => (
            <td key={name} class="weight">
              <Weight vector={u} index={column} />
            </td>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={v.names[i]}>
            <td class="weight">
              <Weight vector={v} index={i} />
            </td>
            <th scope="row">
              <Name vector={v} index={i} />
            </th>
            {row.map((number, j) => (
              <td
                key={u.names[j]}
                class={`cell ${sign(number)} ${v.weights.value[i] && u.weights.value[j] ? "" : "off"}`}
                style={tint(number, most)}
                onPointerEnter={() => (at.value = [i, j])}
              >
                {shown(number)}
              </td>
            ))}
            <td class="product u">{shown(moved[i])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" class="vector v">
            vᵀJ
          </th>
          {back.map((number, j) => (
            <td key={u.names[j]} class="product v">
              {shown(number)}
            </td>
          ))}
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

/** The name of an element, which takes that element alone. @param {{ vector: Vector, index: number }} given */
function Name({ vector: { letter, names, weights }, index }) {
  if (names.length > MOST_SLIDERS) return names[index];
  const alone = () => (weights.value = names.map((_, other) => Number(other === index)));
  const label = say("forms.jacobian.take", { letter, name: names[index] });
  return (
    <button
      type="button"
      class="button code"
      title={label}
      aria-label={`${names[index]}: ${label}`}
      onClick={alone}
    >
      {names[index]}
    </button>
  );
}

/** The number of an element in v or u; a slider, where these are few. @param {{ vector: Vector, index: number }} given */
function Weight({ vector: { letter, names, weights }, index }) {
  const number = weights.value[index];
  if (names.length > MOST_SLIDERS) return shown(number);
  return (
    <label class="slider">
      <output>{shown(number)}</output>
      <i aria-hidden="true">−{END}</i>
      <input
        type="range"
        min={-END}
        max={END}
        step={0.1}
        value={number}
        aria-label={say("forms.jacobian.weight", { letter, name: names[index] })}
        onInput={({ currentTarget }) =>
          (weights.value = weights.value.map((one, other) =>
            other === index ? currentTarget.valueAsNumber : one,
          ))
        }
      />
      <i aria-hidden="true">{END}</i>
    </label>
  );
}

/** What v or u can be set to. @param {{ vector: Vector }} given */
function Choice({ vector: { letter, names, weights } }) {
  const isMany = names.length > MOST_SLIDERS;
  const ones = () => (weights.value = names.map(() => 1));
  if (!isMany)
    return (
      <button type="button" class="button" onClick={ones} disabled={weights.value.every((one) => one === 1)}>
        {say("forms.jacobian.ones", { letter })}
      </button>
    );
  const alone = weights.value.every((one) => one === 1) ? ALL : String(weights.value.indexOf(1));
  return (
    <label class="form-field">
      {say(`forms.jacobian.${letter}`)}
      <select
        value={alone}
        onChange={({ currentTarget: { value } }) =>
          (weights.value = names.map((_, index) => Number(value === ALL || index === Number(value))))
        }
      >
        <option value={ALL}>{say("forms.jacobian.every")}</option>
        {names.map((name, index) => (
          <option key={name} value={String(index)}>
            {say("forms.jacobian.alone", { name })}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * A product, written out as the sum of the rows or columns that it takes, unless they are many.
 * @param {{ kind: string, name: string, line: "row" | "column", vector: Vector, found: number[], note: string }} given
 */
function Product({ kind, name, line, vector: { names, weights }, found, note }) {
  const key = /** @type {Key} */ (`forms.jacobian.${line}`);
  const taken = weights.value.flatMap((weight, index) =>
    weight ? [say(key, { weight: shown(weight), name: names[index] })] : [],
  );
  const sum = taken.length > MOST_SLIDERS ? [] : [taken.join(" + ") || "0"];
  return (
    <div class={`jacobian-product ${kind}`}>
      <p>{note}</p>
      <p class="code">{[name, ...sum, list(found)].join(" = ")}</p>
    </div>
  );
}

/** How many elements a shape has. @param {number[]} shape */
function size(shape) {
  return shape.reduce((product, one) => product * one, 1);
}
