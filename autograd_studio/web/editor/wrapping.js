/** @import { Extension, Range } from "@codemirror/state" */
/** @import { Decoration, DecorationSet, EditorView } from "@codemirror/view" */
/** @import { CodeMirror } from "./types.d.ts" */

const TAB = 4; // columns
const FURTHER = 2; // columns that the rest of a long line begins farther to the right

const LONG = /\S{16,}/g; // what may be too long for a line of a narrow pane
const WITHIN = /(?<=[\w)\]]\.)(?=[A-Za-z_])|(?<=[({,=]|(?<![\w)\]])\[)(?=[^)\]}=\s])/g;

/** The style of a line that lets its rest, where it is too long, begin below its first letter. @param {string} text */
export function hanging(text) {
  let columns = FURTHER;
  for (const letter of /** @type {RegExpMatchArray} */ (text.match(/^[ \t]*/))[0])
    columns += letter === "\t" ? TAB : 1;
  return `--hang: ${columns}ch`;
}

/** Where a line of code may go on below but for its spaces: after a dot, a comma, a bracket that is no index's. @param {string} text @returns {number[]} */
export function breaks(text) {
  return [...text.split("#", 1)[0].matchAll(LONG)].flatMap(({ 0: word, index }) =>
    [...word.matchAll(WITHIN)].map((found) => index + found.index),
  );
}

/** Wrap long lines, those that are in view. @param {CodeMirror} cm @returns {Extension} */
export function wrapped(cm) {
  class Break extends cm.WidgetType {
    toDOM() {
      return document.createElement("wbr");
    }
    eq() {
      return true;
    }
  }
  const within = cm.Decoration.widget({ widget: new Break(), side: 1 });
  const found = (/** @type {EditorView} */ view) => {
    /** @type {Range<Decoration>[]} */
    const all = [];
    for (const { from, to } of view.visibleRanges)
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        all.push(cm.Decoration.line({ attributes: { style: hanging(line.text) } }).range(line.from));
        all.push(...breaks(line.text).map((place) => within.range(line.from + place)));
        at = line.to + 1;
      }
    return cm.Decoration.set(all);
  };
  class Wrapped {
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
  return cm.ViewPlugin.fromClass(Wrapped, { decorations: ({ decorations }) => decorations });
}
