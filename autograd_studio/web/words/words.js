// What the front end says, from the catalogue (autograd_studio/catalogue/en/page).
import { en } from "./en.js";

/** @typedef {keyof typeof en} Key the table and the name of a sentence, `shell.name` */
/** @typedef {Record<string, string | number>} Parts what stands for the names in braces */

const plurals = new Intl.PluralRules("en");

/**
 * Return a sentence of the catalogue with its parts put in. One that has several forms takes that of the part `count`.
 * @param {Key} key @param {Parts} [parts]
 */
export function say(key, parts = {}) {
  const found = /** @type {string | Record<string, string>} */ (en[key]);
  const form =
    typeof found === "string" ? found : (found[plurals.select(Number(parts.count))] ?? found.other);
  return form.replaceAll(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole));
}
