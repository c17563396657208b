// Where elements are on the screen.
(elements) =>
  elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  });
