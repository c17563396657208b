// The size in pixels of the smallest letters that are in view, as they are on the screen, and what they say.
() => {
  let smallest = { size: Infinity, text: "" };
  const scale = (element) => {
    const scaled = element.closest(".world, svg");
    return scaled?.offsetWidth ? scaled.getBoundingClientRect().width / scaled.offsetWidth : 1;
  };
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const text = [...element.childNodes].find(
        ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim(),
      );
      const { width, height } = element.getBoundingClientRect();
      if (!text || width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      if (getComputedStyle(element).clipPath !== "none" || element.matches("style, script, title")) continue;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale(element);
      if (size < smallest.size) smallest = { size, text: text.data.trim() };
    }
  };
  visit(document);
  return smallest;
};
