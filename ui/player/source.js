import { assign, html } from "./dom.js";
import { Roving } from "./roving.js";

/** The program at the left: the line of the step, and of a backward step also the line that made its node. */
export class Source {
  constructor(element, words, { pick, signal }) {
    this.element = element;
    this.words = words;
    this.roving = new Roving(element, ({ dataset }) => pick(Number(dataset.line)), signal);
    element.addEventListener(
      "click",
      ({ target }) => {
        const found = target.closest("[data-line]");
        if (found && !getSelection()?.toString()) pick(Number(found.dataset.line)); // marking text to copy it is no click
      },
      { signal },
    );
    element.addEventListener(
      "focusin",
      ({ target }) => {
        element.scrollTop = this.scrollFor([target]);
      },
      { signal },
    );
  }

  open(story) {
    this.story = story;
    const failed = story.error?.line;
    this.lines = story.source.map((tokens, i) => line(tokens, i + 1, i + 1 === failed));
    this.element.replaceChildren(...this.lines);
    this.roving.open(this.lines);
    this.marks = [];
    this.shown = null;
  }

  go(step) {
    const { line: now, forward_line: made, phase } = this.story.steps[step];
    const shown = `${now} ${made} ${phase}`;
    if (shown === this.shown) return; // asking where lines are makes the browser lay out the page
    this.shown = shown;
    const places = [now, made].map((number) => this.lines[number - 1]).filter(Boolean);
    const scroll = this.scrollFor(places);
    for (const element of this.marks) this.mark(element, "line", null);
    if (made && made !== now) this.mark(this.lines[made - 1], "line made", this.words.forwardLine);
    this.mark(this.lines[now - 1], `line now ${phase}${made === now ? " made" : ""}`, this.words.currentLine);
    this.marks = places;
    this.roving.stop(this.lines[now - 1]);
    if (scroll !== this.element.scrollTop) this.element.scrollTop = scroll;
  }

  mark(element, classes, description) {
    if (!element) return;
    assign(element, "class", element.dataset.failed != null ? `${classes} failed` : classes);
    if (description) assign(element, "aria-description", description);
    else element.removeAttribute("aria-description");
    assign(element, "aria-selected", String(description === this.words.currentLine));
  }

  /** Where to scroll to so that these lines are in view, the last of them for certain. */
  scrollFor(lines) {
    let top = this.element.scrollTop;
    const height = this.element.clientHeight;
    for (const { offsetTop, offsetHeight } of lines) {
      if (offsetTop < top || offsetTop + offsetHeight > top + height)
        top = offsetTop - (height - offsetHeight) / 2;
    }
    return Math.max(0, top);
  }

  /** Underline the line a box comes from while a pointer is on it. */
  hint(number) {
    this.hinted?.classList.remove("hinted");
    this.hinted = this.lines[number - 1];
    this.hinted?.classList.add("hinted");
  }
}

function line(tokens, number, failed) {
  const [[, start] = ["", ""]] = tokens;
  const indent = start.length - start.trimStart().length;
  const rest = tokens.map(([kind, part], i) => [kind, i ? part : part.slice(indent)]);
  const text = rest.map(([kind, part]) => (kind ? html("span", { class: `token-${kind}` }, part) : part));
  return html(
    "div",
    {
      class: failed ? "line failed" : "line",
      role: "option",
      tabindex: -1,
      "aria-selected": "false",
      "data-line": number,
      "data-failed": failed,
    },
    html("span.number", String(number)),
    html("span.indent", start.slice(0, indent)),
    html("code", ...text),
  );
}
