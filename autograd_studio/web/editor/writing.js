import { Draft } from "./draft.js";
import { marked } from "./hidden.js";
import { codemirror } from "./loading.js";
import { breaks, hanging, wrapped } from "./wrapping.js";

/** @import { Compartment, Extension } from "@codemirror/state" */
/** @import { Command, EditorView } from "@codemirror/view" */
/** @import { CodeMirror, Content } from "./types.d.ts" */

const BELOW = 2; // lines below one that is brought into view
const TRIES = 4; // until it is

/**
 * A text that is written: CodeMirror with Python's colours, marks at lines, and a draft. Until CodeMirror is there the text
 * stands at the same place, to be read.
 *
 * `opened` is called with CodeMirror when it is there, `changed` whenever the text is another one, `asked` when it is to be
 * run. `extensions` gives more of CodeMirror's; numbers of lines are expected among them.
 *
 * @typedef {{ opened: (cm: CodeMirror) => void, changed: () => void, asked: () => void,
 *   extensions: (cm: CodeMirror) => Extension[] }} Calls
 */
export class Writing {
  /** @type {Content} from the first `take` on, as `draft` */
  data;
  /** @type {Draft} */
  draft;
  /** @type {CodeMirror} from `opened` on, as `view` */
  cm;
  /** @type {EditorView} */
  view;
  /** @type {Compartment} */
  named;
  /** What is written as long as there is no `view`. */
  #written = "";

  /** @param {Element} place @param {Partial<Calls>} calls */
  constructor(place, { opened = nothing, changed = nothing, asked = nothing, extensions = () => [] } = {}) {
    this.place = place;
    this.calls = { opened, changed, asked, extensions };
  }

  /**
   * Take what is given. A text other than the one given last replaces what is written, and so does any that is locked.
   * @param {Content} data
   */
  take(data) {
    const before = this.data;
    this.data = data;
    if (!before) this.begin();
    else {
      if (data.locked || data.text !== before.text) this.write(data.text);
      if (data.given !== before.given) this.draft.keep(this.text, data.given);
      if (data.locked !== before.locked || data.label !== before.label) this.rename();
      if (JSON.stringify(data.marks) !== JSON.stringify(before.marks)) this.mark();
    }
  }

