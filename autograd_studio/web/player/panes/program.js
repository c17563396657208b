import { Writing } from "../../editor/writing.js";
import { Bindings } from "./bindings.js";
import { tell } from "../base/words.js";

const LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/; // eslint-disable-line no-control-regex -- as Python splits

/**
 * The program: an editor that shows, while one steps, where the run is and what the names hold.
 *
 * Where the text is no longer the one that was run, what belongs to the run fades, and a bar offers to run it.
 */
export class Program {
  constructor(element, words, { pick, look, hover, choose, ran, signal }) {
    this.element = element;
    this.words = words;
    this.calls = { pick, look, ran };
    this.changed = element.querySelector(".changed");
    this.fault = element.querySelector(".fault");
    this.bindings = new Bindings(element, words, { hover, choose, signal });
    this.writing = new Writing(element.querySelector(".text"), {
      extensions: (cm) => this.extensions(cm),
      opened: () => this.prepare(),
      changed: () => {
        this.fault.hidden = true;
        this.age();
      },
      asked: () => ran(this.isStale),
    });
    this.changed.addEventListener("click", () => this.writing.ask());
    this.fault.addEventListener("click", () => this.message?.line && this.writing.goTo(this.message.line));
    this.observer = new ResizeObserver(() => this.reserve());
    this.observer.observe(element);
    signal.addEventListener("abort", () => {
      this.observer.disconnect();
      this.writing.close();
    });
  }

  /** Take what the page says of the editor, and its message, {text, line, mild}, if it has one instead of a run. */
  take(data, message, setStateValue) {
    this.given = data;
    this.element.classList.toggle("locked", Boolean(data.locked));
    this.setStateValue = setStateValue;
    this.message = message;
    this.fault.hidden = !message;
    if (message) {
      this.fault.textContent = message.line
        ? `${tell(this.words.atLine, message)} ${message.text}`
        : message.text;
      this.fault.classList.toggle("mild", Boolean(message.mild));
    }
    this.flag();
    this.age();
  }

  /** Write the program that a run was told to become, and run it; not over what was changed since. */
  write(text) {
    if (!this.isStale) this.writing.rewrite(text);
  }

  open(story) {
    this.story = story;
    this.step = undefined;
    this.bindings.open(story);
    this.flag();
    this.prepare();
  }

  /** Mark the line where the program failed: of what the page says, or of the run. */
  flag() {
    const { line, text, mild } = this.message ?? {};
    const { error } = this.story ?? {};
    const failed = this.message
      ? !mild && line && { line, message: text }
      : error?.line && { line: error.line, message: error.message };
    const marks = [...this.given.marks, ...(failed ? [{ ...failed, severity: "error" }] : [])];
    this.writing.take({ ...this.given, marks }, this.setStateValue);
  }

  /** Put the rows and marks of a run into the text, as soon as there are both. */
  prepare() {
    if (!this.writing.view || !this.story) return;
    this.age();
    this.reserve(true);
    this.shown = null;
    if (this.step !== undefined) this.go(this.step);
  }

  /** See whether the text is the one that was run, and the one that is to be run. */
  age() {
    const { view, data } = this.writing;
    if (!view) return;
    const written = bare(this.writing.text.split(LINES));
    const lines = this.story?.source.map((tokens) => tokens.map(([, text]) => text).join(""));
    this.isStale = !data.locked && !(lines && bare(lines) === written);
    this.element.classList.toggle("stale", this.isStale);
    this.changed.hidden = data.locked || !this.fault.hidden || bare(data.given.split(LINES)) === written;
  }

  // What is drawn into the text

  extensions(cm) {
    const field = (effect) =>
      cm.StateField.define({
        create: () => cm.Decoration.none,
        update: (now, { changes, effects }) =>
          effects.find((given) => given.is(effect))?.value ?? now.map(changes),
        provide: (given) => cm.EditorView.decorations.from(given),
      });
    this.effects = { rows: cm.StateEffect.define(), marks: cm.StateEffect.define() };
    const line = (view, block) => view.state.doc.lineAt(block.from).number;
    return [
      cm.EditorView.clipboardOutputFilter.of((text) =>
        this.element.closest(".predicting") ? withoutComments(cm, text) : text,
      ),
      field(this.effects.rows),
      field(this.effects.marks),
      cm.lineNumbers({
        domEventHandlers: {
          click: (view, block) => {
            if (!this.isStale) this.calls.pick(line(view, block));
            return true;
          },
        },
      }),
      cm.EditorView.updateListener.of(({ selectionSet, docChanged, state, view }) => {
        if (!selectionSet || docChanged || this.isStale || !view.hasFocus) return;
        this.calls.look(state.doc.lineAt(state.selection.main.head).number);
      }),
    ];
  }

