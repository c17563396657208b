// Where on the screen the middle of a path is.
(path) => {
  const place = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
  return [place.x, place.y];
};
