import { Writing } from "../../editor/writing.js";
import { Bindings } from "./bindings.js";
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";

/** @import { Extension, StateEffectType, Text } from "@codemirror/state" */
/** @import { DecorationSet, EditorView } from "@codemirror/view" */
/** @import { CodeMirror, Content } from "../../editor/types.d.ts" */
/** @import { Story } from "../model/story.js" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ text: string, line?: number | null, mild?: boolean }} Message what there is instead of a run */
/** @typedef {Map<number, string>} Tags line → what is said at its end */

/**
 * What the program is asked for: `pick` a line, `look` at what it made, `hover` and `choose` a box; it tells when something was
 * `wrote`, and when that is to be `ran`, and whether it is another text than the one that was run.
 *
 * @typedef {{ pick: (line: number) => void, look: (line: number) => void, hover: (what: { box: number } | null) => void,
 *   choose: (what: { box: number } | null) => void, wrote: (text: string) => void, ran: (text: string, isNews: boolean) => void,
 *   signal: AbortSignal }} Calls
 */

const LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/; // eslint-disable-line no-control-regex -- as Python splits

/**
 * The program: an editor that shows, while one steps, where the run is and what the names hold.
 *
 * Where the text is no longer the one that was run, what belongs to the run fades, and a bar offers to run it.
 */
export class Program {
  /** @type {Story | undefined} */
  story;
  /** @type {number | undefined} */
  step;
  /** @type {Message | null} */
  message = null;
  /** @type {Omit<Content, "text" | "given" | "label"> & Content} */
  given;
  /** @type {{ chips: StateEffectType<DecorationSet>, marks: StateEffectType<DecorationSet> }} */
  effects;
  /** What is said at lines. @type {Tags} */
  tags = new Map();
  isStale = false;
  /** Whether no step of the run was shown yet. */
  #isOpened = false;
  #shown = "";

