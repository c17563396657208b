// Characters that are not seen, or that let a line read otherwise than it runs.

import { say } from "../words/words.js";

/** @import { Extension } from "@codemirror/state" */
/** @import { Key } from "../words/words.js" */
/** @import { CodeMirror } from "./types.d.ts" */

/** Any but those that every program has: control and format characters, spaces of other widths, fillers. */
export const HIDDEN = /(?![ \t\n\r])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** What those are called that are known to mislead. @type {Record<number, Key>} */
const NAMES = {
  0xa0: "editor.hidden.no_break_space",
  0xad: "editor.hidden.soft_hyphen",
  0x61c: "editor.hidden.arabic_letter_mark",
  0x115f: "editor.hidden.hangul_filler",
  0x1160: "editor.hidden.hangul_filler",
  0x200b: "editor.hidden.zero_width_space",
  0x200c: "editor.hidden.zero_width_non_joiner",
  0x200d: "editor.hidden.zero_width_joiner",
  0x200e: "editor.hidden.left_to_right_mark",
  0x200f: "editor.hidden.right_to_left_mark",
  0x202a: "editor.hidden.left_to_right_embedding",
  0x202b: "editor.hidden.right_to_left_embedding",
  0x202c: "editor.hidden.pop_directional_formatting",
  0x202d: "editor.hidden.left_to_right_override",
  0x202e: "editor.hidden.right_to_left_override",
  0x2060: "editor.hidden.word_joiner",
  0x2066: "editor.hidden.left_to_right_isolate",
  0x2067: "editor.hidden.right_to_left_isolate",
  0x2068: "editor.hidden.first_strong_isolate",
  0x2069: "editor.hidden.pop_directional_isolate",
  0x3164: "editor.hidden.hangul_filler",
  0xfeff: "editor.hidden.zero_width_no_break_space",
  0xffa0: "editor.hidden.hangul_filler",
};

/** What a hidden character is called. @param {number} code */
export function nameOf(code) {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `${say(NAMES[code] ?? "editor.hidden.character")}, ${number}`;
}

/** The names of the hidden characters of a text, each once. @param {string} text */
export function named(text) {
  return [...new Set(text.match(HIDDEN))].map((one) => nameOf(/** @type {number} */ (one.codePointAt(0))));
}

/** What is said of a text that has such characters, "" of any other. @param {string} text */
export function warning(text) {
  const at = text.search(HIDDEN);
  return at < 0 ? "" : say("editor.hidden.warning", { line: text.slice(0, at).split("\n").length });
}

/** Show them as dots that have a name, and say what they mean. @param {CodeMirror} cm @returns {Extension[]} */
export function marked(cm) {
  return [
    cm.highlightSpecialChars({
      specialChars: HIDDEN,
      render: (code) => dot(nameOf(code)),
    }),
    cm.showPanel.compute(["doc"], ({ doc }) => {
      const text = warning(doc.toString());
      return text ? () => ({ dom: note(text) }) : null;
    }),
  ];
}

/** @param {string} name */
function dot(name) {
  const element = document.createElement("span");
  element.className = "cm-specialChar";
  element.textContent = "•";
  element.title = name;
  element.role = "img";
  element.ariaLabel = name;
  return element;
}

/** @param {string} text */
function note(text) {
  const element = document.createElement("div");
  element.className = "hidden-characters";
  element.role = "note";
  element.textContent = text;
  return element;
}
