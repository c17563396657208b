import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

import { useLoaded } from "../learn/loaded.js";
import { findOperators } from "../shell/finding.js";
import { style } from "../shell/styles.js";
import { say } from "../words/words.js";
import { Detail } from "./detail.jsx";
import { byNamespace, parted } from "./namespaces.js";
import css from "./reference.css";

style(css);

/** @typedef {import("../shell/visit.js").Visit} Visit */
/** @typedef {import("../shell/visit.js").Operator} Operator */

/** How far a key goes in the list. @type {Record<string, number>} */
const KEYS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/**
 * The place Reference: all operators, and one of them in full.
 * @param {{ visit: Visit }} props
 */
export function Reference({ visit }) {
  const operators = useLoaded(() => visit.operators);
  const query = useSignal("");
  const name = useRef("");
  const { place, said } = visit.address.here.value;
  if (place === "operators") name.current = said.name ?? "";
  if (!operators)
    return (
      <section class="reference" aria-busy={operators === undefined}>
        {operators === null && <p class="sheet">{say("learn.reference.unreadable")}</p>}
      </section>
    );
  const isSearched = query.value.trim() !== "";
  const found = isSearched ? findOperators(query.value, operators) : operators;
  const named = operators.find((one) => one.name === name.current);
  const chosen = named && (!isSearched || found.includes(named)) ? named : found[0];
  return (
    <section class="reference">
      <div class="sheet">
        <div class="index">
          <h1>{say("learn.reference.title")}</h1>
          <input
            type="search"
            aria-label={say("learn.reference.search")}
            placeholder={say("learn.reference.hint")}
            maxLength={200}
            value={query}
            onInput={({ currentTarget }) => (query.value = currentTarget.value)}
            onKeyDown={(event) => event.key === "ArrowDown" && enter(event)}
          />
          <p role="status">{say("learn.reference.found", { count: found.length })}</p>
          <Index visit={visit} found={found} isSearched={isSearched} chosen={chosen} />
        </div>
        {chosen && <Detail key={chosen.name} visit={visit} operator={chosen} />}
      </div>
    </section>
  );
}

/** Go from the field into the list. @param {import("preact").TargetedKeyboardEvent<HTMLElement>} event */
function enter(event) {
  event.preventDefault();
  /** @type {HTMLElement | null | undefined} */ (
    event.currentTarget.parentElement?.querySelector("[aria-current]")
  )?.focus();
}

/** @param {{ visit: Visit, found: Operator[], isSearched: boolean, chosen: Operator | undefined }} props */
function Index({ visit, found, isSearched, chosen }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const groups = isSearched ? /** @type {[string, Operator[]][]} */ ([["", found]]) : byNamespace(found);
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = KEYS[event.key];
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link === event.target);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, at + by))].focus();
  };
  return (
    <nav ref={list} aria-label={say("learn.reference.title")} onKeyDown={move}>
      {groups.map(([namespace, operators]) => (
        <section key={namespace}>
          {namespace && <h2>{namespace}</h2>}
          {operators.map((operator) => (
            <Entry key={operator.name} visit={visit} operator={operator} isChosen={operator === chosen} />
          ))}
        </section>
      ))}
    </nav>
  );
}

/** @param {{ visit: Visit, operator: Operator, isChosen: boolean }} props */
function Entry({ visit, operator, isChosen }) {
  const { name, text } = operator;
  const { namespace, called } = parted(operator);
  return (
    <a
      href={visit.address.href("operators", { name })}
      aria-current={isChosen || undefined}
      tabIndex={isChosen ? 0 : -1}
      onFocus={() => isChosen || visit.address.say({ name })}
    >
      <code>
        <span>{namespace}.</span>
        {called}
      </code>
      <small>{text.replaceAll("`", "")}</small>
    </a>
  );
}
