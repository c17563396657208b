import { attributes } from "./attributes.js";
import { brief, tuple } from "../model/cells.js";
import { html } from "../base/dom.js";
import { grid, pairGrids } from "./card/grid.js";
import { inside } from "./inside.js";
import { jacobianOf } from "../tools/jacobian.js";
import { memoryBox } from "./memory_box.js";
import { arrived } from "../model/measures.js";
import { sharedMemories } from "../model/memories.js";
import { explanation, titleOf } from "./why.js";
import { tell } from "../base/phrases.js";

/** The panel at the right: everything about one box or link at the step that is shown. */
export class Inspector {
  constructor(element, words, { jump, choose, look, explain, lesson, teach, jacobian }) {
    this.words = words;
    this.lesson = lesson;
    this.differentiate = jacobian;
    this.explain = explain;
    this.body = html("div.facts");
    const readout = html("p.readout");
    element.replaceChildren(this.body, readout);
    pairGrids(this.body, readout);
    this.body.addEventListener("click", ({ target }) => {
      const {
        step,
        box,
        line,
        reason,
        lesson: taught,
        jacobian: of,
      } = target.closest("button")?.dataset ?? {};
      if (reason) return; // the player opens it
      if (taught) teach(taught);
      else if (of) jacobian(jacobianOf(this.story, Number(of)));
      else if (step) jump(Number(step));
      else if (line) look(Number(line));
      else if (target.closest("button")) choose(box ? { box: Number(box) } : null);
    });
  }

  open(story) {
    this.story = story;
    this.drawn = null;
    this.explain();
  }

