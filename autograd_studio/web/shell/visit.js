// A visit: what all places share.
import { effect, signal } from "@preact/signals";

import { recall, remember } from "../player/base/storage.js";
import { own } from "../runner/content.js";
import { Roads } from "../runner/roads.js";
import { Runner } from "../runner/runner.js";
import { Stored } from "../runner/stored.js";
import { InPage } from "../runner/wasm/in_page.js";
import { Address, read, write } from "./address.js";
import { themeOf } from "./theme.js";

/** @import { Content } from "../runner/content.js" */

/**
 * @typedef {object} Config what Python says of this visit: see web/front_end.py
 * @property {string} base the path below which the studio is served: "" or "/course"
 * @property {string} token the visitor's, sent with every request
 * @property {Record<"studio" | "codemirror" | "worker" | "lessons" | "points" | "operators" | "forms" | "inter" | "jetbrains-mono", string> & { module?: string }} files
 * @property {"local" | "hosted"} mode
 * @property {string} refusal why no program runs here, "" if they do
 * @property {{ id: "built-in" | "torch", name: string }[]} engines
 * @property {string} version of the studio
 * @property {string} install how PyTorch would come here, "" where it is or cannot
 * @property {Record<string, string>} [runs] of a site, which has no server (web/site/site.js): the path of the run of each lesson, by its id
 * @property {string | null} [docs] of a site: the path of its documentation, if it has one
 * @property {() => void} [update] changes to a newer site, where one has come
 */

/**
 * @typedef {object} Lesson
 * @property {string} id @property {string} title @property {string} note
 * @property {string} asked more words by which it is searched for
 * @property {string} topic the id of its topic
 * @property {number} [step] of the first screen: where something is to be seen @property {number} steps
 * @property {number} minutes that its sentences take to read
 * @property {string} program
 * @property {import("../learn/sketch.js").Thumbnail} thumbnail
 * @property {import("../learn/tour_progress.js").Part[]} [parts] of a file that was opened: what it tells and asks
 */
/**
 * @typedef {object} Lessons what lessons/listing.py makes
 * @property {{ id: string, title: string }[]} topics @property {Lesson[]} lessons
 * @property {import("../learn/tour_progress.js").TourData | null} tour
 */

/**
 * @typedef {object} Operator
 * @property {string} name @property {boolean} method whether tensors have it, too
 * @property {string[]} signatures @property {string} text @property {string[]} grad_fn
 * @property {Record<string, string>} formulas @property {string} program
 */

/**
 * @typedef {object} Command something to do, found by the search
 * @property {string} id @property {string} title @property {() => void} run
 * @property {string} [group] what it is one of, as "Speed"
 * @property {string} [words] more words by which it is found
 * @property {string} [keys] that do the same
 */

/** @typedef {{ left: string, right: string, on_torch: boolean }} Pair two programs that are compared */

/**
 * @typedef {object} Forms what the forms begin with: see web/forms/examples.py
 * @property {{ title: string, name: string, forward: string, backward: string, use: string }[]} custom_op_examples
 * @property {(Pair & { title: string })[]} pairs
 * @property {{ id: string, level: number, title: string, task: string, program: string, output: string, beginning: string }[]} exercises
 */

/** @typedef {{ program: Content, runs: boolean, lesson: Lesson | null }} Handed a program, whether to run it at once, and the lesson that it is of */

const STARTED = "started";
const LAST = "address";

/** @template T @param {string} path @returns {Promise<T>} */
async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Where only the root was opened, return to where this browser was last. @param {Address} address */
function comeBack(address) {
  const last = address.isBare && recall(LAST);
  if (last) {
    const { pathname, search } = new URL(last, location.origin);
    const here = read({ pathname, search }, "");
    if (here) address.resume(here);
  }
  effect(() => {
    const here = address.here.value;
    if (here.place !== "nowhere") remember(LAST, write(here, ""));
  });
}

/** What every place is given. */
export class Visit {
  /**
   * @param {Config} config @param {HTMLElement} host of the app, told the theme
   * @param {() => void} renew ask Python for another token: `config` changes when it comes
   */
  constructor(config, host, renew) {
    this.config = signal(config);
    const { runs } = config;
    this.address = new Address(config.base, { isSite: runs !== undefined });
    /** Whether the visitor knows what this is: a start was used once, or a link led past them. */
    this.hasStarted = signal(recall(STARTED) !== null || !this.address.isBare);
    if (!this.address.isEmbedded) comeBack(this.address);
    const { module, worker } = config.files;
    const here = new InPage(module ? { index: module, worker } : null);
    const server = runs
      ? new Stored(here, () => this.#kept(runs))
      : new Runner({ config: this.config, renew });
    this.runner = new Roads(server, here);
    effect(() => {
      host.dataset.module = here.state.value; // for whoever looks at the page from outside
    });
    this.theme = themeOf(host);
    /** Who has commands for the search, asked as it is opened. @type {Set<() => Command[]>} */
    this.offers = new Set();
    /** Whether the tour is shown. */
    this.tour = signal(false);
    /** What the search is asked, null while it is closed. */
    this.asked = signal(/** @type {string | null} */ (null));
    /** What Play is to open; it takes it and sets null. */
    this.handed = signal(/** @type {Handed | null} */ (null));
    /** What Compare is to open; it takes it and sets null. */
    this.pair = signal(/** @type {(Pair & { isForeign: boolean }) | null} */ (null));
    /** The lesson files that were opened, by their programs. @type {Map<string, Lesson>} */
    this.opened = new Map();
    /** The program that Play has, empty before it was there. */
    this.program = signal(own(""));
  }

  /** The lessons, fetched when somebody wants them. @returns {Promise<Lessons>} */
  get lessons() {
    return this.#file("lessons");
  }

  /** What the lessons say and ask at their steps, by their ids; fetched when one is shown. @returns {Promise<Record<string, import("../learn/tour_progress.js").Part[]>>} */
  get points() {
    return this.#file("points");
  }

  /** The reference, fetched when somebody wants it. @returns {Promise<Operator[]>} */
  get operators() {
    return this.#file("operators");
  }

  /** What the forms begin with, fetched when one is shown. @returns {Promise<Forms>} */
  get forms() {
    return this.#file("forms");
  }

  /** @type {Record<string, Promise<any>>} */
  #files = {};

  /** @param {"lessons" | "points" | "operators" | "forms"} name */
  #file(name) {
    this.#files[name] ??= fetched(this.config.peek().files[name]);
    this.#files[name].catch(() => delete this.#files[name]); // who wants it next asks again
    return this.#files[name];
  }

  /** Where the runs of the lessons and of the tour are. @param {Record<string, string>} runs @returns {Promise<import("../runner/stored.js").Kept[]>} */
  async #kept(runs) {
    const { lessons, tour } = await this.lessons;
    return [...lessons, ...(tour ? [{ ...tour, id: "tour" }] : [])].map(({ id, program }) => ({
      program,
      path: runs[id],
    }));
  }

  /** Let the search offer commands; returns how to withdraw them. @param {() => Command[]} commands */
  offer(commands) {
    this.offers.add(commands);
    return () => {
      this.offers.delete(commands);
    };
  }

  /** Show the three starts no more. */
  start() {
    this.hasStarted.value = true;
    remember(STARTED, "yes");
  }

  /** Open a program in Play. @param {Content} program @param {{ runs?: boolean, lesson?: Lesson | null }} [wish] */
  open(program, { runs = false, lesson = null } = {}) {
    if (lesson) this.opened.set(program.text, lesson);
    this.handed.value = { program, runs, lesson };
    this.address.go("program");
  }
}
