// The texts of boxes that a pill lies on at any step, and the parts around the graph that reach into it, after walking
// through all of the steps. Motion must be reduced: pills are looked for where they come to rest.
(root) => {
  const found = new Set();
  const pills = new Set();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const rectangle = (element) => element.getBoundingClientRect();
  const text = (row) => {
    const range = document.createRange();
    range.selectNodeContents(row);
    return [...range.getClientRects()];
  };
  const look = (step) => {
    const stage = rectangle(root.querySelector(".stage"));
    for (const part of root.querySelectorAll(
      ".bar, .tray, .card, .code, .telling, .chapters:not([hidden])",
    )) {
      const place = rectangle(part);
      if (place.width && getComputedStyle(part).position !== "sticky" && meet(place, stage))
        found.add(part.className);
    }
    for (const pill of root.querySelectorAll(".pill")) {
      const place = rectangle(pill);
      if (!place.width) continue;
      pills.add(step);
      for (const box of root.querySelectorAll(".box.near")) {
        if (!meet(place, rectangle(box))) continue;
        for (const row of box.children)
          if (text(row).some((piece) => meet(place, piece))) found.add(`${step}: ${row.textContent}`);
      }
    }
  };
  const last = Number(root.querySelector("[role=slider]").getAttribute("aria-valuemax"));
  for (let step = 1; step <= last; step++) {
    look(step);
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  return { covered: [...found], pills: pills.size };
};
