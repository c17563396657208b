// The size in pixels of the smallest letters of the boxes in view, as they are on the screen.
(root) => {
  const rows = [...root.querySelectorAll(".box.near :is(.head > *, .cell, .label, .sum, .fn)")].filter(
    (row) => row.checkVisibility() && row.textContent,
  );
  const scale = (row) => {
    const box = row.closest(".box");
    return box.getBoundingClientRect().width / parseFloat(getComputedStyle(box).width); // `offsetWidth` is rounded
  };
  return Math.min(...rows.map((row) => parseFloat(getComputedStyle(row).fontSize) * scale(row)));
};
