// What the card hides at any step: boxes that it lies over, with what stands below them, and a box at work that is not in view, or
// below the banner.
(root) => {
  const found = [];
  const slider = root.querySelector("[role=slider]");
  const rectangle = (element) => element.getBoundingClientRect();
  const seen = () => {
    const stage = root.querySelector(".stage");
    const [, , below = "0px"] =
      /inset\((\S+) (\S+) (\S+)\)/.exec(getComputedStyle(stage).clipPath)?.slice(1) ?? [];
    const { left, right, top, bottom } = rectangle(stage);
    return { left, right, top, bottom: bottom - parseFloat(below) };
  };
  const hides = (over, part) => {
    const one = rectangle(part);
    const view = seen();
    const across = Math.min(over.right, one.right, view.right) - Math.max(over.left, one.left, view.left);
    const down = Math.min(over.bottom, one.bottom, view.bottom) - Math.max(over.top, one.top, view.top);
    return one.width > 0 && across > 1 && down > 1;
  };
  const look = () => {
    // Where the camera comes to rest: it may glide there.
    for (const glide of root.querySelector(".world").getAnimations()) glide.finish();
    const step = slider.getAttribute("aria-valuenow");
    const card = root.querySelector(".card");
    if (card.hidden) return;
    const over = rectangle(card);
    for (const one of root.querySelectorAll(".box.near:not(.tab), .banner"))
      if (!one.hidden && [one, ...one.querySelectorAll(".below")].some((part) => hides(over, part)))
        found.push(`${step}: over ${one.getAttribute("aria-label")}`);
    const current = root.querySelector(".box.near.current");
    if (!current) return;
    const [one, view] = [rectangle(current), seen()];
    if (hides(rectangle(root.querySelector(".banner")), current))
      found.push(`${step}: below the banner ${current.getAttribute("aria-label")}`);
    if (one.bottom > view.bottom + 1 || one.top < view.top - 1 || one.left < view.left - 1)
      found.push(`${step}: out of view ${current.getAttribute("aria-label")}`);
  };
  for (;;) {
    look();
    if (slider.getAttribute("aria-valuenow") === slider.getAttribute("aria-valuemax")) return found;
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
};
