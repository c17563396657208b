// Of every step the pills that go along a link on the way to it: how far the middle of each is from the beginning, the middle
// and the end of the link when it comes closest to them, in px of the window, and what it carries.
async (root) => {
  const now = performance.now.bind(performance);
  let late = 0;
  performance.now = () => now() + late; // nobody steps fast
  const slider = root.querySelector(".track");
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const ends = (path) => {
    const matrix = path.getScreenCTM();
    const length = path.getTotalLength();
    return [0, 0.5, 1].map((part) => {
      const { x, y } = path.getPointAtLength(part * length).matrixTransform(matrix);
      return [x, y];
    });
  };
  const places = (pill) => {
    const [animation] = pill.getAnimations();
    const { delay, duration } = animation.effect.getTiming();
    animation.pause();
    const offsets = animation.effect.getKeyframes().map(({ computedOffset }) => computedOffset);
    const between = offsets.slice(1).map((offset, i) => (offset + offsets[i]) / 2);
    return [...offsets, ...between].map((at) => {
      animation.currentTime = delay + duration * Math.min(at, 0.9999);
      return { at, place: middle(pill.getBoundingClientRect()) };
    });
  };
  const nearest = (seen, [x, y]) =>
    seen.reduce(
      (best, { at, place }) => {
        const far = Math.hypot(place[0] - x, place[1] - y);
        return far < best.far ? { far, at } : best;
      },
      { far: Infinity, at: 0 },
    );
  const found = [];
  const last = Number(slider.getAttribute("aria-valuemax"));
  for (let step = 2; step <= last; step++) {
    late += 1000;
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise(requestAnimationFrame);
    // The camera may glide: what lies on the picture is measured where it comes to rest.
    for (const layer of root.querySelectorAll(".world, .sky"))
      for (const glide of layer.getAnimations()) glide.finish();
    const links = [...root.querySelectorAll(".wires [data-link] path.hit")].map(ends);
    for (const pill of root.querySelectorAll(".sky .pill:not(.warm)")) {
      const seen = places(pill);
      const along = links.map((points) => points.map((point) => nearest(seen, point)));
      const best = along.reduce((one, other) => (worst(other) < worst(one) ? other : one), along[0] ?? []);
      found.push({
        step,
        texts: [...pill.children].map((part) => part.textContent),
        far: best.map(({ far }) => far),
        at: best.map(({ at }) => at),
        isBack: pill.matches(".backward"),
      });
    }
  }
  function worst(all) {
    return Math.max(...all.map(({ far }) => far));
  }
  performance.now = now;
  return found;
};
