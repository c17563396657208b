// The two roads of a run: in the page, where the module is there and has what the program needs, and else to the server.
import { signal } from "@preact/signals";

import { recall, remember } from "../player/base/storage.js";
import { say } from "../words/words.js";
import { Stored } from "./stored.js";

/** @import { Wanted, Watch } from "./types.d.ts" */
/** @import { Runner } from "./runner.js" */
/** @import { InPage } from "./wasm/in_page.js" */

/** @typedef {"here" | "server"} Road */

const ROAD = "road";

/** Answers as a Runner does, by whichever road there is. */
export class Roads {
  /** The road that the visitor wants where both lead there. @type {import("@preact/signals").Signal<Road>} */
  wish = signal(recall(ROAD) === "server" ? "server" : "here");

  /** @param {Runner | Stored} server or what a page has that has none @param {InPage} here */
  constructor(server, here) {
    this.server = server;
    /** Whether there is no server: then whoever asks waits until the module has come. */
    this.isAlone = server instanceof Stored;
    if (this.isAlone) this.wish.value = "here";
    this.here = here;
    this.isAway = server.isAway;
    this.isRenewing = server.isRenewing;
  }

  /** Whether there are two roads to choose from. */
  get isOffered() {
    return !this.isAlone && this.here.files !== null && this.here.state.peek() !== "lost";
  }

  /** How much has come of what is awaited where there is no server, in percent; null where nothing is. */
  get percent() {
    const isComing = this.isAlone && this.here.state.value === "coming";
    return isComing ? Math.round(this.here.come.value * 100) : null;
  }

  /** @param {Road} road */
  take(road) {
    this.wish.value = road;
    remember(ROAD, road);
    if (road === "here") this.begin();
  }

  /** Fetch what the road in the page needs, unless the visitor saves data or wants the other one. */
  begin() {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
    if (this.wish.peek() === "here" && !connection?.saveData) void this.here.begin();
  }

  /** @type {Runner["run"]} */
  async run(wanted, watch = {}) {
    if (this.isAlone && this.here.state.peek() !== "ready") {
      const run = await this.server.run(wanted);
      if (run.kind === "run") return run;
    }
    return (await this.#runHere(wanted, watch)) ?? this.server.run(wanted, watch);
  }

  /** @type {Runner["nudge"]} */
  async nudge(wanted, nudged) {
    return (await this.#ask("nudge", wanted, nudged)) ?? this.server.nudge(wanted, nudged);
  }

  /** @type {Runner["ask"]} */
  async ask(wanted, asked) {
    return (await this.#ask("ask", wanted, asked)) ?? this.server.ask(wanted, asked);
  }

  /** @type {Runner["outline"]} */
  async outline(asked, watch = {}) {
    return (await this.#here({ route: "outline", ...asked }, watch)) ?? this.server.outline(asked, watch);
  }

  /** @type {Runner["check"]} */
  async check(form, watch = {}) {
    return (await this.#here({ route: "check", ...form }, watch)) ?? this.server.check(form, watch);
  }

  /** @type {Runner["lesson"]} */
  async lesson(lesson, watch = {}) {
    return (await this.#here({ route: "lesson", lesson }, watch)) ?? this.server.lesson(lesson, watch);
  }

  /** @type {Runner["compare"]} */
  async compare(programs, watch = {}) {
    const here = programs.on_torch ? null : await this.#here({ route: "compare", ...programs }, watch);
    return here ?? this.server.compare(programs, watch);
  }

  /** Whether programs run at all. */
  get runs() {
    return !this.isAlone || this.here.files !== null;
  }

  /** Whether such a file can be made of a run. @param {import("./types.d.ts").FileKind} kind */
  makes(kind) {
    return !this.isAlone || kind === "trace";
  }

  /** @type {Runner["save"]} */
  async save(wanted, kind) {
    const { server } = this;
    if (!(server instanceof Stored)) return server.save(wanted, kind);
    const found = await this.#ask("save", wanted, {});
    if (found?.kind !== "file") throw new Error(found?.message ?? server.why);
    return new Blob([found.text], { type: "application/json" });
  }

  /** Run a program in the page; null where that is not to be. A beginning is told, and followed by the whole. @param {Wanted} wanted @param {Watch} watch */
  async #runHere(wanted, { signal: given, told }) {
    for (let part = wanted.middle == null ? "beginning" : "all"; ; part = "rest") {
      const run = await this.#ask("run", wanted, { part }, { signal: given });
      if (run?.kind !== "run") return run;
      if (part !== "beginning" && !run.payload) return null; // the server shows what there was before
      if (run.is_whole) return run;
      told?.(run);
    }
  }

  /** @param {string} route @param {Wanted} wanted @param {object} beside @param {Watch<any>} [watch] */
  async #ask(route, { program, engine, middle = null }, beside, watch = {}) {
    if (engine !== "built-in") return null;
    return this.#here({ route, program: program.text, middle, ...beside }, watch);
  }

  /** Return the last line of what is answered in the page, and tell the others; null where that is not to be. @param {{ route: string } & Record<string, unknown>} asked @param {Watch<any>} watch */
  async #here(asked, { signal: given, told }) {
    if (this.wish.peek() !== "here") return null;
    if (this.isAlone) await this.here.settled(given);
    const lines = await this.here.ask(asked, given);
    const last = lines?.pop();
    if (last?.kind === "elsewhere" && this.isAlone) return missing(last.missing);
    if (!last || last.kind === "elsewhere") return null;
    for (const line of lines ?? []) told?.(line);
    return last;
  }
}

/** What is said of a program that needs packages which are only on a server. @param {string[]} names */
function missing(names) {
  const message = say("runner.alone.missing", { names: names.join(", ") });
  return { kind: "failed", status: "unavailable", message };
}
