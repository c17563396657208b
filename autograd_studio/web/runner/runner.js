import { signal } from "@preact/signals";

import { say } from "../words/words.js";
import { lines } from "./ndjson.js";

/**
 * @import { CheckAnswer, Checked, Comparison, Failed, FileKind, Nudge, Nudged, OpenedLesson, Outline, Outlined, Page, Programs } from "./types.d.ts"
 * @import { Run, RunOfSide, Said, Uncompared, Unlocked, Waiting, Wanted, Watch } from "./types.d.ts"
 */

const REFUSED = [403, 410]; // a token that is forged, as one is of a server that was restarted, or too old
const AWAY = [502, 503, 504]; // what stands before a server that ends says
const BUSY = 429;
const AGAIN = 1000; // ms after which a server that is away is looked for
const RENEWED = 60_000; // ms within which a new token comes, or none does
const REPEATED = 3000; // ms after which one is asked for again: Streamlit finds a server that was away later than we do
const MOST_BROKEN = 3; // answers without an end, one after the other

/** What the studio cannot answer. */
class Unanswered extends Error {}

/** Asks the server for all that the views want of a program. */
export class Runner {
  /** Whether the server cannot be reached. What was asked then comes by itself when it is back. */
  isAway = signal(false);

  /** Whether a new token is awaited, as after the server was restarted. */
  isRenewing = signal(false);

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<void> | null} until the server is back */
    this.back = null;
  }

  /**
   * Run a program. A beginning is told, and followed by the whole.
   * @param {Wanted} wanted @param {Watch} [watch] @returns {Promise<Run | Unlocked | Failed>}
   */
  run(wanted, watch = {}) {
    return this.follow("run", body(wanted), watch);
  }

  /**
   * Run a program with a number replaced, or without one as it is; of one chapter alone it is told faster.
   * @param {Wanted} wanted @param {{ nudge: Nudge | null, chapter?: number | null }} nudged @returns {Promise<Nudged>}
   */
  nudge(wanted, nudged) {
    return this.once("nudge", { ...body(wanted), ...nudged });
  }

  /**
   * Evaluate an expression at a step, counted from 0, when it is `finished` or before.
   * @param {Wanted} wanted @param {{ expression: string, step: number, finished?: boolean }} asked
   * @returns {Promise<Said>}
   */
  ask(wanted, asked) {
    return this.once("ask", { ...body(wanted), ...asked });
  }

  /**
   * Return what a text says, or the program that a form writes.
   * @param {Outlined} asked @param {Pick<Watch, "signal">} [watch] @returns {Promise<Outline | Failed>}
   */
  async outline(asked, watch = {}) {
    const answer = await this.persist(() => this.post("outline", asked, watch.signal), watch.signal);
    return answer.ok ? { kind: "outline", ...(await answer.json()) } : failure(answer);
  }

  /**
   * Check what a form holds.
   * @param {Checked} form @param {Watch<Waiting> & { isForeign?: boolean }} [watch] @returns {Promise<CheckAnswer>}
   */
  check(form, { isForeign = false, ...watch } = {}) {
    return this.follow("check", { ...form, foreign: isForeign }, watch);
  }

  /**
   * Open a lesson file.
   * @param {string} lesson its text @param {Watch<Waiting>} [watch] @returns {Promise<OpenedLesson | Unlocked | Failed>}
   */
  lesson(lesson, watch = {}) {
    return this.follow("lesson", { lesson, foreign: false }, watch);
  }

  /**
   * Run two programs and compare their runs, which are told as they come.
   * @param {Programs} programs @param {Watch<Waiting | RunOfSide> & { isForeign?: boolean }} [watch]
   * @returns {Promise<Comparison | Uncompared | Unlocked | Failed>}
   */
  compare(programs, { isForeign = false, ...watch } = {}) {
    return this.follow("compare", { ...programs, foreign: isForeign }, watch);
  }

  /**
   * Return a file of a run. Throws with a message for the visitor where there is none.
   * @param {Wanted} wanted @param {FileKind} kind @returns {Promise<Blob>}
   */
  async save(wanted, kind) {
    const answer = await this.persist(() => this.post("save", { ...body(wanted), kind }));
    if (!answer.ok) throw new Error((await failure(answer)).message);
    return answer.blob();
  }

  /**
   * Return the last line of an answer, and tell the others.
   * @param {string} route @param {object} asked @param {Watch<any>} watch @returns {Promise<any>}
   */
  async follow(route, asked, { signal: given, told }) {
    for (let broken = 0; broken < MOST_BROKEN; broken++) {
      const answer = await this.persist(() => this.post(route, asked, given), given);
      if (!answer.ok || !answer.body) return failure(answer);
      const last = await toEnd(answer.body, told).catch(() => null);
      given?.throwIfAborted();
      if (last) return last;
    }
    return { kind: "failed", status: "unavailable", message: say("runner.broken") };
  }

  /**
   * Return an answer with its status: 0 where the server cannot be reached, for what is soon asked anew.
   * @param {string} route @param {object} asked @returns {Promise<any>}
   */
  async once(route, asked) {
    try {
      const answer = await this.post(route, asked);
      return { status: answer.status, ...(await answer.json()) };
    } catch {
      this.await();
      return { status: 0 };
    }
  }

  /**
   * Do what asks the server, and once more whenever it is back.
   * @template T @param {() => Promise<T>} asks @param {AbortSignal} [given] @returns {Promise<T>}
   */
  async persist(asks, given) {
    for (;;) {
      try {
        return await asks();
      } catch {
        given?.throwIfAborted();
        await unlessAborted(this.await(), given);
      }
    }
  }

  /**
   * Ask a route; a token that does not hold any more is renewed, once.
   * @param {string} route @param {object} asked @param {AbortSignal} [given] @returns {Promise<Response>}
   */
  async post(route, asked, given) {
    const { base, token } = this.page.config.peek();
    const answer = await this.send(`${base}/${route}`, { token, ...asked }, given);
    if (!REFUSED.includes(answer.status)) return answer;
    this.isRenewing.value = true;
    try {
      const renewed = await this.renewed(token);
      return renewed === token
        ? answer
        : await this.send(`${base}/${route}`, { token: renewed, ...asked }, given);
    } finally {
      this.isRenewing.value = false;
    }
  }

  /** @param {string} path @param {object} content @param {AbortSignal} [given] */
  async send(path, content, given) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, {
      method: "POST",
      headers,
      body: JSON.stringify(content),
      signal: given,
    });
    if (AWAY.includes(answer.status)) throw new Unanswered();
    return answer;
  }

  /** Return another token than this one, or this one if none comes. @param {string} token @returns {Promise<string>} */
  renewed(token) {
    const { config } = this.page;
    if (config.peek().token === token) this.page.renew();
    return new Promise((resolve) => {
      const again = setInterval(() => this.page.renew(), REPEATED);
      const given = setTimeout(() => end(token), RENEWED);
      const forget = config.subscribe(({ token: now }) => now !== token && end(now));
      /** @param {string} found */
      function end(found) {
        clearInterval(again);
        clearTimeout(given);
        queueMicrotask(() => forget()); // it may be called before there is a `forget`
        resolve(found);
      }
    });
  }

  /** Look for the server until it is back. @returns {Promise<void>} */
  await() {
    this.isAway.value = true;
    this.back ??= this.search().then(() => {
      this.back = null;
      this.isAway.value = false;
    });
    return this.back;
  }

  async search() {
    do await rest();
    while (!(await this.isThere()));
  }

  async isThere() {
    try {
      return (await fetch(`${this.page.config.peek().base}/_stcore/health`)).ok;
    } catch {
      return false;
    }
  }
}

