// Inside a custom Function: what is on ctx, and what each line has made.
import { brief, tuple } from "../model/cells.js";
import { html } from "../base/dom.js";
import { titleOf } from "./why.js";
import { tell } from "../base/phrases.js";

/** @import { FunctionCall, Value } from "../model/types.d.ts" */
/** @import { Story } from "../model/story.js" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

/**
 * The call of a Function that a step is in, the innermost one; undefined outside of all.
 * @param {FunctionCall[]} calls @param {number} step
 */
export function callAt(calls, step) {
  return calls
    .filter(({ from, to }) => from <= step && step <= to)
    .sort((a, b) => b.from - a.from || a.to - b.to)[0];
}

/**
 * What is on ctx at a step, as rows: the name, the text of what it holds, the version, and whether that is another one than
 * was saved.
 * @param {FunctionCall} call @param {number} step @param {Value[]} values
 */
export function rows({ ctx }, step, values) {
  return ctx.map(({ name, given, since, text, held = [], version }) => {
    const [, value, now] = held.filter(([k]) => k <= step).at(-1) ?? [];
    const isThere = since <= step;
    const isStale = name === "saved_tensors" && now !== undefined && now !== version;
    return {
      name: name === "saved_tensors" ? "saved_tensors" : `ctx.${name}`,
      given: given ?? "",
      isThere,
      isStale,
      text: !isThere ? "" : value === undefined ? (text ?? "") : shortly(values[value]),
      version: !isThere || now === undefined ? "" : isStale ? `v${version} → v${now}` : `v${now}`,
    };
  });
}

/**
 * The lines at a step: whether each has run, is running or comes later, and what it has made so far.
 * @param {FunctionCall} call @param {number} step @param {number | undefined} line the line of the step
 * @param {Value[]} values
 */
export function lines({ lines: all, to }, step, line, values) {
  return all.map(({ line: first, last, text, at, made }) => {
    const isNow =
      line !== undefined && first <= line && line <= last && (at == null || at >= step || at === to);
    return {
      line: first,
      last,
      text,
      at,
      state: isNow ? "now" : at != null && at <= step ? "done" : "later",
      made: made
        .filter(([, k]) => k <= step)
        .map(([name, , value]) => ({ name, text: value == null ? "None" : shortly(values[value]) })),
    };
  });
}

/** @param {Value} value */
function shortly(value) {
  return brief(value) ?? `${value.dtype} ${tuple(value.shape)}`;
}

/**
 * The inside of the Function that a step is in; null outside of all.
 * @param {Story} story @param {number} step @param {Words} words
 */
export function inside(story, step, words) {
  const call = callAt(story.functions, step);
  if (!call) return null;
  const kept = rows(call, step, story.values);
  const ran = lines(call, step, story.steps[step].line, story.values);
  const mistakes = call.reasons.map((index) => ({ index, reason: story.reasons[index] }));
  const here = (/** @type {number | undefined} */ line) => ran.some((one) => isIn(one, line));
  return html(
    "section.inside",
    { "aria-label": tell(words.insideOf, { name: call.title }), tabindex: 0 },
    html(
      "div.head",
      html("h3", tell(words.insideOf, { name: call.title })),
      html("ul.ctx", ...kept.map(chip)),
    ),
    ...mistakes.filter(({ reason }) => !here(reason.line)).map((one) => mistake(one, words)),
    html("ol.ran", ...ran.map((one) => item(one, mistakes.filter(isFirst(ran, one)), words))),
  );
}

/** @typedef {{ index: number, reason: import("../model/types.d.ts").Reason }} Mistake */

/** @param {ReturnType<typeof lines>[number]} one @param {number | undefined} line */
function isIn({ line: first, last }, line) {
  return line !== undefined && first <= line && line <= last;
}

/** Whether a mistake is told at an item: at the first of its line. @param {ReturnType<typeof lines>} ran @param {ReturnType<typeof lines>[number]} one */
function isFirst(ran, one) {
  return (/** @type {Mistake} */ { reason }) => ran.find((other) => isIn(other, reason.line)) === one;
}

/** @param {Mistake} given @param {Words} words */
function mistake({ index, reason }, words) {
  return html(
    "button.mistake",
    { type: "button", "data-reason": index },
    html("b", titleOf(reason, words)),
    ` ${reason.said}`,
  );
}

/** @param {ReturnType<typeof lines>[number]} one @param {Mistake[]} mistakes @param {Words} words */
function item(one, mistakes, words) {
  const { line, text, at, state, made } = one;
  return html(
    "li",
    { class: state, "aria-current": state === "now" ? "step" : null },
    html("button", { type: "button", "data-step": at, disabled: at == null }, html("i", String(line)), text),
    ...made.map(({ name, text: value }) => html("span.holds", `${name} = `, html("b", value))),
    ...mistakes.map((found) => mistake(found, words)),
  );
}

/** @param {ReturnType<typeof rows>[number]} row */
function chip({ name, given, isThere, isStale, text, version }) {
  return html(
    "li",
    { class: isStale ? "holds stale" : isThere ? "holds" : "holds later" },
    `${name} ${given ? `${given} ` : ""}= `,
    html("b", isThere ? text : "–"),
    version ? html("small", ` ${version}`) : null,
  );
}
