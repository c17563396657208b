// The first screen tells its run by itself, once, until the visitor does something.

const AFTER = 1400; // ms
const ENDING = ["keydown", "pointerdown", "wheel", "focusin"];

/**
 * Tell what a player shows; the first key or click ends that. With reduced motion nothing is told.
 * @param {import("../player/player.js").Player} player @param {Document} page
 * @param {(isShowing: boolean) => void} changed is told when it begins and ends
 * @returns {() => void} ends it
 */
export function showOnce(player, page, changed) {
  if (!mayShow()) return () => {};
  const ending = new AbortController();
  const end = (/** @type {Event | undefined} */ event = undefined) => {
    if (ending.signal.aborted) return;
    ending.abort();
    clearTimeout(timer);
    if (!isOnPlay(event)) player.pause(); // that button pauses it by itself
    changed(false);
  };
  const timer = setTimeout(() => player.play(), AFTER);
  for (const type of ENDING) page.addEventListener(type, end, { capture: true, signal: ending.signal });
  changed(true);
  return end;
}

/** @param {Event | undefined} event */
function isOnPlay(event) {
  return Boolean(
    event?.composedPath().some((one) => one instanceof HTMLElement && one.dataset.do === "play"),
  );
}

/** Whether the first screen may show something by itself. */
export function mayShow() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
