// What nodes have saved, as the card of a step lists it: kept for another pass, or freed.
import { brief, tuple } from "../model/cells.js";
import { bytesText, SIGNS, slotBytes, slotRows } from "../model/saved_bytes.js";
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

/**
 * The saved tensors that a step is about, node by node, and the rule where nothing else is told; null where it is about none.
 * What a node that runs does with its own, its sentence says.
 * @param {Story} story @param {number} step @param {Words} words
 */
export function slots(story, step, words) {
  const rows = slotRows(story, step);
  if (!rows.length || story.steps[step].kind === "run") return null;
  const isFreed = rows.every((row) => row.slots.every(({ state }) => state === "freed"));
  const title = isFreed ? words.slotsFreed : words.slotsKept;
  return html(
    "section.slots",
    html("h3", tell(title, { bytes: bytesText(slotBytes(story, step)) })),
    html("ul", ...rows.map((row) => html("li", story.boxes[row.box].fn ?? "", ...row.slots.map(slot)))),
    story.steps[step].summary ? null : html("p", words.slotsRule),
  );
}

/** @param {ReturnType<typeof slotRows>[number]["slots"][number]} slot */
function slot({ name, value, state }) {
  const text = value && state !== "freed" ? (brief(value) ?? tuple(value.shape)) : null;
  return html(
    "b",
    { class: state },
    `${SIGNS[state]} ${name}`,
    text && text !== name ? html("small", ` ${text}`) : "",
  );
}