  /** Leave the room that the rows below the lines will ever need, at the pane's present width. */
  reserve(anew = false) {
    const { view, cm } = this.writing;
    if (!view || !this.story || this.isStale) return;
    const columns = Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth) - 2;
    if (columns <= 0 || (!anew && columns === this.columns)) return;
    this.columns = columns;
    const { doc } = view.state;
    const rows = this.bindings.lines
      .filter((line) => line <= doc.lines)
      .map((line) => {
        const element = this.bindings.element(line, columns);
        return cm.Decoration.widget({ widget: rowsOf(cm, element), side: 1, block: true }).range(
          doc.line(line).to,
        );
      });
    view.dispatch({ effects: this.effects.rows.of(cm.Decoration.set(rows)) });
    if (this.step !== undefined) this.bindings.go(this.step);
  }

  /** See anew how large everything is. */
  measure() {
    this.writing.view?.requestMeasure();
    this.reserve(true);
  }

  // Stepping

  go(step) {
    this.step = step;
    const { view } = this.writing;
    if (!view) return;
    this.mark(this.story.steps[step]); // first: asking where lines are after a change makes the browser lay out the page
    this.bindings.go(step);
  }

  /** Mark the lines of a step, and bring them into view. */
  mark({ line: now, forward_line: made, phase, box }) {
    const shown = `${now} ${made} ${phase} ${box}`;
    if (shown === this.shown || this.isStale) return;
    this.shown = shown;
    this.writing.reveal([made, now]);
    const marks = this.marks({ now, made, phase, box });
    this.writing.view.dispatch({ effects: this.effects.marks.of(marks) });
  }

  marks({ now, made, phase, box }) {
    const { cm, view } = this.writing;
    const { doc } = view.state;
    const lines = new Map();
    const mark = (number, name) => {
      if (number >= 1 && number <= doc.lines) lines.set(number, [...(lines.get(number) ?? []), name]);
    };
    mark(made, "made");
    mark(now, `now ${phase}`);
    const found = [...lines].map(([number, names]) =>
      cm.Decoration.line({
        class: names.join(" "),
        attributes: number === now ? { "aria-current": "step" } : { "data-made": "" },
      }).range(doc.line(number).from),
    );
    const part = this.part(doc, box);
    if (part) found.push(cm.Decoration.mark({ class: "part" }).range(part.from, part.to));
    return cm.Decoration.set(found, true);
  }

  /** The piece of a line that made a box, where there is no doubt which one it is. */
  part(doc, i) {
    const { line, expr, title } = this.story.boxes[i] ?? {};
    if (!line || line > doc.lines) return null;
    const { text, from } = doc.line(line);
    const piece = expr ?? title;
    const at = text.indexOf(piece);
    if (at < 0 || text.indexOf(piece, at + 1) >= 0) return null;
    return { from: from + at, to: from + at + piece.length };
  }

  /** Mark what a box holds in the program, and the line that it comes from, while a pointer is on it. */
  hint(box) {
    this.bindings.hint(box);
    const line = this.story?.boxes[box]?.line;
    for (const element of this.element.querySelectorAll(".cm-line.hinted"))
      element.classList.remove("hinted");
    const { view } = this.writing;
    if (!view || !line || line > view.state.doc.lines || this.isStale) return;
    const { node } = view.domAtPos(view.state.doc.line(line).from);
    (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)
      .closest?.(".cm-line")
      ?.classList.add("hinted");
  }
}

/** A program without its comments, which are hidden while one predicts. */
function withoutComments({ pythonLanguage }, text) {
  const kept = [];
  let last = 0;
  const enter = ({ name, from, to }) => {
    if (name !== "Comment") return;
    kept.push(text.slice(last, from));
    last = to;
  };
  pythonLanguage.parser.parse(text).iterate({ enter });
  return [...kept, text.slice(last)].join("");
}

function bare(lines) {
  return lines.join("\n").trimEnd();
}

/** A widget of CodeMirror's that shows an element of ours. */
function rowsOf(cm, element) {
  return new (class extends cm.WidgetType {
    toDOM() {
      return element;
    }

    get estimatedHeight() {
      return parseFloat(element.dataset.height);
    }

    ignoreEvent() {
      return true;
    }
  })();
}