  /** @param {HTMLElement} element @param {Words} words @param {Calls} calls */
  constructor(element, words, { pick, look, hover, choose, wrote, ran, signal }) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(name));
    this.element = element;
    this.words = words;
    this.calls = { pick, look };
    this.changed = part(".changed");
    this.fault = part(".fault");
    this.bindings = new Bindings(element, words, { hover, choose, signal });
    this.writing = new Writing(part(".text"), {
      extensions: (cm) => this.extensions(cm),
      opened: () => this.prepare(),
      changed: () => {
        this.fault.hidden = true;
        this.age();
        wrote(this.text);
      },
      asked: () => ran(this.text, this.isStale),
    });
    this.changed.addEventListener("click", () => this.writing.ask());
    this.fault.addEventListener("click", () => this.message?.line && this.writing.goTo(this.message.line));
    signal.addEventListener("abort", () => this.writing.close());
  }

  /**
   * Take what the page says of the editor, and its message, if it has one instead of a run.
   * @param {Partial<Content> & Pick<Content, "text" | "given" | "label">} data @param {Message | null} message
   */
  take(data, message) {
    this.given = { marks: [], locked: false, keys: "", ...data };
    this.element.classList.toggle("locked", this.given.locked);
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

  /** What is written; what is to be, while the editor is on its way. */
  get text() {
    return this.writing.text;
  }

  /** Write the program that a run was told to become, and run it; not over what was changed since. @param {string} text */
  write(text) {
    if (!this.isStale) this.writing.rewrite(text);
  }

  /** Show a run, with the chips as they are at a step, which spares laying them out empty. @param {Story} story @param {number} step */
  open(story, step) {
    this.story = story;
    this.step = undefined;
    this.#isOpened = true;
    this.tags = new Map();
    this.bindings.open(story);
    this.bindings.go(step);
    this.flag();
    this.prepare();
  }

  /** Mark the line where the program failed: of what the page says, or of the run. */
  flag() {
    const { line, text = "", mild } = this.message ?? {};
    const { error } = this.story ?? {};
    const failed = this.message
      ? !mild && line && { line, message: text }
      : error?.line && { line: error.line, message: error.message };
    const marks = [...this.given.marks];
    if (failed) marks.push({ ...failed, severity: "error" });
    this.writing.take({ ...this.given, marks });
  }

  /** Put the chips and marks of a run into the text, as soon as there are both. */
  prepare() {
    if (!this.writing.view || !this.story) return;
    this.age();
    this.fill();
    this.#shown = "";
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

  /** @param {CodeMirror} cm @returns {Extension[]} */
  extensions(cm) {
    const field = (/** @type {StateEffectType<DecorationSet>} */ effect) =>
      cm.StateField.define({
        create: () => cm.Decoration.none,
        update: (now, { changes, effects }) =>
          effects.find((given) => given.is(effect))?.value ?? now.map(changes),
        provide: (given) => cm.EditorView.decorations.from(given),
      });
    const effect = () => /** @type {StateEffectType<DecorationSet>} */ (cm.StateEffect.define());
    this.effects = { chips: effect(), marks: effect() };
    const line = (/** @type {EditorView} */ view, /** @type {{ from: number }} */ block) =>
      view.state.doc.lineAt(block.from).number;
    return [
      cm.EditorView.clipboardOutputFilter.of((text) =>
        this.element.closest(".predicting") ? withoutComments(cm, text) : text,
      ),
      field(this.effects.chips),
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

  /** Put the chips at the ends of their lines. */
  fill() {
    const { view, cm } = this.writing;
    if (this.isStale) return;
    const { doc } = view.state;
    const chips = this.bindings.lines
      .filter((line) => line <= doc.lines)
      .sort((one, other) => one - other)
      .map((line) => atEnd(cm, this.bindings.element(line), doc.line(line).to));
    view.dispatch({ effects: this.effects.chips.of(cm.Decoration.set(chips)) });
    this.writing.settle();
  }

  /** See anew how large everything is. */
  measure() {
    this.writing.view?.requestMeasure();
  }

  /** Say something at the ends of lines, or nothing any more. @param {Tags} tags */
  tag(tags) {
    if (!tags.size && !this.tags.size) return;
    this.tags = tags;
    this.#shown = "";
    if (this.step !== undefined) this.go(this.step);
  }

  // Stepping

  /** @param {number} step */
  go(step) {
    this.step = step;
    if (!this.writing.view || !this.story) return;
    this.mark(step); // first: asking where lines are after a change makes the browser lay out the page
    this.bindings.go(step);
  }

  /** Mark the lines of a step, and bring them into view; where a run begins, its text is read from the top. @param {number} step */
  mark(step) {
    const { line: now, forward_line: made, phase, box, kind } = /** @type {Story} */ (this.story).steps[step];
    const shown = `${now} ${made} ${phase} ${box} ${kind === "error"}`;
    if (shown === this.#shown || this.isStale) return;
    this.#shown = shown;
    if (this.#isOpened && step === 0) this.writing.toTop();
    else this.writing.reveal([made, now].filter((line) => line !== undefined));
    this.#isOpened = false;
    const marks = this.marks({ now, made, look: kind === "error" ? "fails" : phase, box });
    this.writing.view.dispatch({ effects: this.effects.marks.of(marks) });
  }

  /**
   * @param {{ now: number | undefined, made: number | undefined, look: string, box: number | undefined }} at
   * @returns {DecorationSet}
   */
  marks({ now, made, look, box }) {
    const { cm, view } = this.writing;
    const { doc } = view.state;
    const isThere = (/** @type {number | undefined} */ line) =>
      line !== undefined && line >= 1 && line <= doc.lines;
    /** @type {Map<number, string[]>} */
    const lines = new Map();
    const mark = (/** @type {number | undefined} */ line, /** @type {string} */ name) => {
      if (line !== undefined && isThere(line)) lines.set(line, [...(lines.get(line) ?? []), name]);
    };
    mark(made, "made");
    mark(now, `now ${look}`);
    const found = [...lines].map(([line, names]) =>
      cm.Decoration.line({
        class: names.join(" "),
        attributes: line === now ? { "aria-current": "step" } : { "data-made": "" },
      }).range(doc.line(line).from),
    );
    for (const [line, text] of this.tags)
      if (isThere(line)) found.push(atEnd(cm, html("span.tag", text), doc.line(line).to));
    const part = this.part(doc, box);
    if (part) found.push(cm.Decoration.mark({ class: "part" }).range(part.from, part.to));
    return cm.Decoration.set(found, true);
  }

  /**
   * The piece of a line that made a box, where there is no doubt which one it is.
   * @param {Text} doc @param {number | undefined} box
   */
  part(doc, box) {
    const { line, expr, title = "" } = (box === undefined ? null : this.story?.boxes[box]) ?? {};
    if (!line || line > doc.lines) return null;
    const { text, from } = doc.line(line);
    const found = pieceOf(text, expr || title);
    return found && { from: from + found[0], to: from + found[1] };
  }

  /** Mark what a box holds in the program, and the line that it comes from, while a pointer is on it. @param {number | null | undefined} box */
  hint(box) {
    this.bindings.hint(box);
    const line = box == null ? undefined : this.story?.boxes[box].line;
    for (const element of this.element.querySelectorAll(".cm-line.hinted"))
      element.classList.remove("hinted");
    const { view } = this.writing;
    if (!view || !line || line > view.state.doc.lines || this.isStale) return;
    const { node } = view.domAtPos(view.state.doc.line(line).from);
    const element = node instanceof Element ? node : node.parentElement;
    element?.closest(".cm-line")?.classList.add("hinted");
  }
}

/** A program without its comments, which are hidden while one predicts. @param {CodeMirror} cm @param {string} text */
function withoutComments({ pythonLanguage }, text) {
  /** @type {string[]} */
  const kept = [];
  let last = 0;
  pythonLanguage.parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name !== "Comment") return;
      kept.push(text.slice(last, from));
      last = to;
    },
  });
  return [...kept, text.slice(last)].join("");
}

/**
 * Where an expression stands in a line, [from, to], however it is spaced there and whatever its products and differences look
 * like; null where it stands nowhere or twice.
 * @param {string} line @param {string} expression
 */
export function pieceOf(line, expression) {
  const letters = [...line.matchAll(/\S/g)];
  const plain = letters.map(([letter]) => letter).join("");
  const wanted = expression.replace(/\s/g, "").replace(/[·×]/g, "*").replace(/−/g, "-");
  const at = plain.indexOf(wanted);
  if (!wanted || at < 0 || plain.indexOf(wanted, at + 1) >= 0) return null;
  return [letters[at].index, letters[at + wanted.length - 1].index + 1];
}

/** @param {string[]} lines */
function bare(lines) {
  return lines.join("\n").trimEnd();
}

/** What CodeMirror needs to show an element at the end of a line. @param {CodeMirror} cm @param {Element} element @param {number} at */
function atEnd(cm, element, at) {
  class Ending extends cm.WidgetType {
    toDOM() {
      return /** @type {HTMLElement} */ (element);
    }

    ignoreEvent() {
      return true;
    }
  }
  return cm.Decoration.widget({ widget: new Ending(), side: 1 }).range(at);
}
