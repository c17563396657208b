// The program that the visitor asked to run last. This tab keeps it over a reload, which asks nothing then. Any other way here,
// by a link to the same program or through the browser's history, asks again: what leads here may come from anybody.

const NAME = "autograd-own-program";

let last = take();

/** Take it that the visitor asked to run a text. @param {string} text */
export function confirm(text) {
  last = text;
  try {
    sessionStorage.setItem(NAME, text);
  } catch {
    // storage is full or forbidden here; then a reload asks again
  }
}

/** Whether the visitor asked to run this very text last. @param {string} text */
export function isConfirmed(text) {
  return text === last;
}

/** What a reload has left, null without one; nothing stays for a reload of what leads here now. */
function take() {
  try {
    if (isReloaded()) return sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
  } catch {
    // likewise
  }
  return null;
}

function isReloaded() {
  const [come] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return come?.type === "reload";
}
