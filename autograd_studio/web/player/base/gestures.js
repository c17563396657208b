/** @typedef {[x: number, y: number]} Point */
/** @typedef {Map<number, Point>} Pointers by their number */

/**
 * What fingers, mouse and wheel do on an element, but for what happens in those that are ignored.
 * @param {HTMLElement} element @param {string} ignored
 * @param {{ pan: (dx: number, dy: number) => void, zoom: (factor: number, x: number, y: number) => void,
 *   tap: (element: Element) => void, hover: (element: Element) => void }} calls
 * @param {AbortSignal} signal
 */
export function gestures(element, ignored, { pan, zoom, tap, hover }, signal) {
  /** @type {Pointers} */
  const pointers = new Map();
  let moved = 0;
  let spread = 0;
  let pressed = /** @type {Element} */ (element);

  /** @param {MouseEvent} event @returns {Point} */
  const place = ({ clientX, clientY }) => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };

  element.addEventListener(
    "wheel",
    (event) => {
      if (on(event).closest(ignored)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...place(event));
    },
    { signal, passive: false },
  );

  /** @param {PointerEvent} event */
  const press = (event) => {
    if (event.button || on(event).closest(ignored)) return;
    pointers.set(event.pointerId, place(event));
    [moved, spread, pressed] = [0, distance(pointers), on(event)];
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return hover(on(event));
    const now = place(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved += Math.hypot(dx, dy);
    if (moved < 4) return undefined; // a tap may tremble
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, now);
    pan(dx / pointers.size, dy / pointers.size);
    const wide = distance(pointers);
    if (spread && wide) zoom(wide / spread, ...middle(pointers));
    spread = wide;
    return undefined;
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    spread = 0;
    if (moved < 4 && event.type === "pointerup") tap(pressed);
  };

  element.addEventListener("pointerdown", press, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", end, { signal });
}

/** The element that an event is on. @param {Event} event */
function on({ target }) {
  return /** @type {Element} */ (target);
}

/** @param {Pointers} pointers @returns {Point} */
function middle(pointers) {
  const places = [...pointers.values()];
  const mean = (/** @type {0 | 1} */ axis) =>
    places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

/** @param {Pointers} pointers */
function distance(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}
