import { signal } from "@preact/signals";

import { EXAMPLE, EXPRESSION, CUSTOM_OP, formOf } from "../forms/reading.js";
import { foreign, own } from "../runner/content.js";
import { textOf, tokenOf } from "../shell/links.js";

/** @import { Kind } from "../forms/reading.js" */
/** @import { CustomOp, Expression } from "../runner/types.d.ts" */
/** @import { Said } from "../shell/address.js" */
/** @import { Visit } from "../shell/visit.js" */
/** @import { Bench } from "./bench.js" */

/**
 * A form in place of a text: what it holds, and whose that is.
 * @template {Expression | CustomOp} [Form=any]
 */
export class FormWay {
  /** @type {import("@preact/signals").Signal<Form | null>} */
  form = signal(null);

  isForeign = signal(false);

  /** @param {Kind<Form>} kind @param {() => Promise<Form>} standard the form to begin with */
  constructor(kind, standard) {
    this.kind = kind;
    this.standard = standard;
  }

  /** Follow the address. @param {Bench} bench @param {Said} said */
  async open(bench, said) {
    this.bench = bench;
    const standard = await this.standard();
    const form = said.form === undefined ? standard : formOf(this.kind, await textOf(said.form));
    this.isForeign.value = JSON.stringify(form) !== JSON.stringify(standard);
    bench.opened.value++;
    this.form.value = form;
  }

  /** Take what the visitor changed; `isOwn` where they asked to run it. @param {Form} form @param {boolean} isOwn */
  change(form, isOwn) {
    if (isOwn) this.isForeign.value = false;
    this.form.value = form;
  }

  /** Run the program that the form writes. @param {string} text */
  write(text) {
    const { bench } = this;
    if (!bench) return;
    bench.text.value = bench.written.value = text;
    if (bench.run.peek()) bench.wish.value = { ...bench.wish.peek(), step: null };
    bench.start(this.whose(text));
    bench.at(bench.step.peek(), null);
  }

  /** A program that is written from the form is whose that is. @param {string} text */
  whose(text) {
    return this.isForeign.peek() ? foreign(text) : own(text);
  }

  /** The visitor has confirmed that it is run. */
  confirm() {
    this.isForeign.value = false;
  }

  /** @returns {Promise<Said | null>} */
  async said() {
    const form = await tokenOf(JSON.stringify(this.form.peek()));
    return form === null ? null : { form };
  }
}

/** @param {Visit} visit @param {"expression" | "custom_op"} place @returns {FormWay} */
export function formWay(visit, place) {
  if (place === "expression") return new FormWay(EXPRESSION, async () => EXAMPLE);
  return new FormWay(CUSTOM_OP, async () => {
    const [{ name, forward, backward, use }] = (await visit.forms).custom_op_examples;
    return { name, forward, backward, use };
  });
}
