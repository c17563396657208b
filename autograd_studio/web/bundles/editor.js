// Made by "make bundles" of sources ef1aeee3769210eed2859ffdd53027b07540f03d3c7984379a25e42abe0d4c92
// editor/draft.js
var PREFIX = "autograd-draft-";
var Draft = class {
  constructor(label) {
    this.name = `${PREFIX}${location.pathname} ${label}`;
  }
  /** Keep a text that is written over the one that the server has given. */
  keep(text, given) {
    this.try(() => {
      if (text === given) sessionStorage.removeItem(this.name);
      else sessionStorage.setItem(this.name, JSON.stringify({ text, given }));
    });
  }
  /** What was written over a text that the server gives, null if nothing was. */
  of(given) {
    const kept = this.try(() => JSON.parse(sessionStorage.getItem(this.name)));
    return kept?.given === given ? kept.text : null;
  }
  try(what) {
    try {
      return what();
    } catch {
      return null;
    }
  }
};

// editor/writing.js
var AROUND = 3;
var REST = 2e3;
var codemirror = new Promise((arrived) => {
  const promised = window.autogradStudioCodeMirror ??= {};
  if (promised.parts) arrived(promised.parts);
  else {
    const others = promised.arrived;
    promised.arrived = (parts) => {
      others?.(parts);
      arrived(parts);
    };
  }
});
var Writing = class {
  constructor(place, { opened = nothing, changed = nothing, asked = nothing, extensions = () => [] } = {}) {
    this.place = place;
    this.calls = { opened, changed, asked, extensions };
    this.leave = (event) => event.composedPath().includes(place) || this.send();
    document.addEventListener("pointerdown", this.leave, true);
  }
  /** Take what the page gives. The text is taken over only if the page has replaced it since: else ours is newer. */
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
    const cm = this.cm = await this.opening;
    if (this.view || this.closed) return;
    this.draft = new Draft(this.data.label);
    const kept = this.data.locked ? null : this.draft.of(this.data.given);
    this.view = new cm.EditorView({ parent: this.place, state: this.fresh(kept ?? this.data.text) });
    this.mark();
    this.calls.opened(cm);
    if (kept !== null) this.note();
  }
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
        cm.indentUnit.of("    "),
        cm.EditorState.tabSize.of(4),
        cm.EditorState.readOnly.of(Boolean(this.data.locked)),
        cm.pythonLanguage,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.EditorView.lineWrapping,
        cm.EditorView.theme(theme),
        cm.EditorView.contentAttributes.of({
          tabindex: "0",
          // it can be reached anyway, but checkers of accessibility do not see that
          "aria-label": this.data.label,
          "aria-description": this.data.keys,
          "aria-readonly": String(Boolean(this.data.locked))
        }),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => this.ask() },
          ...cm.defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...cm.historyKeymap,
          this.tab()
        ]),
        cm.EditorView.updateListener.of((update) => update.docChanged && this.note()),
        cm.EditorView.domEventHandlers({
          blur: () => this.send(),
          focus: () => {
            this.used = this.pressed;
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
          beforeinput: (event) => this.type(event)
        })
      ]
    });
  }
  /** Tab indents, but leads on from a text that it only came to. Escape and then Tab leaves always: CodeMirror sees to that. */
  tab() {
    const { indentWithTab } = this.cm;
    const ifUsed = (indent) => (view) => Boolean(this.used) && !this.data.locked && indent(view);
    return { key: "Tab", run: ifUsed(indentWithTab.run), shift: ifUsed(indentWithTab.shift) };
  }
  get text() {
    return this.view.state.doc.toString();
  }
  /** Write what is typed ourselves: of each edit of its own a browser keeps an undo step, with the nodes it replaced. */
  type({ inputType, data, isComposing }) {
    if (inputType !== "insertText" || !data || isComposing || this.data.locked) return false;
    this.view.dispatch(this.view.state.replaceSelection(data), {
      userEvent: "input.type",
      scrollIntoView: true
    });
    return true;
  }
  /** Show another text. It can be undone, back to what was written before. */
  replace(text) {
    if (text === this.text) return;
    this.replacing = true;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 }
    });
    this.replacing = false;
    clearTimeout(this.resting);
    this.unsent = false;
  }
  /** Write another text for the visitor, and run it. It can be undone. */
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
  /** Tell the server what is written; `asked` names the moment it was asked to run that, if it was. */
  send(asked = null) {
    clearTimeout(this.resting);
    if (!this.view || !this.unsent && asked === null) return;
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
        message: mark.message
      };
    });
    this.view.dispatch(this.cm.setDiagnostics(this.view.state, diagnostics));
    const fault = found.find(({ severity }) => severity === "error");
    if (fault) this.reveal([fault.line]);
  }
  /** Scroll so that these lines and those around are in view, the last for certain, and leave the page where it is. */
  reveal(lines) {
    const { state, scrollDOM } = this.view;
    for (const number of lines) {
      if (!(number >= 1 && number <= state.doc.lines)) continue;
      const place = (line) => this.view.lineBlockAt(state.doc.line(Math.max(1, Math.min(line, state.doc.lines))).from);
      const { scrollTop, clientHeight } = scrollDOM;
      let around = AROUND;
      while (around && place(number + around).bottom - place(number - around).top > clientHeight) around--;
      const [{ top }, { bottom }] = [place(number - around), place(number + around)];
      if (top < scrollTop || bottom > scrollTop + clientHeight)
        scrollDOM.scrollTop = Math.max(0, (top + bottom - clientHeight) / 2);
    }
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
};
function nothing() {
}
var PASSING = /* @__PURE__ */ new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);
var theme = {
  "&": {
    height: "100%",
    fontSize: "0.8125rem",
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-code-background-color)"
  },
  "&.cm-focused": { outline: "2px solid var(--st-text-color)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--st-code-font)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--st-text-color)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
  ".cm-gutters": { color: "var(--st-gray-text-color)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": {
    backgroundColor: "color-mix(in srgb, var(--st-text-color) 5%, transparent)"
  },
  ".cm-tooltip": {
    color: "var(--st-text-color)",
    backgroundColor: "var(--st-background-color)",
    border: "1px solid var(--st-border-color)",
    maxWidth: "40rem",
    whiteSpace: "pre-wrap"
  }
};

// editor/editor.js
var editors = /* @__PURE__ */ new WeakMap();
var Editor = class {
  constructor(root) {
    this.element = root.querySelector(".editor");
    this.fault = this.element.querySelector(".fault");
    this.keys = this.element.querySelector(".keys");
    this.writing = new Writing(this.element.querySelector(".text"));
    this.fault.onclick = () => this.writing.goTo(this.failed.line);
  }
  take({ data, setStateValue }) {
    this.keys.textContent = data.keys;
    this.keys.hidden = !data.keys;
    this.failed = data.marks.find(({ severity }) => severity === "error");
    this.fault.hidden = !this.failed;
    this.fault.textContent = this.failed ? `${data.lineWord} ${this.failed.line}: ${this.failed.message}` : "";
    this.writing.take(data, setStateValue);
  }
  close() {
    this.writing.close();
  }
};
function mount(component) {
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
export {
  mount as default
};
