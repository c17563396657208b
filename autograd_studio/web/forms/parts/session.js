import { signal } from "@preact/signals";

import { own } from "../../runner/content.js";
import { BrokenLink, programOf, textOf, tokenOf } from "../../shell/links.js";
import { say } from "../../words/words.js";
import { formOf } from "../reading.js";
import { Checking } from "./checking.js";

/** @import { Signal } from "@preact/signals" */
/** @import { Content } from "../../runner/content.js" */
/** @import { CheckAnswer, Checked } from "../../runner/types.d.ts" */
/** @import { Said } from "../../shell/address.js" */
/** @import { Visit } from "../../shell/visit.js" */
/** @import { Kind } from "../reading.js" */

/**
 * What a place makes of its form: `standard` is the form that it begins with, `formWith` the one with a program that the address
 * names, `wanted` what the runner is asked.
 * @template Form
 * @typedef {{ kind: Kind<Form>, standard: () => Promise<Form>, formWith: (program: Content, said: Said) => Promise<Form>,
 *   wanted: (form: Form) => Checked }} Made
 */

/**
 * The form of a place with an address, and what the runner says of it. A form that the address brought is foreign until the
 * visitor asks to run it, whatever they change in it.
 * @template Form
 */
export class Session {
  /** The form that was asked for last. @type {Signal<Form | null>} */
  form = signal(null);

  /** The newest answer, and the form that it is for. @type {Signal<{ form: Form, answer: CheckAnswer } | null>} */
  found = signal(null);

  /** What the address gave, or the form that was begun with. @type {Signal<Form | null>} */
  given = signal(null);

  /** Why the address could not be followed. */
  broken = signal("");

  /** Whether the form is too long for an address. */
  isLong = signal(false);

  isForeign = false;

  /** What of the address was followed; undefined before there is anything. @type {string | undefined} */
  #followed;

  /** @param {Visit} visit @param {Made<Form>} made */
  constructor(visit, made) {
    this.visit = visit;
    this.made = made;
    this.checking = new Checking(visit.runner);
  }

  /** Follow the address: a form or a program that it names, else what is there, else the standard. @param {Said} said */
  async follow(said) {
    const names = namesOf(said);
    if (names === this.#followed) return;
    if (!names && this.#followed !== undefined) {
      this.#name();
      return;
    }
    this.#followed = names;
    const { form, isForeign, broken } = await this.#brought(said);
    if (this.#followed !== names) return; // followed another one in the meantime
    this.broken.value = broken;
    this.open(form, isForeign);
  }

  /** @param {Said} said @returns {Promise<{ form: Form, isForeign: boolean, broken: string }>} */
  async #brought(said) {
    const standard = await this.made.standard();
    try {
      if (said.form !== undefined) {
        const form = formOf(this.made.kind, await textOf(said.form));
        return { form, isForeign: !isSame(form, standard), broken: "" };
      }
      const program = await named(this.visit, said);
      if (!program) return { form: standard, isForeign: false, broken: "" };
      const isForeign = program.isForeign || ["output", "input", "line"].some((name) => name in said);
      return { form: await this.made.formWith(program, said), isForeign, broken: "" };
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      const broken = say("forms.link.instead", { fault: error.message });
      return { form: standard, isForeign: false, broken };
    }
  }

  /** Show another form, and have it checked. @param {Form} form @param {boolean} isForeign */
  open(form, isForeign) {
    this.given.value = form;
    this.isForeign = isForeign;
    this.check(form);
  }

  /** Go on with another form, of ours. @param {Form} form */
  begin(form) {
    this.given.value = form;
    this.run(form);
  }

  /** Have a form checked because the visitor asks for it, which makes it their own. @param {Form} form */
  run(form) {
    this.isForeign = false;
    this.broken.value = "";
    this.check(form);
    this.#name();
  }

  /** @param {Form} form */
  async check(form) {
    this.form.value = form;
    const answer = await this.checking.ask(this.made.wanted(form), this.isForeign);
    if (answer) this.found.value = { form, answer };
  }

  /** Let the address name the form. */
  async #name() {
    const form = this.form.peek();
    const [standard, token] = await Promise.all([this.made.standard(), tokenOf(JSON.stringify(form))]);
    if (this.form.peek() !== form) return;
    this.isLong.value = token === null;
    /** @type {Said} */
    const said = token === null || isSame(form, standard) ? {} : { form: token };
    this.#followed = namesOf(said);
    this.visit.address.say(said);
  }
}

/** What of an address a form is made of. @param {Said} said */
function namesOf(said) {
  const names = ["form", "program", "lesson", "output", "input", "line"].filter((name) => name in said);
  return new URLSearchParams(names.map((name) => [name, said[name]])).toString();
}

/**
 * The program that an address names, null if it names none.
 * @param {Visit} visit @param {Said} said @returns {Promise<Content | null>}
 */
async function named(visit, said) {
  if (said.program !== undefined) return programOf(visit, said.program);
  if (said.lesson === undefined) return null;
  const { lessons } = await visit.lessons;
  const lesson = lessons.find(({ id }) => id === said.lesson);
  if (!lesson) throw new BrokenLink(say("forms.link.no_lesson"));
  return own(lesson.program);
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
