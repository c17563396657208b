import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { say } from "../words/words.js";
import { commands } from "./commands.js";
import { marked } from "./finding.js";
import { rememberLesson, results } from "./results.js";

/** @typedef {import("./visit.js").Visit} Visit */
/** @typedef {import("./results.js").Row} Row */

const NEWLINE = " ↵ "; // how the field, which has one line, shows the end of one

/** One search for everything: lessons, operators, commands, and what to do with a program. @param {{ visit: Visit }} props */
export function Search({ visit }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const isOpen = visit.asked.value !== null;
  useKeys(visit);
  useCommands(visit);
  useRecent(visit);
  useLayoutEffect(() => {
    // before the next key, which is the first letter of the question
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const close = () => (visit.asked.value = null);
  return (
    <dialog
      ref={dialog}
      class="search"
      aria-label={say("search.label")}
      onCancel={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {isOpen && <Box visit={visit} close={close} />}
    </dialog>
  );
}

/** @param {{ visit: Visit, close: () => void }} props */
function Box({ visit, close }) {
  const lessons = useSignal(
    /** @type {import("./visit.js").Lessons} */ ({ topics: [], lessons: [], tour: null }),
  );
  const operators = useSignal(/** @type {import("./visit.js").Operator[]} */ ([]));
  useEffect(() => {
    const nothing = () => {}; // is found of what could not be read
    visit.lessons.then((all) => (lessons.value = all), nothing);
    visit.operators.then((all) => (operators.value = all), nothing);
  }, []);
  const chosen = useSignal(0);
  const groups = useComputed(() =>
    results(visit, visit.asked.value?.trim() ?? "", lessons.value, operators.value),
  );
  const rows = groups.value.flatMap((group) => group.rows);
  const at = Math.min(chosen.value, rows.length - 1);
  const text = visit.asked.value ?? "";

  const ask = (/** @type {string} */ asked) => {
    visit.asked.value = asked;
    chosen.value = 0;
  };
  const take = (/** @type {Row} */ row) => {
    close();
    row.take();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step && rows.length) chosen.value = (at + step + rows.length) % rows.length;
    else if (rows[at]) take(rows[at]);
  };
  const pasted = (/** @type {ClipboardEvent} */ event) => {
    const given = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (!given.includes("\n")) return;
    event.preventDefault();
    ask(given);
  };
  return (
    <div class="box">
      <input
        autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={rows[at] && `found-${rows[at].id}`}
        aria-label={say("search.field")}
        placeholder={say("search.field")}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={text.replaceAll("\n", NEWLINE)}
        onInput={(event) => ask(event.currentTarget.value.replaceAll(NEWLINE, "\n"))}
        onPaste={pasted}
        onKeyDown={key}
      />
      <div class="found" role="listbox" id="found" aria-label={say("search.results")}>
        {groups.value.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`group-${group.id}`}>
            <h2 id={`group-${group.id}`} role="presentation">
              {group.title}
            </h2>
            {group.rows.map((row) => (
              <Option key={row.id} row={row} query={text} isChosen={row === rows[at]} take={take} />
            ))}
          </div>
        ))}
      </div>
      <p class="state" role="status">
        {text && (rows.length ? say("search.count", { count: rows.length }) : say("search.nothing"))}
      </p>
    </div>
  );
}

/** @param {{ row: Row, query: string, isChosen: boolean, take: (row: Row) => void }} props */
function Option({ row, query, isChosen, take }) {
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <div
      ref={element}
      id={`found-${row.id}`}
      role="option"
      aria-selected={isChosen}
      onClick={() => take(row)}
    >
      <span>
        {marked(row.title, query).map(({ text, isMarked }) => (isMarked ? <mark>{text}</mark> : text))}
      </span>
      {row.detail && <small>{row.detail}</small>}
      {row.keys && <kbd>{row.keys}</kbd>}
    </div>
  );
}

/** @param {Visit} visit */
function useRecent({ address }) {
  useSignalEffect(() => {
    const { lesson } = address.here.value.said;
    if (lesson) rememberLesson(lesson);
  });
}

/** Open the search by "/" outside of a text, and by Ctrl+K or ⌘K anywhere. @param {Visit} visit */
function useKeys(visit) {
  useEffect(() => {
    const isMac = /Mac|iP/.test(navigator.platform);
    const key = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.composedPath()[0]);
      const isText =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches("input, textarea, select"));
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      const wants =
        event.key === "/" ? isPlain && !isText : event.key === "k" && (isMac ? event.metaKey : event.ctrlKey);
      if (!wants || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      visit.asked.value ??= "";
    };
    window.addEventListener("keydown", key, { capture: true });
    return () => window.removeEventListener("keydown", key, { capture: true });
  }, []);
}

/** Offer what the shell itself can do. @param {Visit} visit */
function useCommands(visit) {
  useEffect(() => visit.offer(() => commands(visit)), []);
}
