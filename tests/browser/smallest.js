// The size in pixels of the smallest letters of the boxes in view, as they are on the screen.
(root) => {
  const rows = [...root.querySelectorAll(".box.near > *")].filter(
    (row) => row.checkVisibility() && row.textContent,
  );
  const scale = (row) => row.getBoundingClientRect().width / row.offsetWidth;
  return Math.min(...rows.map((row) => parseFloat(getComputedStyle(row).fontSize) * scale(row)));
};