  /** Show the first text, or else the draft over it, and wait for CodeMirror. */
  async begin() {
    const { text, given, label, locked } = this.data;
    this.draft = new Draft(label);
    const kept = locked ? null : this.draft.of(given);
    this.#written = kept ?? text;
    this.place.replaceChildren(plain(this.#written, label));
    if (kept !== null) this.note();
    const cm = await codemirror;
    if (this.closed) return;
    this.cm = cm;
    this.place.replaceChildren();
    this.view = new cm.EditorView({ parent: this.place, state: this.fresh(this.#written) });
    this.mark();
    this.calls.opened(cm);
  }

  /** @param {string} doc */
  fresh(doc) {
    const { cm } = this;
    this.named = new cm.Compartment();
    return cm.EditorState.create({
      doc,
      extensions: [
        ...this.calls.extensions(cm),
        cm.lintGutter(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.history({ joinToEvent: (_, adjacent) => adjacent && !this.replacing }),
        cm.highlightActiveLine(),
        ...marked(cm),
        cm.indentUnit.of("    "),
        cm.EditorState.tabSize.of(4),
        this.named.of(this.attributes()),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        wrapped(cm),
        cm.EditorView.theme(theme),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.ask() },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          this.tab(),
        ]),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.note()),
        cm.EditorView.domEventHandlers({
          focus: () => {
            this.used = this.pressed; // by a pointer, not by Tab
          },
          pointerdown: () => {
            this.used = this.pressed = true;
            setTimeout(() => {
              this.pressed = false;
            });
          },
          keydown: ({ key }) => {
            this.used ||= !PASSING.has(key);
          },
          beforeinput: (event) => this.type(event),
        }),
      ],
    });
  }

  /** Tab indents, but leads on from a text that it only came to. Escape and then Tab leaves always: CodeMirror sees to that. */
  tab() {
    const { indentWithTab } = this.cm;
    /** @param {Command} [indent] @returns {Command} */
    const ifUsed = (indent) => (view) => Boolean(this.used && !this.data.locked && indent?.(view));
    return { key: "Tab", run: ifUsed(indentWithTab.run), shift: ifUsed(indentWithTab.shift) };
  }

  /** Whether it can be written, and what is read aloud. */
  attributes() {
    const { cm, data } = this;
    return [
      cm.EditorState.readOnly.of(data.locked),
      cm.EditorView.contentAttributes.of({
        tabindex: "0", // it can be reached anyway, but checkers of accessibility do not see that
        "aria-label": data.label,
        "aria-description": data.keys,
        "aria-readonly": String(data.locked),
      }),
    ];
  }

  rename() {
    this.view?.dispatch({ effects: this.named.reconfigure(this.attributes()) });
  }

  get text() {
    return this.view ? this.view.state.doc.toString() : this.#written;
  }

  /**
   * Write what is typed ourselves: of each edit of its own a browser keeps an undo step, with the nodes it replaced.
   * @param {InputEvent} event
   */
  type({ inputType, data, isComposing }) {
    if (inputType !== "insertText" || !data || isComposing || this.data.locked) return false;
    this.view.dispatch(this.view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
    return true;
  }

  /**
   * Replace the text. It can be undone, back to what was written before.
   * @param {string} text
   */
  write(text) {
    if (text === this.text) return;
    if (!this.view) {
      this.#written = text;
      this.place.replaceChildren(plain(text, this.data.label));
      this.note();
      return;
    }
    this.replacing = true; // undo brings back what was there, however recently it was written
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.replacing = false;
  }

  /**
   * Write another text for the visitor, and run it.
   * @param {string} text
   */
  rewrite(text) {
    this.write(text);
    this.ask();
  }

  /** Take note of another text. */
  note() {
    this.draft.keep(this.text, this.data.given);
    this.calls.changed();
  }

  /** Ask for a run of what is written. */
  ask() {
    if (this.data.locked) return false;
    this.calls.asked();
    return true;
  }

  // Marks

  /** Mark the lines that have a message. */
  mark() {
    if (!this.view) return;
    const { doc } = this.view.state;
    const found = this.data.marks.filter(({ line }) => line >= 1 && line <= doc.lines);
    const diagnostics = found.map((mark) => {
      const line = doc.line(mark.line);
      const indent = line.text.length - line.text.trimStart().length;
      return {
        from: Math.min(line.from + indent, line.to),
        to: line.to,
        severity: mark.severity,
        message: mark.message,
      };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, diagnostics));
    const fault = found.find(({ severity }) => severity === "error");
    if (fault) this.reveal([fault.line]);
  }

  /**
   * Scroll so that these lines are in view, the last for certain, each with as much above it as there is room for.
   * @param {number[]} lines
   */
  reveal(lines) {
    for (const line of lines)
      if (line >= 1 && line <= this.view.state.doc.lines)
        for (let tries = TRIES; tries && this.#bring(line); tries--) this.settle(); // what comes into view may be higher than thought
  }

  /** Scroll to a line, as far as it is known where that is; return whether it was not in view. @param {number} number */
  #bring(number) {
    const { state, scrollDOM } = this.view;
    const place = (/** @type {number} */ line) =>
      this.view.lineBlockAt(state.doc.line(Math.min(line, state.doc.lines)).from);
    const { scrollTop, clientHeight } = scrollDOM;
    const { top, bottom } = place(number);
    const room = clientHeight - this.view.documentPadding.top;
    if (top >= scrollTop && bottom <= scrollTop + room) return false;
    const below = Math.min(place(number + BELOW).bottom, top + room);
    scrollDOM.scrollTop = Math.max(0, Math.max(below, bottom) - room);
    return true;
  }

  /** Take note of how high the lines in view are by now. */
  settle() {
    this.view.requestMeasure();
    this.view.lineBlockAtHeight(0); // alone of what asks for a line it measures first
  }

  /** Show the beginning of the text. */
  toTop() {
    if (this.view && this.view.scrollDOM.scrollTop) this.view.scrollDOM.scrollTop = 0;
  }

  /** @param {number} number of a line */
  goTo(number) {
    if (!this.view) return;
    const line = this.view.state.doc.line(Math.min(number, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
    this.view.focus();
  }

  close() {
    this.closed = true;
    this.view?.destroy();
  }
}

function nothing() {}

/**
 * A text as it stands until CodeMirror is there; .unopened has the theme's measures.
 * @param {string} text @param {string} label
 */
function plain(text, label) {
  const element = document.createElement("div");
  element.className = "unopened";
  element.role = "textbox";
  element.tabIndex = 0;
  element.ariaLabel = label;
  element.ariaMultiLine = "true";
  element.ariaReadOnly = "true";
  element.append(
    ...text.split("\n").map((line) => {
      const row = document.createElement("div");
      row.style.cssText = hanging(line);
      row.append(...parts(line));
      return row;
    }),
  );
  return element;
}

/** A line, with the places where it may go on below. @param {string} line @returns {(string | Element)[]} */
function parts(line) {
  const ends = [0, ...breaks(line), line.length];
  return ends
    .slice(1)
    .flatMap((end, i) => [...(i ? [document.createElement("wbr")] : []), line.slice(ends[i], end)]);
}

const PASSING = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]); // keys that do not mean to write

// The measures of text and gutters stand in editor.css too, for `.unopened`.
const theme = {
  "&": { height: "100%", fontSize: "0.8125rem", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2px solid var(--acc)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content.cm-lineWrapping": { whiteSpace: "pre-wrap" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-line": { padding: "0 0.875rem 0 calc(0.25rem + var(--hang))", textIndent: "calc(-1 * var(--hang))" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--mute)", backgroundColor: "transparent", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2rem", padding: "0", fontSize: "0.75rem" },
  ".cm-gutter-lint": { width: "0.875rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0.125rem" },
  ".cm-lint-marker": { width: "8px", height: "8px", margin: "0.35rem 0 0 1px", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "normal", background: "var(--err)" },
  ".cm-lint-marker-warning": {
    content: "normal",
    background: "var(--acc)",
    borderRadius: "2px",
    transform: "rotate(45deg)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--tint)" },
  ".cm-specialChar": { color: "var(--err)", fontWeight: "bold" },
  ".cm-panels": { color: "var(--err)", backgroundColor: "var(--err-tint)", border: "none" },
  ".hidden-characters": { padding: "0.375rem 0.75rem", fontFamily: "var(--sans)" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--hairline)",
    borderRadius: "8px",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap",
  },
};
