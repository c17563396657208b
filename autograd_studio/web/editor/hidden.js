// Characters that are not seen, or that let a line read otherwise than it runs.

/** @import { Extension } from "@codemirror/state" */
/** @import { CodeMirror } from "./types.d.ts" */

/** Any but those that every program has: control and format characters, spaces of other widths, fillers. */
export const HIDDEN = /(?![ \t\n\r])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** @type {Record<number, string>} */
const NAMES = {
  0xa0: "no-break space",
  0xad: "soft hyphen",
  0x61c: "Arabic letter mark",
  0x115f: "Hangul filler",
  0x1160: "Hangul filler",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x3164: "Hangul filler",
  0xfeff: "zero width no-break space",
  0xffa0: "Hangul filler",
};

/** What a hidden character is called. @param {number} code */
export function nameOf(code) {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `${NAMES[code] ?? "hidden character"}, ${number}`;
}

/** What is said of a text that has such characters, "" of any other. @param {string} text */
export function warning(text) {
  const at = text.search(HIDDEN);
  if (at < 0) return "";
  const line = text.slice(0, at).split("\n").length;
  return `Hidden characters, shown as red dots, from line ${line} on: the program may do something other than it appears to.`;
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
