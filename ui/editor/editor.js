// The editor: CodeMirror with Python's colours, marks at lines, and one connection to the server: the draft.

const REST = 2000; // ms without a key after which the server is told what is written

const editors = new WeakMap();

/** Gives what bundles/codemirror.js brings, as soon as it is there. */
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

class Editor {
  constructor(root) {
    this.element = root.querySelector(".editor");
    this.fault = this.element.querySelector(".fault");
    this.keys = this.element.querySelector(".keys");
    this.fault.onclick = () => this.goTo(this.data.marks[0].line);
    // What is touched next may lead to another page, and the text must be on its way before the touch ends.
    this.leave = (event) => event.composedPath().includes(this.element) || this.send();
    document.addEventListener("pointerdown", this.leave, true);
  }

  /** Take what the page gives. The text is taken over only if the page has replaced it since: else ours is newer. */
  take({ data, setStateValue }) {
    const before = this.data;
    Object.assign(this, { data, setStateValue });
    this.element.style.setProperty("--lines", data.lines);
    this.keys.textContent = data.keys;
    this.keys.hidden = !data.keys;
    if (!this.view) this.open();
    else {
      if (data.revision !== before.revision) this.replace(data.text);
      if (JSON.stringify(data.marks) !== JSON.stringify(before.marks)) this.mark();
    }
  }

  async open() {
    this.opening ??= codemirror;
    const cm = (this.cm = await this.opening);
    if (this.view || this.closed) return;
    this.view = new cm.EditorView({ parent: this.element.querySelector(".text"), state: this.fresh() });
    this.mark();
  }

  fresh() {
    const { cm } = this;
    return cm.EditorState.create({
      doc: this.data.text,
      extensions: [
        cm.lineNumbers(),
        cm.lintGutter(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.history({ joinToEvent: (_, adjacent) => adjacent && !this.replacing }),
        cm.highlightActiveLine(),
        cm.indentUnit.of("    "),
        cm.EditorState.tabSize.of(4),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        cm.EditorView.theme(theme),
        cm.EditorView.contentAttributes.of({ "aria-label": this.data.label }),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.send(Date.now()) ?? true },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          cm.indentWithTab, // CodeMirror lets Tab leave after Escape, so the keyboard is not trapped
        ]),
        cm.EditorView.updateListener.of((update) => this.changed(update)),
        cm.EditorView.domEventHandlers({ blur: () => this.send(), beforeinput: (event) => this.type(event) }),
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Write what is typed ourselves: of each edit of its own a browser keeps an undo step, with the nodes it replaced. */
  type({ inputType, data, isComposing }) {
    if (inputType !== "insertText" || !data || isComposing) return false;
    this.view.dispatch(this.view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
    return true;
  }

  /** Show another text. It can be undone, back to what was written before. */
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

  // To the server

  changed(update) {
    if (!update.docChanged) return;
    this.unsent = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send(), REST);
  }

  /** Tell the server what is written; `asked` names the moment it was asked to run that, if it was. */
  send(asked = null) {
    clearTimeout(this.resting);
    if (!this.unsent && asked === null) return;
    this.unsent = false;
    this.setStateValue("sent", { revision: this.data.revision, text: this.text, asked });
  }

  // Marks

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
    this.fault.hidden = !fault;
    this.fault.textContent = fault ? `${this.data.lineWord} ${fault.line}: ${fault.message}` : "";
    if (fault) this.view.dispatch({ effects: this.cm.EditorView.scrollIntoView(doc.line(fault.line).from) });
  }

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

const theme = {
  "&": {
    fontSize: "0.8125rem",
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-code-background-color)",
  },
  "&.cm-focused": { outline: "2px solid var(--st-primary-color)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--st-text-color)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  ".cm-gutters": { color: "var(--st-gray-text-color)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": {
    backgroundColor: "color-mix(in srgb, var(--st-text-color) 5%, transparent)",
  },
  ".cm-tooltip": {
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-background-color)",
    border: "1px solid var(--st-border-color)",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap",
  },
};

/** Called by Streamlit on mounting, and again with the same element whenever data or theme change. */
export default function mount(component) {
  const { parentElement } = component;
  let editor = editors.get(parentElement);
  if (!editor?.element.isConnected) {
    editor?.close();
    editor = new Editor(parentElement);
    editors.set(parentElement, editor);
  }
  editor.take(component);
  return () => {
    editor.close();
    editors.delete(parentElement);
  };
}
