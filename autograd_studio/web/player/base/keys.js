/** @type {Record<string, string>} */
const COMMANDS = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  Home: "first",
  End: "last",
  " ": "play",
  f: "forward",
  b: "backward",
  "[": "previousTurn",
  "]": "nextTurn",
  "+": "in",
  "=": "in",
  "-": "out",
  F: "fit",
  0: "fit",
  Escape: "escape",
  g: "find",
  "?": "help",
  p: "present",
  t: "turn",
  n: "nudge",
  q: "predict",
  m: "magnitudes",
  v: "memory",
  ">": "prompt",
  ArrowDown: "into",
  Enter: "into",
  ArrowUp: "outOf",
};
/** @type {Record<string, string>} */
const WITH_SHIFT = { ArrowRight: "over", ArrowLeft: "overBack" };

/**
 * What a key asks of the player, undefined for a key that is not the player's.
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey?: boolean }} event
 */
export function command({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (ctrlKey || metaKey || altKey) return undefined;
  return (shiftKey && WITH_SHIFT[key]) || COMMANDS[key];
}

/** What a hall may ask for: it sees no more than the step. The keys of a remote control are among them. */
const OF_HALL = [
  "next",
  "previous",
  "over",
  "overBack",
  "first",
  "last",
  "play",
  "forward",
  "backward",
  "previousTurn",
  "nextTurn",
  "present",
  "escape",
];

/** @type {Record<string, string>} */
const REMOTE = { PageDown: "next", PageUp: "previous" };

/** Likewise while one presents. @param {Parameters<typeof command>[0]} event */
export function commandOfHall(event) {
  const wanted = REMOTE[event.key] ?? command(event);
  return wanted && OF_HALL.includes(wanted) ? wanted : undefined;
}

const TEXT =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable=''], [contenteditable=true]";
const ARROWS =
  "[role=slider], [role=tab], [role=radio], [role=option], [role=combobox], [role=menuitem], [role=gridcell], [role=textbox], [type=radio], [type=range]";
const PRESSED = "button, a[href], summary, [role=button], [role=checkbox], [role=switch], [type=checkbox]";

/**
 * Whether a key pressed on an element elsewhere on the page is free for the player to take.
 * @param {{ closest?: (selectors: string) => unknown } | null} target @param {string} wanted
 */
export function isFree(target, wanted) {
  if (!target?.closest) return true;
  if (target.closest(TEXT) || target.closest(ARROWS) || target.closest("[role=dialog], [role=menu]"))
    return false;
  return !(wanted === "play" && target.closest(PRESSED));
}

/**
 * The rows of the keyboard's legend: keys, and the word that tells what they do.
 * @type {[keys: string, word: keyof typeof import("./phrases.js").WORDS][]}
 */
export const LEGEND = [
  ["→ ←", "keySteps"],
  ["Shift → ←", "keyOver"],
  ["↓ ↑", "keyInto"],
  ["Home End", "keyEnds"],
  ["Space", "keyPlay"],
  ["f b", "keyPhases"],
  ["[ ]", "keyTurns"],
  ["+ −", "keyZoom"],
  ["Shift F", "keyFit"],
  ["t", "keyTurn"],
  ["p", "keyPresent"],
  ["q", "keyPredict"],
  ["n ↑ ↓", "keyNudge"],
  ["m", "keyMagnitudes"],
  ["v", "keyMemory"],
  [">", "keyPrompt"],
  ["g", "keyFind"],
  ["↑ ↓ Enter", "keyNodes"],
  ["Esc", "keyEscape"],
];
