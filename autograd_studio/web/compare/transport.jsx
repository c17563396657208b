import { say } from "../words/words.js";

/** @import { ComponentChildren } from "preact" */
/** @import { Difference } from "../runner/types.d.ts" */
/** @import { Comparing } from "./comparing.js" */
/** @import { Rows } from "./rows.js" */

/** What steps of both there are, and how the runs differ. @param {{ comparing: Comparing }} given */
export function Transport({ comparing }) {
  const rows = comparing.rows.value;
  const found = comparing.found.value;
  if (!rows || !found) return <div class="compare-transport" />;
  return (
    <section class="compare-transport" aria-label={say("compare.steps.name")}>
      <div class="compare-found">
        <Telling comparing={comparing} rows={rows} differences={found.differences} />
        <Differences comparing={comparing} differences={found.differences} />
      </div>
      <Steps comparing={comparing} rows={rows} differences={found.differences} />
    </section>
  );
}

/** The first difference of each kind, which lead to where they show. @param {{ comparing: Comparing, differences: Difference[] }} given */
function Differences({ comparing, differences }) {
  if (!differences.length) return <span class="compare-heading">{none(comparing)}</span>;
  return (
    <>
      <span class="compare-heading" id="first-differences">
        {say("compare.found.heading")}
      </span>
      <ul class="compare-differences" aria-labelledby="first-differences">
        {differences.map(({ kind, row, text }) => (
          <li key={kind}>
            <button
              type="button"
              class="button"
              title={bare(text)}
              aria-label={`${say(`compare.kinds.${kind}`)}: ${bare(text)}`}
              aria-current={row === comparing.row.value}
              onClick={() => comparing.goTo(row)}
            >
              {say(`compare.kinds.${kind}`)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is said of the row. @param {{ comparing: Comparing, rows: Rows, differences: Difference[] }} given */
function Telling({ comparing, rows, differences }) {
  const text = told(comparing, rows, differences);
  const isApart = text !== comparing.say("same");
  return (
    <p class={`compare-telling ${isApart ? "apart" : ""}`} role="status" tabIndex={0}>
      {withCode(text)}
    </p>
  );
}

/** The buttons and the slider. @param {{ comparing: Comparing, rows: Rows, differences: Difference[] }} given */
function Steps({ comparing, rows, differences }) {
  const row = comparing.row.value;
  const isLocked = comparing.locked.value;
  const count = say("compare.steps.count", { row: row + 1, count: rows.last + 1 });
  return (
    <div class="compare-steps" role="group" aria-label={say("compare.steps.group")}>
      <Step comparing={comparing} name="previous" to={row - 1} isAble={isLocked} path="M10 3 5 8l5 5" />
      <Step comparing={comparing} name="next" to={row + 1} isAble={isLocked} path="m6 3 5 5-5 5" />
      <Step comparing={comparing} name="first" to={0} isAble={isLocked} path="M4 3v10M12 3 7 8l5 5" />
      <div class="compare-scrub">
        <div class="compare-marks" aria-hidden="true">
          {differences.map(
            (one) =>
              one.row !== null && (
                <i
                  key={one.kind}
                  class={one.kind}
                  style={{ left: `${(100 * one.row) / (rows.last || 1)}%` }}
                />
              ),
          )}
        </div>
        <input
          type="range"
          min={1}
          max={rows.last + 1}
          value={row + 1}
          disabled={!isLocked}
          aria-label={say("compare.steps.row")}
          aria-valuetext={`${count}. ${bare(told(comparing, rows, differences))}`}
          onInput={({ currentTarget }) => comparing.go(Number(currentTarget.value) - 1)}
        />
      </div>
      <Step comparing={comparing} name="last" to={rows.last} isAble={isLocked} path="m4 3 5 5-5 5M12 3v10" />
      <output class="compare-count">{count}</output>
      <button
        type="button"
        class="button"
        role="switch"
        aria-checked={isLocked}
        aria-label={say("compare.steps.lock")}
        title={say("compare.steps.lock_hint")}
        onClick={() => comparing.lock(!isLocked)}
      >
        <span>{say("compare.steps.lock")}</span>
      </button>
    </div>
  );
}

/**
 * @param {{ comparing: Comparing, name: "first" | "previous" | "next" | "last", to: number, isAble: boolean, path: string }} given
 */
function Step({ comparing, name, to, isAble, path }) {
  const label = say(`compare.steps.${name}`);
  return (
    <button
      type="button"
      class={`button icon ${name}`}
      aria-label={label}
      title={label}
      disabled={!isAble}
      onClick={() => comparing.go(to)}
    >
      <svg viewBox="0 0 16 16">
        <path class="line" d={path} />
      </svg>
    </button>
  );
}

/** @param {Comparing} comparing @param {Rows} rows @param {Difference[]} differences */
function told(comparing, rows, differences) {
  const row = comparing.row.value;
  const found = differences.filter((one) => one.row === row);
  if (found.length) return found.map(({ text }) => text).join(" ");
  if (rows.at(0, row).idle) return comparing.say("only_right");
  return comparing.say(rows.at(1, row).idle ? "only_left" : "same");
}

/** @param {Comparing} comparing */
function none(comparing) {
  if (!comparing.form.value.on_torch) return say("compare.found.none");
  const count = comparing.found.value?.rows.filter((row) => !row.includes(null)).length ?? 0;
  return say("compare.found.identical", { count });
}

/** The parts of a text in which code stands between backquotes. @param {string} text @returns {ComponentChildren} */
function withCode(text) {
  return text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));
}

/** @param {string} text */
function bare(text) {
  return text.replaceAll("`", "");
}
