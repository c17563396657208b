// Resolve once these elements have not moved for a third of a second, and nothing is in motion that will end.
(elements) =>
  new Promise((resolve) => {
    const QUIET = 330;
    const look = () =>
      elements.map((element) => {
        const { x, y, width } = element.getBoundingClientRect();
        return [x, y, width].join();
      });
    const moves = () =>
      document.getAnimations().some((one) => {
        const { endTime } = one.effect.getComputedTiming();
        return one.playState === "running" && endTime !== Infinity;
      });
    let [seen, since] = [look().join(" "), performance.now()];
    const frame = (now) => {
      const next = look().join(" ");
      if (next !== seen || moves()) {
        [seen, since] = [next, now];
      }
      if (now - since > QUIET) {
        resolve();
      } else {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  });
