// What is wrong with the page as it looks now, for tools/contact_sheet.py: an expression that is a function.
() => {
  const root = document.getElementById("autograd-studio").shadowRoot;
  const found = [];
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".unseen, [inert]");
  const all = (selector) => [...root.querySelectorAll(selector)].filter(shown);
  const name = (element) => {
    const own = element.closest("[class]");
    return `${own?.className.baseVal ?? own?.className} “${element.textContent.trim().slice(0, 30)}”`;
  };
  const area = (a, b) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 1 && height > 1 ? Math.round(width * height) : 0;
  };
  const inside = (rect, around) =>
    rect.left >= around.left - 1 &&
    rect.top >= around.top - 1 &&
    rect.right <= around.right + 1 &&
    rect.bottom <= around.bottom + 1;
  const say = (kind, what) => found.push(`${kind}: ${what}`);

  const zoom = new DOMMatrix(getComputedStyle(root.querySelector(".world")).transform).a;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const small = new Set();
  const cut = new Set();
  while (texts.nextNode()) {
    const { parentElement: element, data } = texts.currentNode;
    if (!data.trim() || !element || element.closest("style, math, .cm-scroller, .skip") || !shown(element))
      continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== "none" && style.position === "absolute") continue; // for screen readers alone
    const size = parseFloat(style.fontSize) * (element.closest(".world, .sky") ? zoom : 1);
    if (size < 11.9) small.add(`${size.toFixed(1)} px ${name(element)}`);
    const isCut =
      element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "visible" && element.clientWidth;
    if (isCut && !/auto|scroll/.test(style.overflowX))
      cut.add(`${style.textOverflow === "ellipsis" ? "… " : ""}${name(element)}`);
  }
  for (const one of [...small].slice(0, 5)) say("small", one);
  for (const one of [...cut].slice(0, 5)) say("cut", one);

  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const whole = root.querySelector(".stage").getBoundingClientRect();
  const sunk = parseFloat(root.querySelector(".work").style.getPropertyValue("--sunk")) || 0; // below a sheet
  const { left, top, right, bottom } = whole;
  const stage = { left, top, right, bottom: bottom - sunk };
  const meeting = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isFrame = (box) => box.textContent.startsWith("▾"); // around other boxes, its name above
  const boxes = all(".boxes > .box")
    .filter((box) => !isFrame(box))
    .map((element) => ({ element, rect: element.getBoundingClientRect() }));
  for (const card of all(".card, .quiz")) {
    const rect = card.getBoundingClientRect();
    for (const box of boxes) {
      const hidden = area(rect, meeting(box.rect, stage));
      if (hidden > 16) say("covers", `${card.className} over ${name(box.element)}, ${hidden} px²`);
    }
    if (!inside(rect, whole)) say("outside", `${name(card)} beyond the picture`);
    if (card.scrollHeight > card.clientHeight + 1)
      say("scrolls", `${card.className} by ${card.scrollHeight - card.clientHeight} px`);
  }
  for (const element of all(".header, .code, .work, .bar, .bar button, .front > *, .start, .start button"))
    if (!inside(element.getBoundingClientRect(), window_)) say("outside", name(element));
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++)
      if (area(boxes[i].rect, boxes[j].rect) > 16)
        say("overlap", `${name(boxes[i].element)} and ${name(boxes[j].element)}`);
  const current = boxes.find(({ element }) => element.matches(".current"));
  if (current && !inside(current.rect, stage)) say("outside", `the node at work, ${name(current.element)}`);
  for (const { element, rect } of boxes)
    for (const part of element.querySelectorAll(".name, .shape, .cell, .label, .sum"))
      if (
        shown(part) &&
        part.textContent.trim() &&
        !inside(part.getBoundingClientRect(), rect) &&
        !cut.has(name(part))
      )
        say("outside", `${name(part)} beyond its box`);
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) say("scrolls", `the page, ${page.scrollWidth} px wide`);
  const told = root.querySelector(".status > .unseen + span")?.textContent.trim() ?? "";
  const words = told.split(/\s+/).length;
  if (words > 16) say("long", `${words} words: ${told}`);
  if (!told) say("silent", "no caption");
  return found;
};
