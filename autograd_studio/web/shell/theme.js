// Light or dark: the system's, until the visitor chooses.
import { effect, signal } from "@preact/signals";

import { recall, remember } from "../player/base/storage.js";

const NAME = "theme";

/**
 * Return the theme as a signal; what is written to it is remembered, and the host of the app is told.
 * @param {HTMLElement} host
 */
export function themeOf(host) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const systems = () => (system.matches ? "dark" : "light");
  const chosen = recall(NAME);
  const theme = signal(
    /** @type {"light" | "dark"} */ (chosen === "light" || chosen === "dark" ? chosen : systems()),
  );
  system.addEventListener("change", () => {
    if (!recall(NAME)) theme.value = systems();
  });
  effect(() => {
    host.dataset.theme = theme.value;
  });
  return theme;
}

/** Take the other theme, and remember that. @param {import("@preact/signals").Signal<"light" | "dark">} theme */
export function turn(theme) {
  theme.value = theme.peek() === "dark" ? "light" : "dark";
  remember(NAME, theme.peek());
}
