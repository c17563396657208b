// The sizes of letters on the screen: of the graph, of the program, and of everything else that is in view.
(root) => {
  const sizes = { graph: [], code: [], rest: [] };
  const { zoom } = root.querySelector(".world").style;
  const scale = Number(root.querySelector(".world").style.transform.match(/scale\((.*)\)/)?.[1] ?? zoom ?? 1);
  for (const element of root.querySelectorAll("*")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest(".unseen, [hidden]")) continue;
    const { width, height } = element.getBoundingClientRect();
    if (!width || !height) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (element.closest(".world")) sizes.graph.push(size * scale);
    else if (element.closest(".code")) sizes.code.push(size);
    else sizes.rest.push(size);
  }
  return sizes;
};
