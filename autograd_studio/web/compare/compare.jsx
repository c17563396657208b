import { untracked, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

import { load } from "../editor/loading.js";
import { Question } from "../forms/parts/question.jsx";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import css from "./compare.css";
import { Comparing, SIDES } from "./comparing.js";
import { Side } from "./side.jsx";
import { Transport } from "./transport.jsx";

/** @import { Programs } from "../runner/types.d.ts" */
/** @import { Visit } from "../shell/visit.js" */

/** @typedef {{ title: string } & Programs} Ready */

style(css);

/** The place where two programs are stepped side by side, by what they do. @param {{ visit: Visit }} given */
export function Compare({ visit }) {
  const comparing = useMemo(() => new Comparing(visit), [visit]);
  const pairs = useSignal(/** @type {Ready[]} */ ([]));
  useEffect(() => {
    load(visit.config.peek().files.codemirror);
    visit.forms.then((forms) => {
      pairs.value = forms.pairs;
    });
  }, [visit, pairs]);
  useSignalEffect(() => {
    if (visit.address.here.value.place !== "compare" || !pairs.value.length) return;
    const ready = pairs.value.map(programs);
    untracked(() => comparing.follow(ready));
  });
  return (
    <div class="compare">
      <div class="compare-head">
        <Choice comparing={comparing} pairs={pairs.value} />
        <button
          type="button"
          class="button primary"
          title={say("compare.run_hint")}
          onClick={() => comparing.run()}
        >
          {say("compare.run")}
        </button>
        <State comparing={comparing} />
      </div>
      {comparing.asks.value && <Question text={comparing.texts} onConfirm={() => comparing.run()} />}
      <div class="compare-sides">
        {SIDES.map((side) => (
          <Side key={side} comparing={comparing} side={side} />
        ))}
      </div>
      <Transport comparing={comparing} />
    </div>
  );
}

const MINE = "mine";
const ENGINES = "engines";

/** What can be compared. @param {{ comparing: Comparing, pairs: Ready[] }} given */
function Choice({ comparing, pairs }) {
  const { visit } = comparing;
  const chosen = useComputed(() => {
    const { left, right, on_torch } = comparing.form.value;
    return on_torch ? -1 : pairs.findIndex((one) => one.left === left && one.right === right);
  });
  const choose = (/** @type {string} */ picked) => {
    const { left } = comparing.written;
    const mine = visit.program.value;
    if (picked === MINE)
      comparing.begin({ left: mine.text, right: mine.text, on_torch: false }, mine.isForeign);
    else if (picked === ENGINES) comparing.begin({ left, right: left, on_torch: true }, comparing.isForeign);
    else comparing.begin(programs(pairs[Number(picked)]));
  };
  return (
    <select
      aria-label={say("compare.pair")}
      value={String(chosen.value)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="-1" disabled hidden>
        {say("compare.choose")}
      </option>
      {pairs.map(({ title }, index) => (
        <option key={title} value={String(index)}>
          {title}
        </option>
      ))}
      {visit.program.value.text && <option value={MINE}>{say("compare.mine")}</option>}
      {visit.config.value.engines.length > 1 && <option value={ENGINES}>{say("compare.engines")}</option>}
    </select>
  );
}

/** What goes on, or went wrong. @param {{ comparing: Comparing }} given */
function State({ comparing }) {
  const position = comparing.waiting.value;
  if (position === null)
    return (
      <p class="compare-state" role="status">
        {comparing.message}
      </p>
    );
  return (
    <>
      <p class="compare-state" role="status">
        {position ? say("runner.waiting", { count: position }) : say("runner.running")}
      </p>
      <button type="button" class="button" onClick={() => comparing.cancel()}>
        {say("runner.cancel")}
      </button>
    </>
  );
}

/** @param {Ready} ready @returns {Programs} */
function programs({ left, right, on_torch }) {
  return { left, right, on_torch };
}
