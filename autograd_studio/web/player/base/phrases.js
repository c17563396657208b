import { en } from "../../words/en.js";

/**
 * @typedef {keyof typeof en extends infer Key ? (Key extends `player.${infer Name}` ? Name : never) : never} Name
 * @typedef {Name extends infer N ? (N extends `${infer Inner}.${string}` ? Inner : never) : never} Table
 * @typedef {{ one: string, other: string }} Forms a phrase about one thing, and about several
 * @typedef {{ [N in Exclude<Name, `${string}.${string}`>]: (typeof en)[`player.${N}`] extends Forms ? Forms : string } & {
 *   [T in Table]: { [N in Name as N extends `${T}.${infer Part}` ? Part : never]: string };
 * }} Words
 */

const plurals = new Intl.PluralRules("en");

/** What the player says, from the catalogue; a payload's `strings` replace some by name. */
export const WORDS = phrases();

function phrases() {
  /** @type {Record<string, any>} */
  const found = {};
  for (const [key, text] of Object.entries(en)) {
    const [area, name, part] = key.split(".");
    if (area !== "player") continue;
    if (part) (found[name] ??= {})[part] = text;
    else found[name] = text;
  }
  return /** @type {Words} */ (found);
}

/**
 * A phrase with its {places} filled; of one with several forms the one for its {count}.
 * @param {string | Forms} phrase @param {Record<string, unknown>} places
 */
export function tell(phrase = "", places = {}) {
  const form =
    typeof phrase === "string"
      ? phrase
      : phrase[plurals.select(Number(places.count)) === "one" ? "one" : "other"];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}