/** @param {Wanted} wanted */
function body({ program, engine, middle = null }) {
  return { program: program.text, foreign: program.isForeign, engine, middle };
}

/**
 * Return the last of an answer's lines, null if it breaks off before; tell the others.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {Watch<any>["told"]} told
 */
async function toEnd(stream, told) {
  const events = lines(stream);
  for (;;) {
    const { value: event, done } = await events.next();
    if (done) return null;
    if (isLast(event)) {
      void drain(events);
      return event;
    }
    told?.(event);
  }
}

/** Read an answer to its end, or else its connection would be closed, and the next request would need another one. @param {AsyncGenerator<any>} events */
async function drain(events) {
  try {
    while (!(await events.next()).done);
  } catch {
    // nobody waits for what follows
  }
}

/** Whether nothing follows: not on a place in the line, a beginning, or the run of one side. @param {any} event */
function isLast({ kind, is_whole, side }) {
  return kind === "run" ? is_whole && !side : kind !== "waiting";
}

/** What to say of an answer that is none. @param {Response} answer @returns {Promise<Failed>} */
async function failure(answer) {
  const { message = say("runner.broken") } = await answer.json().catch(() => ({}));
  return { kind: "failed", status: answer.status === BUSY ? "busy" : "unavailable", message };
}

/** @param {Promise<void>} promise @param {AbortSignal} [given] @returns {Promise<void>} */
function unlessAborted(promise, given) {
  return new Promise((resolve, reject) => {
    promise.then(resolve);
    given?.addEventListener("abort", () => reject(given.reason), { once: true });
  });
}

function rest() {
  return new Promise((resolve) => {
    setTimeout(resolve, AGAIN);
  });
}
