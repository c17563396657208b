// How many seconds playing takes for 60 steps.
async (root) => {
  const slider = root.querySelector("[role=slider]");
  const began = performance.now();
  root.querySelector("[data-do=play]").click();
  while (slider.getAttribute("aria-valuenow") < 61) await new Promise(requestAnimationFrame);
  return (performance.now() - began) / 1000;
};
