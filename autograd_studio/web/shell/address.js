// The address of what is shown. Nothing else reads or writes it, and what it says is foreign.
import { signal } from "@preact/signals";

/**
 * @typedef {"program" | "expression" | "custom_op" | "jacobian" | "compare" | "practice" | "gallery" | "operators"} Named
 * @typedef {Named | "nowhere"} Place nowhere is what an address names that leads to none
 * @typedef {Record<string, string>} Said what an address says of its place
 * @typedef {{ place: Place, said: Said }} Here
 */

/** @typedef {"learn" | "play" | "compare" | "practice" | "reference" | "jacobian" | "nowhere"} View */

/** What shows each place. @type {Record<Place, View>} */
export const VIEWS = {
  nowhere: "nowhere",
  program: "play",
  expression: "play",
  custom_op: "play",
  jacobian: "jacobian",
  compare: "compare",
  practice: "practice",
  gallery: "learn",
  operators: "reference",
};

/** Where each link of the header leads first. @type {[Exclude<View, "jacobian" | "nowhere">, Named][]} */
export const HEADER = [
  ["learn", "gallery"],
  ["play", "program"],
  ["compare", "compare"],
  ["practice", "practice"],
  ["reference", "operators"],
];

const NAMES = "lesson program form step engine note output input line name ask".split(" ");
/** @type {Here} */
const NOWHERE = { place: "nowhere", said: {} };
const EMBEDDING = ["embed", "embed_options"];
const LESSON = "lesson/"; // before the name of one, in a site

/**
 * Return what an address names, null where it is none below the base path. What nobody knows is left out.
 * @param {{ pathname: string, search: string }} url @param {string} base
 * @returns {Here | null}
 */
export function read({ pathname, search }, base) {
  const path = pathname.replace(/\/+$/, "");
  if (path !== base && !path.startsWith(`${base}/`)) return null;
  const [name, lesson] = split(path.slice(base.length + 1) || "program");
  if (!Object.hasOwn(VIEWS, name) || name === NOWHERE.place) return null;
  const place = /** @type {Place} */ (name);
  const parameters = new URLSearchParams(search);
  /** @type {Said} */
  const said = lesson ? { lesson } : {};
  for (const one of NAMES) if (parameters.has(one)) said[one] = String(parameters.get(one));
  // A lesson of the gallery was opened from there once, and such links are still around.
  return place === "gallery" && said.lesson ? { place: "program", said } : { place, said };
}

/** Return the place that a path names, and the lesson of one that is a page of its own. @param {string} path @returns {[place: string, lesson?: string]} */
function split(path) {
  return path.startsWith(LESSON) ? ["program", path.slice(LESSON.length)] : [path];
}

/**
 * Return the address of a place, and what is said of it.
 * @param {Here} here @param {string} base @param {{ embedding?: [string, string][], isSite?: boolean }} [how] how the page is
 *   embedded; a site is of folders, and has one for each lesson
 */
export function write({ place, said }, base, { embedding = [], isSite = false } = {}) {
  const { lesson, ...others } = said;
  const isPage = isSite && place === "program" && /^[\w-]+$/.test(lesson ?? "");
  const query = new URLSearchParams([...Object.entries(isPage ? others : said), ...embedding]).toString();
  const path = isPage ? LESSON + lesson : place === "program" ? "" : place;
  return `${base}/${path}${isSite && path ? "/" : ""}${query && `?${query}`}`;
}

/** The address of this window. It belongs to the front end: streamlit.js keeps Streamlit from it. */
export class Address {
  /** @param {string} base the path below which the studio is served @param {{ view?: Window, isSite?: boolean }} [how] */
  constructor(base, { view = window, isSite = false } = {}) {
    this.base = base;
    this.view = view;
    this.isSite = isSite;
    const parameters = new URLSearchParams(view.location.search);
    /** @type {[string, string][]} */
    this.embedding = EMBEDDING.flatMap((name) =>
      parameters.has(name) ? [[name, String(parameters.get(name))]] : [],
    );
    this.isEmbedded = parameters.get("embed") === "true";
    /** How the visitor came here: the page was opened, a link was followed, or the browser's Back. @type {"opened" | "went" | "returned"} */
    this.came = "opened";
    const arrived = read(view.location, base) ?? NOWHERE;
    this.here = signal(arrived);
    /** Whether the root was opened, and nothing said of it. */
    this.isBare = arrived.place === "program" && Object.keys(arrived.said).length === 0;
    for (const event of ["popstate", "returned"]) view.addEventListener(event, () => this.#return());
    const isWritten = view.location.pathname === this.href(arrived.place, arrived.said).replace(/\?.*/, "");
    if (arrived !== NOWHERE && !isWritten) this.#replace();
  }

  /** Take up another address in place of the one that was opened. @param {Here} here */
  resume(here) {
    this.here.value = here;
    this.#replace();
  }

  /** Go to a place, a new entry of the history. @param {Place} place @param {Said} [said] */
  go(place, said = {}) {
    this.came = "went";
    const href = this.href(place, said);
    const { location } = this.view;
    if (href !== location.pathname + location.search) this.#native("pushState", href);
    this.here.value = { place, said };
  }

  /** Say this of the present place, and nothing else. @param {Said} said */
  say(said) {
    this.here.value = { place: this.here.peek().place, said };
    this.#replace();
  }

  /** Return the address of a place, for a link. @param {Place} place @param {Said} [said] */
  href(place, said = {}) {
    return write({ place, said }, this.base, this);
  }

  /** Go where a plain click on a link leads, if that is one of the places. @param {MouseEvent} event */
  follow(event) {
    if (
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!link?.href || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    const here = url.origin === this.view.location.origin ? read(url, this.base) : null;
    if (!here) return;
    event.preventDefault();
    this.go(here.place, here.said);
  }

  #replace() {
    const { place, said } = this.here.peek();
    this.#native("replaceState", this.href(place, said));
  }

  /** @param {"pushState" | "replaceState"} way @param {string} href */
  #native(way, href) {
    const { history } = this.view;
    Object.getPrototypeOf(history)[way].call(history, null, "", href);
  }

  #return() {
    this.came = "returned";
    this.here.value = read(this.view.location, this.base) ?? NOWHERE;
  }
}
