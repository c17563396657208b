// The texts of boxes that are cut off at any step, after walking through all of them. What is meant to be cut, the gradient of a
// large tensor and the class of a node, is none of them.
(root) => {
  const PARTS = ".name, .shape, .cell, .foot:not(.text) :is(.label, .sum, .sum span)";
  const found = new Set();
  const last = Number(root.querySelector("[role=slider]").getAttribute("aria-valuemax"));
  for (let step = 1; step <= last; step++) {
    for (const part of root.querySelectorAll(`.box.near:not(.tab) :is(${PARTS})`))
      if (part.scrollWidth > part.clientWidth + 1)
        found.add(`${part.closest(".box").dataset.box} ${part.className} ${part.textContent}`);
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  return [...found];
};
