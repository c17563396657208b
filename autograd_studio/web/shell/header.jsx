import { useRef } from "preact/hooks";

import icon from "../icon.svg";
import { say } from "../words/words.js";
import { Menu } from "./menu.jsx";
import { HEADER, VIEWS } from "./address.js";
import { turn } from "./theme.js";

const ICON = `data:image/svg+xml,${encodeURIComponent(icon)}`;

/** The row above all places. On a phone the places and the theme are in a menu. @param {{ visit: import("./visit.js").Visit }} props */
export function Header({ visit }) {
  const { address } = visit;
  const here = address.here.value;
  const current = VIEWS[here.place] === "jacobian" ? "play" : VIEWS[here.place];
  // A link leads back to what its place had shown.
  const last = useRef(/** @type {Map<string, import("./address.js").Here>} */ (new Map()));
  last.current.set(current, here);
  const places = HEADER.map(([view, place]) => {
    const { place: to, said } = last.current.get(view) ?? { place, said: {} };
    const href = address.href(to, said);
    return { id: view, title: say(`shell.places.${view}`), href, isCurrent: view === current };
  });
  const isDark = visit.theme.value === "dark";
  const theme = {
    id: "theme",
    title: say(isDark ? "shell.theme.light" : "shell.theme.dark"),
    run: () => turn(visit.theme),
  };
  return (
    <header class="header">
      <a class="mark" href={places[1].href} aria-label={say("shell.name")}>
        <img src={ICON} alt="" width="24" height="24" />
        <span>{say("shell.name")}</span>
      </a>
      <nav class="wide" aria-label={say("shell.navigation")}>
        {places.map(({ id, title, href, isCurrent }) => (
          <a
            key={id}
            class="button"
            data-title={title}
            href={href}
            aria-current={isCurrent ? "page" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <button
        class="button ask"
        onClick={() => (visit.asked.value = "")}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
      >
        <Glass />
        <span>{say("shell.ask")}</span>
        <kbd>/</kbd>
      </button>
      <button class="button icon wide" onClick={theme.run} aria-label={theme.title} title={theme.title}>
        <HalfDisc />
      </button>
      <div class="narrow">
        <Menu label={say("shell.menu")} items={[...places, theme]}>
          <Bars />
        </Menu>
      </div>
    </header>
  );
}

const Glass = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M11.8 7a4.8 4.8 0 1 1-9.6 0 4.8 4.8 0 0 1 9.6 0zm-1.4 3.4l3.9 3.9" class="line" />
  </svg>
);

const HalfDisc = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6" class="line" />
    <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
  </svg>
);

const Bars = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 4h12M2 8h12M2 12h12" class="line" />
  </svg>
);