  /** Show {box} or {link} at a step, or what it says without either; nothing is touched if it looks as it did. */
  show(chosen, step, pinned) {
    const facts = this.facts(chosen, step);
    const within = inside(this.story, step, this.words);
    const now = JSON.stringify([chosen, pinned, facts, within && step]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.box = chosen?.box;
    this.about = JSON.stringify(chosen);
    this.explain();
    const parts = !chosen
      ? [html("p.note", this.words.pickOne)]
      : chosen.reason != null
        ? this.aboutReason(chosen.reason, pinned)
        : chosen.box != null
          ? this.aboutBox(chosen.box, facts, pinned)
          : this.aboutLink(chosen.link, facts, pinned);
    this.body.replaceChildren(...[...parts, within].filter(Boolean));
  }

  /** The cells of the tensor that is shown as "value" or "gradient". */
  cells(meaning) {
    return [...this.body.querySelectorAll(`[data-of=${meaning}] td[data-index]`)];
  }

  /** What can change from step to step. */
  facts(chosen, step) {
    if (chosen?.box != null) {
      const box = this.story.originals[chosen.box];
      return {
        ...this.story.at(box, step),
        saved: this.story.saved(box, step),
        sums: this.story.sums(box, step),
        why: this.story.entry(box, "why", step)?.[1],
        shared: sharedMemories(this.story, step).filter(({ holders }) =>
          holders.some((one) => one.box === box),
        ),
        answers: attributes(this.story, box, step, this.words),
      };
    }
    return chosen?.link != null ? this.story.travelled(chosen.link, step) : null;
  }

  aboutBox(i, { value, text, grad, saved, sums, why, shared, answers }, pinned) {
    const box = this.story.boxes[i];
    return [
      this.heading(box.title, pinned),
      html("p.summary", ...this.summary(box)),
      html(
        "div.pair",
        this.tensor("value", this.words.valueHeading, value, text ? null : this.words.not_yet),
        grad.state
          ? this.tensor(
              "gradient",
              this.words.gradientHeading,
              grad.value,
              tell(this.words.states[grad.state], grad),
            )
          : null,
      ),
      this.why(why, pinned),
      this.why(box.cut, pinned),
      ...shared.map((memory) => memoryBox(memory, this.story, this.words)),
      answers.length ? this.answers(answers) : null,
      sums.length ? this.sums(sums) : null,
      saved.length ? this.saved(saved) : null,
      this.neighbours(i),
      this.jacobian(i),
    ];
  }

  /** The way to the Jacobian of a box. */
  jacobian(i) {
    const pair = this.differentiate && jacobianOf(this.story, i);
    const name = pair && tell(this.words.jacobian, pair);
    return name && html("p.jacobian", html("button", { type: "button", "data-jacobian": i }, name));
  }

  aboutLink(i, sent, pinned) {
    const { from, to, label, cut } = this.story.links[i];
    return [
      this.heading(`${this.story.boxes[from].title} → ${this.story.boxes[to].title}`, pinned),
      label ? html("p.summary", tell(this.words.operand, { label })) : null,
      sent
        ? this.tensor("travelled", this.words.travelled, sent.value, sent.value == null ? sent.text : null)
        : html("p.note", this.words.nothingTravelled),
      this.why(cut, pinned),
      html("p.neighbours", this.button(from), this.button(to)),
    ];
  }

  /** The attributes of a tensor as Python would print them, each with its reason. */
  answers(answers) {
    const row = ({ name, value, reason }) =>
      html(
        "tr",
        html("th", { scope: "row", title: this.words.attributes[name] }, html("code", name)),
        html("td", html("code", value), html("span", reason)),
      );
    return html(
      "section",
      html("h4", this.words.attributesHeading),
      html("table.answers", html("tbody", ...answers.map(row))),
    );
  }

  aboutReason(index, pinned) {
    const reason = this.story.reasons[index];
    this.explain(reason);
    return [this.heading(titleOf(reason, this.words), pinned), this.inFull(reason)];
  }

  /** A reason behind the question that it answers; while it is open, its way is drawn. */
  why(index, pinned) {
    const reason = this.story.reasons[index];
    if (!reason) return null;
    const element = html(
      "details.why",
      { open: this.asked === this.about },
      html("summary", this.words.why[reason.what]),
      this.inFull(reason),
    );
    element.addEventListener("toggle", () => {
      if (element.open) this.asked = this.about;
      else if (element.isConnected) this.asked = null;
      if (pinned) this.explain(element.open ? reason : undefined);
    });
    return element;
  }

  inFull(reason) {
    const told = (box) => ({
      title: this.story.boxes[box]?.title,
      size: this.story.boxes[box] && arrived(this.story, box, [0, Infinity]),
    });
    return explanation(reason, told, this.words, this.lesson());
  }

  heading(text, pinned) {
    return html(
      "div.heading",
      html("h3", text),
      pinned
        ? html(
            "button",
            {
              type: "button",
              class: "unpin",
              "aria-label": this.words.unpin,
              title: `${this.words.unpin} (Esc)`,
            },
            "×",
          )
        : null,
    );
  }

  summary({ kind, title, expr, fn, line }) {
    const parts = [
      this.words.kinds[kind],
      expr && expr !== title && html("code", expr),
      fn && html("b", fn),
      line && tell(this.words.line, { line }),
    ];
    return parts.filter(Boolean).flatMap((part, i) => (i ? [" · ", part] : [part]));
  }

  tensor(meaning, title, ref, state) {
    const value = this.story.values[ref];
    return html(
      "section",
      { "data-of": meaning },
      html(
        "h4",
        { title: this.words.meanings[meaning] },
        title,
        value ? html("span", ` ${value.dtype} ${tuple(value.shape)}`) : null,
      ),
      state ? html("p.state", state) : null,
      value ? grid(value, this.words) : null,
    );
  }

  sums(entries) {
    const row = ([step, link, value, before, after]) =>
      html(
        "tr",
        html(
          "td",
          html(
            "button",
            { type: "button", "data-step": step, title: tell(this.words.goTo, { step: step + 1 }) },
            String(step + 1),
          ),
        ),
        html(
          "td",
          html("div", link == null ? this.words.seed : this.story.boxes[this.story.links[link].to].title),
          this.sum(before, value, after),
        ),
      );
    return html(
      "section",
      html("h4", { title: this.words.meanings.sums }, this.words.sums),
      html("table.sums", html("tbody", ...entries.map(row))),
    );
  }

  /** A sum as a line of text where that is short, otherwise the grid of what was added. */
  sum(before, added, after) {
    const [old, plus, now] = [before, added, after].map((ref) =>
      ref == null ? "None" : brief(this.story.values[ref]),
    );
    if ([old, plus, now].includes(null)) return grid(this.story.values[added], this.words);
    return html("div", before == null ? plus : `${old} + ${plus} = ${now}`);
  }

  saved(entries) {
    const row = ([name, text, box, then, now, freed]) =>
      html(
        "tr",
        { class: freed ? "freed" : now !== then ? "stale" : null },
        html("td", html("code", name)),
        html("td", freed ? this.words.freed : box == null ? text : this.button(box)),
        html(
          "td",
          then == null
            ? ""
            : tell(now === then ? this.words.version : this.words.versions, { saved: then, now }),
        ),
      );
    return html(
      "section",
      html("h4", { title: this.words.meanings.savedFor }, this.words.savedFor),
      html("table.saved", html("tbody", ...entries.map(row))),
    );
  }

  neighbours(i) {
    const { inputs, outputs } = this.story.neighbours[i];
    const list = (title, links, end) =>
      links.length
        ? html(
            "p.neighbours",
            { title: this.words.meanings[end === "from" ? "inputs" : "outputs"] },
            `${title} `,
            ...links.map((link) =>
              this.button(this.story.links[link][end], end === "from" ? this.story.links[link].label : ""),
            ),
          )
        : null;
    return html("section", list(this.words.inputs, inputs, "from"), list(this.words.outputs, outputs, "to"));
  }

  button(box, label) {
    const { title } = this.story.boxes[box];
    return html("button", { type: "button", "data-box": box }, label ? `${label}: ${title}` : title);
  }
}
