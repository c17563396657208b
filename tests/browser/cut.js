// The rows of boxes whose text is cut off or leaves its box at any step, after walking through all of them. A note that is
// placed below its box on purpose, such as "from iteration 6", does not leave it.
(root) => {
  const seen = new Set();
  const found = new Set();
  const isCut = (row) =>
    [row, ...row.children].some((part) => part.scrollWidth > part.clientWidth + 1) ||
    (getComputedStyle(row).position !== "absolute" &&
      row.offsetTop + row.offsetHeight > row.parentElement.clientHeight + 1);
  const last = Number(root.querySelector("[role=slider]").getAttribute("aria-valuemax"));
  for (let step = 1; step <= last; step++) {
    for (const row of root.querySelectorAll(".box > *")) {
      const text = `${row.parentElement.dataset.box} ${row.dataset.row} ${row.textContent}`;
      if (!seen.has(text) && isCut(row)) found.add(text);
      seen.add(text);
    }
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  return [...found];
};
