import { useId, useRef } from "preact/hooks";

/**
 * @typedef {object} Item of a menu: a link (`href`) or something to do (`run`)
 * @property {string} id @property {string} title
 * @property {string} [href] @property {() => void} [run]
 * @property {string} [keys] that do the same
 * @property {boolean} [isCurrent] the link leads to what is shown
 * @property {boolean} [isOn] a switch, and how it stands
 * @property {string} [group] items of one group are choices: `isOn` says which is taken
 * @property {boolean} [isDisabled]
 */

/** @type {Record<string, (at: number, count: number) => number>} */
const MOVES = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A button that opens a menu; null among the items is a rule between them. `children` is what the button shows.
 * @param {{ label: string, items: (Item | null)[], children: import("preact").ComponentChildren, class?: string }} props
 */
export function Menu({ label, items, children, class: look = "button icon" }) {
  const id = useId();
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const menu = useRef(/** @type {HTMLDivElement | null} */ (null));
  const rows = () =>
    /** @type {HTMLElement[]} */ ([...(menu.current?.querySelectorAll("[role^=menuitem]") ?? [])]);

  const toggled = (/** @type {{ newState: string }} */ { newState }) => {
    button.current?.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open" && button.current && menu.current) {
      lay(menu.current, button.current);
      rows()[0]?.focus();
    }
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Tab") menu.current?.hidePopover();
    const all = rows();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
    const next = MOVES[event.key]
      ? all[MOVES[event.key](at, all.length)]
      : letter.trim() &&
        [...all.slice(at + 1), ...all].find((row) => row.innerText.toLowerCase().startsWith(letter));
    event.stopPropagation(); // no key of an open menu is for what lies below
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <button
        ref={button}
        class={look}
        popovertarget={id}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded="false"
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        class="menu"
        onToggle={toggled}
        onKeyDown={key}
      >
        {items.map((item, at) =>
          item ? (
            <Row key={item.id} item={item} close={() => menu.current?.hidePopover()} />
          ) : (
            <hr key={`rule ${at}`} />
          ),
        )}
      </div>
    </>
  );
}

/** @param {{ item: Item, close: () => void }} props */
function Row({ item, close }) {
  const isChoice = item.isOn !== undefined;
  const choice = item.group ? "menuitemradio" : "menuitemcheckbox";
  const inside = (
    <>
      {isChoice && <i aria-hidden="true">{item.isOn ? "✓" : ""}</i>}
      <span>{item.title}</span>
      {item.keys && <kbd>{item.keys}</kbd>}
    </>
  );
  if (item.href)
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        aria-current={item.isCurrent ? "page" : undefined}
        onClick={close}
      >
        {inside}
      </a>
    );
  const run = () => {
    close();
    item.run?.();
  };
  return (
    <button
      role={isChoice ? choice : "menuitem"}
      tabIndex={-1}
      aria-checked={item.isOn}
      disabled={item.isDisabled}
      onClick={run}
    >
      {inside}
    </button>
  );
}

/** Lay an open menu below its button, or above it where the window ends. @param {HTMLElement} menu @param {HTMLElement} button */
function lay(menu, button) {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const fits = bottom + 4 + height <= innerHeight;
  menu.style.left = `${Math.max(8, Math.min(right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, fits ? bottom + 4 : top - 4 - height)}px`;
}
