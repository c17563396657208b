import { Draft } from "./draft.js";
import { marked } from "./hidden.js";

/** @import { Extension } from "@codemirror/state" */
/** @import { Command, EditorView } from "@codemirror/view" */
/** @import { CodeMirror, Content, SetStateValue } from "./types.d.ts" */

const AROUND = 3; // lines around one that is brought into view
const REST = 2000; // ms without a key after which the server is told what is written

/** Gives what bundles/codemirror.js brings, as soon as it is there. @type {Promise<CodeMirror>} */
const codemirror = new Promise((arrived) => {
  const promised = (window.autogradStudioCodeMirror ??= {});
  if (promised.parts) arrived(promised.parts);
  else {
    const others = promised.arrived;
    promised.arrived = (parts) => {
      others?.(parts);
      arrived(parts);
    };
  }
});

/**
 * A text that is written: CodeMirror with Python's colours, marks at lines, and one connection to the server: the draft.
 *
 * `opened` is called with CodeMirror when it is there, `changed` whenever the text is another one, `asked` when it is to be
 * run. `extensions` gives more of CodeMirror's.
 *
 * @typedef {{ opened: (cm: CodeMirror) => void, changed: () => void, asked: () => void,
 *   extensions: (cm: CodeMirror) => Extension[] }} Calls
 */
export class Writing {
  /** @type {Content} from the first `take` on, as `setStateValue` */
  data;
  /** @type {SetStateValue} */
  setStateValue;
  /** @type {CodeMirror} from `opened` on, as `view` and `draft` */
  cm;
  /** @type {EditorView} */
  view;
  /** @type {Draft} */
  draft;
  /** @type {Promise<CodeMirror> | undefined} */
  opening;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;

  /** @param {Element} place @param {Partial<Calls>} calls */
  constructor(place, { opened = nothing, changed = nothing, asked = nothing, extensions = () => [] } = {}) {
    this.place = place;
    this.calls = { opened, changed, asked, extensions };
    // What is touched next may lead to another page, and the text must be on its way before the touch ends.
    this.leave = (/** @type {Event} */ event) => event.composedPath().includes(place) || this.send();
    document.addEventListener("pointerdown", this.leave, true);
  }

  /**
   * Take what the page gives. The text is taken over only if the page has replaced it since: else ours is newer.
   * @param {Content} data @param {SetStateValue} setStateValue
   */
  take(data, setStateValue) {
    const before = this.data;
    Object.assign(this, { data, setStateValue });
    if (!this.view) this.open();
    else {
      if (data.revision !== before.revision) this.replace(data.text);
      this.draft.keep(this.text, data.given);
      if (JSON.stringify(data.marks) !== JSON.stringify(before.marks)) this.mark();
    }
  }

  async open() {
    this.opening ??= codemirror;
    const cm = (this.cm = await this.opening);
    if (this.view || this.closed) return;
    this.draft = new Draft(this.data.label);
    const kept = this.data.locked ? null : this.draft.of(this.data.given);
    this.view = new cm.EditorView({ parent: this.place, state: this.fresh(kept ?? this.data.text) });
    this.mark();
    this.calls.opened(cm);
    if (kept !== null) this.note();
  }

  /** @param {string} doc */
  fresh(doc) {
    const { cm } = this;
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
        cm.EditorState.readOnly.of(Boolean(this.data.locked)),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        cm.EditorView.theme(theme),
        cm.EditorView.contentAttributes.of({
          tabindex: "0", // it can be reached anyway, but checkers of accessibility do not see that
          "aria-label": this.data.label,
          "aria-description": this.data.keys,
          "aria-readonly": String(Boolean(this.data.locked)),
        }),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.ask() },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          this.tab(),
        ]),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.note()),
        cm.EditorView.domEventHandlers({
          blur: () => this.send(),
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

  get text() {
    return this.view.state.doc.toString();
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
   * Show another text. It can be undone, back to what was written before.
   * @param {string} text
   */
  replace(text) {
    if (text === this.text) return;
    this.replacing = true; // undo brings back what was there, however recently it was written
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.replacing = false;
    clearTimeout(this.resting);
    this.unsent = false;
  }

  /**
   * Write another text for the visitor, and run it. It can be undone.
   * @param {string} text
   */
  rewrite(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.ask();
  }

  // To the server

  /** Take note of another text. */
  note() {
    this.unsent = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send(), REST);
    this.draft.keep(this.text, this.data.given);
    this.calls.changed();
  }

  /** Ask for a run of what is written. */
  ask() {
    if (this.data.locked) return false;
    this.send(Date.now());
    this.calls.asked();
    return true;
  }

  /**
   * Tell the server what is written; `asked` names the moment it was asked to run that, if it was.
   * @param {number | null} asked
   */
  send(asked = null) {
    clearTimeout(this.resting);
    if (!this.view || (!this.unsent && asked === null)) return;
    this.unsent = false;
    this.setStateValue("sent", { revision: this.data.revision, text: this.text, asked });
  }

  // Marks

  /** Mark the lines that have a message. */
  mark() {
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
   * Scroll so that these lines and those around are in view, the last for certain, and leave the page where it is.
   * @param {number[]} lines
   */
  reveal(lines) {
    const { state, scrollDOM } = this.view;
    for (const number of lines) {
      if (!(number >= 1 && number <= state.doc.lines)) continue;
      const place = (/** @type {number} */ line) =>
        this.view.lineBlockAt(state.doc.line(Math.max(1, Math.min(line, state.doc.lines))).from);
      const { scrollTop, clientHeight } = scrollDOM;
      let around = AROUND; // fewer where long lines, and what they hold, leave no room for so many
      while (around && place(number + around).bottom - place(number - around).top > clientHeight) around--;
      const [{ top }, { bottom }] = [place(number - around), place(number + around)];
      if (top < scrollTop || bottom > scrollTop + clientHeight)
        scrollDOM.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
    }
  }

  /** @param {number} number of a line */
  goTo(number) {
    const line = this.view.state.doc.line(Math.min(number, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
    this.view.focus();
  }

  close() {
    this.closed = true;
    document.removeEventListener("pointerdown", this.leave, true);
    clearTimeout(this.resting);
    this.view?.destroy();
  }
}

function nothing() {}

const PASSING = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]); // keys that do not mean to write

const theme = {
  "&": {
    height: "100%",
    fontSize: "0.8125rem",
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-code-background-color)",
  },
  "&.cm-focused": { outline: "2px solid var(--st-text-color)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--st-text-color)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  ".cm-gutters": { color: "var(--st-gray-text-color)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": {
    backgroundColor: "color-mix(in srgb, var(--st-text-color) 5%, transparent)",
  },
  ".cm-specialChar": { color: "var(--st-red-text-color)", fontWeight: "bold" },
  ".cm-panels": {
    color: "var(--st-red-text-color)",
    backgroundColor: "var(--st-red-background-color)",
    border: "none",
  },
  ".hidden-characters": { padding: "0.375rem 0.625rem", fontFamily: "var(--st-font)" },
  ".cm-tooltip": {
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-background-color)",
    border: "1px solid var(--st-border-color)",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap",
  },
};
