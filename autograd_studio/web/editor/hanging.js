/** @import { Extension } from "@codemirror/state" */
/** @import { DecorationSet, EditorView } from "@codemirror/view" */
/** @import { CodeMirror } from "./types.d.ts" */

const TAB = 4; // columns
const FURTHER = 2; // columns that the rest of a long line begins farther to the right

/** The style of a line that lets its rest, where it is too long, begin below its first letter. @param {string} text */
export function hanging(text) {
  let columns = FURTHER;
  for (const letter of /** @type {RegExpMatchArray} */ (text.match(/^[ \t]*/))[0])
    columns += letter === "\t" ? TAB : 1;
  return `--hang: ${columns}ch`;
}

/** Let long lines hang, those that are in view. @param {CodeMirror} cm @returns {Extension} */
export function indents(cm) {
  const found = (/** @type {EditorView} */ view) => {
    const lines = [];
    for (const { from, to } of view.visibleRanges)
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        lines.push(cm.Decoration.line({ attributes: { style: hanging(line.text) } }).range(line.from));
        at = line.to + 1;
      }
    return cm.Decoration.set(lines);
  };
  class Indents {
    /** @param {EditorView} view */
    constructor(view) {
      /** @type {DecorationSet} */
      this.decorations = found(view);
    }

    /** @param {import("@codemirror/view").ViewUpdate} update */
    update({ docChanged, viewportChanged, view }) {
      if (docChanged || viewportChanged) this.decorations = found(view);
    }
  }
  return cm.ViewPlugin.fromClass(Indents, { decorations: ({ decorations }) => decorations });
}
