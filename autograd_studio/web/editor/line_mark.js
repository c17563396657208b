/** @import { StateEffectType } from "@codemirror/state" */
/** @import { DecorationSet, EditorView } from "@codemirror/view" */
/** @import { CodeMirror } from "./types.d.ts" */

/** @typedef {{ line: number, phase: string }} AtWork the line of a step, counted from 1 */

/** Marks the line of a text that is at work, and brings it into view. */
export class LineMark {
  /** @type {StateEffectType<DecorationSet> | undefined} */
  #effect;

  /** @param {CodeMirror} cm */
  extension(cm) {
    const effect = (this.#effect = /** @type {StateEffectType<DecorationSet>} */ (cm.StateEffect.define()));
    return cm.StateField.define({
      create: () => cm.Decoration.none,
      update: (now, { changes, effects }) => effects.find((one) => one.is(effect))?.value ?? now.map(changes),
      provide: (field) => cm.EditorView.decorations.from(field),
    });
  }

  /** @param {CodeMirror} cm @param {EditorView} view @param {AtWork | null} now */
  show(cm, view, now) {
    const { doc } = view.state;
    const isThere = now && now.line >= 1 && now.line <= doc.lines;
    const mark = () => {
      const { line, phase } = /** @type {AtWork} */ (now);
      const attributes = { "aria-current": "step" };
      return [cm.Decoration.line({ class: `now ${phase}`, attributes }).range(doc.line(line).from)];
    };
    const marked = this.#effect?.of(cm.Decoration.set(isThere ? mark() : []));
    const into = isThere ? cm.EditorView.scrollIntoView(doc.line(now.line).from, { y: "nearest" }) : null;
    view.dispatch({ effects: [marked, into].flatMap((one) => one ?? []) });
  }
}
