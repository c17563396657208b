import { useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

import { Compare } from "../compare/compare.jsx";
import { Jacobian } from "../forms/jacobian.jsx";
import { Practice } from "../forms/practice.jsx";
import { Learn } from "../learn/learn.jsx";
import { Tour } from "../learn/tour.jsx";
import { Play } from "../play/play.jsx";
import { Reference } from "../reference/reference.jsx";
import { say } from "../words/words.js";
import { Away } from "./away.jsx";
import { Header } from "./header.jsx";
import { VIEWS } from "./address.js";
import { Nowhere } from "./nowhere.jsx";
import { Search } from "./search.jsx";
import { Start } from "./start.jsx";

/** @typedef {import("./visit.js").Visit} Visit */
/** @typedef {import("./address.js").View} View */

/** @type {[View, import("preact").FunctionComponent<{ visit: Visit }>][]} */
const SHOWN = [
  ["play", Play],
  ["jacobian", Jacobian],
  ["compare", Compare],
  ["practice", Practice],
  ["learn", Learn],
  ["reference", Reference],
  ["nowhere", Nowhere],
];

/** The whole page. A place is made when it is first visited, and stays, hidden while another is shown. @param {{ visit: Visit }} props */
export function App({ visit }) {
  const { address } = visit;
  const shown = VIEWS[address.here.value.place];
  const visited = useRef(/** @type {Set<View>} */ (new Set()));
  visited.current.add(shown);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = shown === "play" && !visit.hasStarted.value;
  useFocus(main, shown, address);
  useSignalEffect(() => {
    const view = VIEWS[address.here.value.place];
    const isHome = view === "play" && !visit.hasStarted.value;
    const title = isHome ? say("shell.name") : `${say(`shell.places.${view}`)} · ${say("shell.name")}`;
    const name = () => {
      if (document.title !== title) document.title = title;
    };
    name();
    const renamed = new MutationObserver(name); // Streamlit names the page whenever its script runs
    renamed.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => renamed.disconnect();
  });
  return (
    <div class="app" onClick={(event) => address.follow(event)}>
      {!address.isEmbedded && (
        <>
          <button class="skip" onClick={() => focusPlace(main.current, shown)}>
            {say("shell.skip")}
          </button>
          <Header visit={visit} />
        </>
      )}
      <main class="places" ref={main}>
        {SHOWN.map(([view, Place]) =>
          visited.current.has(view) ? (
            <section
              key={view}
              class="place"
              data-view={view}
              hidden={view !== shown}
              tabIndex={-1}
              aria-label={say(`shell.places.${view}`)}
            >
              {view === "play" && isFirst && !address.isEmbedded && <Start visit={visit} />}
              <Place visit={visit} />
            </section>
          ) : null,
        )}
      </main>
      {visit.tour.value && <Tour visit={visit} />}
      <Away visit={visit} />
      {!address.isEmbedded && <Search visit={visit} />}
    </div>
  );
}

/**
 * Lead the keyboard along with the eyes: to the heading of a place that the visitor went to, or back to where they were in it.
 * @param {import("preact").RefObject<HTMLElement>} main @param {View} shown @param {import("./address.js").Address} address
 */
function useFocus(main, shown, address) {
  const last = useRef(/** @type {Map<View, HTMLElement>} */ (new Map()));
  useLayoutEffect(() => {
    const place = placeOf(main.current, shown);
    if (!place) return undefined;
    const root = /** @type {ShadowRoot} */ (place.getRootNode());
    const before = last.current.get(shown);
    if (address.came === "returned" && before?.isConnected) before.focus({ preventScroll: true });
    else if (address.came !== "opened" && !place.contains(root.activeElement))
      focusPlace(main.current, shown);
    const keep = (/** @type {FocusEvent} */ event) => {
      if (event.target instanceof HTMLElement) last.current.set(shown, event.target);
    };
    place.addEventListener("focusin", keep);
    return () => place.removeEventListener("focusin", keep);
  }, [shown]);
}

/** @param {HTMLElement | null} main @param {View} view @returns {HTMLElement | null | undefined} */
function placeOf(main, view) {
  return main?.querySelector(`:scope > [data-view="${view}"]`);
}

/** Focus a place's heading, or the place where it has none. @param {HTMLElement | null} main @param {View} view */
function focusPlace(main, view) {
  const place = placeOf(main, view);
  const heading = place?.querySelector("h1");
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  (heading ?? place)?.focus({ preventScroll: true });
}
