// The texts of boxes that the number of an edge lies on at any step, the parts around the graph that reach into it, and a card or a sentence that lies over the box of its step, after walking
// through all of the steps. Motion must be reduced.
(root) => {
  const found = new Set();
  let numbers = 0;
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const rectangle = (element) => element.getBoundingClientRect();
  const text = (row) => {
    const range = document.createRange();
    range.selectNodeContents(row);
    return [...range.getClientRects()];
  };
  const look = (step) => {
    const stage = rectangle(root.querySelector(".stage"));
    for (const part of root.querySelectorAll(".code, .aids")) {
      const place = rectangle(part);
      if (place.width && place.height && meet(place, stage)) found.add(part.className);
    }
    const current = root.querySelector(".box.near.current");
    for (const part of root.querySelectorAll(".card, .player > .bar"))
      if (current && meet(rectangle(part), rectangle(current))) found.add(`${step}: ${part.className}`);
    for (const number of root.querySelectorAll(".wires .passed")) {
      const place = rectangle(number);
      if (!place.width) continue;
      numbers++;
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
  return { covered: [...found], numbers };
};
