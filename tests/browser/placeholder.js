// How wide the placeholder of a field is.
(field) => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = getComputedStyle(field).font;
  return canvas.measureText(field.placeholder).width;
};
