/** What fingers, mouse and wheel do, told as pan(dx, dy), zoom(factor, x, y), tap(element) and hover(element). */
export function gestures(element, ignored, { pan, zoom, tap, hover }, signal) {
  const on = (type, handler, options) => element.addEventListener(type, handler, { signal, ...options });
  const pointers = new Map();
  let moved = 0,
    spread = 0,
    pressed = null;

  const place = ({ clientX, clientY }) => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };

  on(
    "wheel",
    (event) => {
      if (event.target.closest(ignored)) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...place(event));
    },
    { passive: false },
  );

  on("pointerdown", (event) => {
    if (event.button || event.target.closest(ignored)) return;
    pointers.set(event.pointerId, place(event));
    [moved, spread, pressed] = [0, distance(pointers), event.target];
  });

  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return hover(event.target);
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
  });

  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    spread = 0;
    if (moved < 4 && event.type === "pointerup") tap(pressed);
  };
  on("pointerup", end);
  on("pointercancel", end);
}

function middle(pointers) {
  const places = [...pointers.values()];
  return [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
}

function distance(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}
