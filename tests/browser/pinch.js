// Two fingers that go apart until they are twice as far from each other.
(stage) => {
  const { left, top, width, height } = stage.getBoundingClientRect();
  const finger = (type, pointerId, dx) =>
    stage.dispatchEvent(
      new PointerEvent(type, {
        pointerId,
        pointerType: "touch",
        bubbles: true,
        clientX: left + width / 2 + dx,
        clientY: top + height / 2,
      }),
    );
  stage.setPointerCapture = () => {}; // these fingers are not the browser's own
  finger("pointerdown", 1, -50);
  finger("pointerdown", 2, 50);
  finger("pointermove", 1, -100);
  finger("pointermove", 2, 100);
  finger("pointerup", 1, -100);
  finger("pointerup", 2, 100);
};
