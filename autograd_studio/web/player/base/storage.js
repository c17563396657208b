// What the page remembers in this browser (localStorage): whether it presents, and what the picture leaves out.

const PREFIX = "autograd-player-";

/**
 * What this browser remembers under a name, null if nothing or if it may not.
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * Let this browser remember a text, where it may.
 * @param {string} name @param {string} text
 */
export function remember(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Storage is forbidden here; then nothing is remembered.
  }
}
