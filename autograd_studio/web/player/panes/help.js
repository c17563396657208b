import { html } from "../base/dom.js";
import { LEGEND } from "../base/keys.js";
import { tell } from "../base/words.js";

// The looks of boxes, by the class that gives it and the word that tells what it means.
const KINDS = ["leaf", "constant", "op", "function", "output", "seed", "fold"].map((kind) => [
  `kind-${kind}`,
  `kind_${kind}`,
]);
const MARKS = [
  ["current", "box_current"],
  ["target", "box_target"],
  ["at-ready", "box_ready"],
  ["read", "box_read"],
];
const SIGNS = [
  ["grad", "∇ –", "nabla"],
  ["running", "y = x * 2", "running"],
  ["made", "x * 2", "made"],
  ["minus", "−3", "minus"],
  ["cut", "✂", "cut"],
  ["failed", "✕", "failed"],
];
const LINKS = ["idle", "forward", "backward", "dotted"];
const STATES = ["pending", "complete", "kept", "passed", "undefined"];

/** Fill the legend: every key, and every sign of the picture beside what it means. */
export function fillHelp(element, words, close) {
  const button = html("button.unpin", { type: "button", "aria-label": words.close }, "×");
  button.addEventListener("click", close);
  element.replaceChildren(
    html("div.heading", html("h3", words.help), button),
    html(
      "div.columns",
      html("dl", ...keys(words), ...links(words)),
      html("dl", ...boxes(words, [...KINDS, ...MARKS]), ...gradients(words), ...signs(words)),
    ),
  );
}

function keys(words) {
  return LEGEND.flatMap(([names, word]) => entry(html("kbd", names), words[word]));
}

function links(words) {
  return LINKS.flatMap((state) => entry(html("span", { class: `stroke ${state}` }), words[`link_${state}`]));
}

function boxes(words, looks) {
  const sample = (look) =>
    html("div", { class: `box near sample ${look}` }, html("div.title", html("b", "x")));
  return looks.flatMap(([look, word]) => entry(sample(look), words[word]));
}

function gradients(words) {
  const row = (state) => html("div", { class: `grad is-${state}` }, state === "undefined" ? "None" : "[0.3]");
  const sample = (state) => html("div", { class: "box near sample" }, row(state));
  const what = (state) => tell(words.states[state], { arrived: 1, expected: 2 });
  return STATES.flatMap((state) => entry(sample(state), `${words.gradientHeading}: ${what(state)}`));
}

function signs(words) {
  return SIGNS.flatMap(([look, text, word]) =>
    entry(html("span", { class: `mark ${look}` }, text), words[`sign_${word}`]),
  );
}

function entry(sign, text) {
  return [html("dt", sign), html("dd", text)];
}
