// What is animated now: the names of the properties in the keyframes of what steps set going.
(root) => {
  const found = new Set();
  for (const animation of root.getAnimations({ subtree: true })) {
    if (animation instanceof CSSTransition || animation instanceof CSSAnimation) continue;
    for (const frame of animation.effect.getKeyframes())
      for (const name of Object.keys(frame))
        if (!["offset", "computedOffset", "easing", "composite"].includes(name)) found.add(name);
  }
  return [...found];
};
