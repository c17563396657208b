const NAME = "autograd-studio-solved"; // in localStorage: the ids of the exercises that were solved

/** Return the ids of the exercises that this browser has seen solved. @returns {string[]} */
export function recalled() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // the browser keeps nothing, or somebody else wrote there
  }
}

/** @param {string[]} ids */
export function remember(ids) {
  try {
    localStorage.setItem(NAME, JSON.stringify(ids));
  } catch {
    // the browser keeps nothing
  }
}
