// The contrast (WCAG 2) of all visible text with what is behind it, and of the tokens with the panel.
(root) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
  const parent = (element) => element.parentElement ?? element.getRootNode().host;
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, behind(parent(element)));
  };
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };

  const texts = {};
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const seen = element.checkVisibility({ visibilityProperty: true }) && !element.closest("svg");
    if (!seen || !walker.currentNode.data.trim()) continue;
    const paper = behind(element);
    const name = `${element.localName}.${element.className || element.parentElement.className}`;
    const own = ratio(over(read(getComputedStyle(element).color), paper), paper);
    texts[name] = Math.min(own, texts[name] ?? Infinity);
  }

  const style = getComputedStyle(root);
  const colour = (name) => read(style.getPropertyValue(name)).slice(0, 3);
  const names = ["--fwd", "--bwd", "--mute", "--acc", "--err", "--pos", "--ink"];
  const drawn = Object.fromEntries(names.map((name) => [name, ratio(colour(name), colour("--panel"))]));
  return { texts, drawn };
};
