// What a visitor sees and can use in the window: of each control its name, whether Tab leads to it and whether it has the
// focus. Of a group that the arrows lead through, Tab leads to one. The boxes of the graph are not counted, and an editor is one.
() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable='true']";
  const isSeen = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const within = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return shown && within && width > 1 && height > 1 && getComputedStyle(element).clipPath === "none";
  };
  const isUsable = (element) => !element.disabled && !element.closest("[inert]");
  const named = (element) => {
    const own = [
      ...(element.getRootNode().querySelectorAll?.(`[id="${element.getAttribute("aria-labelledby")}"]`) ??
        []),
    ];
    const labels = [...own, ...(element.labels ?? [])].map((label) => label.textContent.trim()).join(" ");
    const text = element.matches("select, input") ? "" : element.innerText.trim();
    return element.getAttribute("aria-label") || labels || text || element.title;
  };
  const found = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (!element.matches(CONTROLS) || element.matches("[role=option]")) continue;
      if (element.closest(".cm-editor") && !element.matches(".cm-content")) continue;
      if (!isSeen(element) || !isUsable(element)) continue;
      const isScrolled = !element.matches("a, button, input, select, textarea, summary, [role]");
      if (isScrolled) continue; // a place that is scrolled or led to by a link is no control
      const name = named(element) || `without a name: ${element.outerHTML.slice(0, 80)}`;
      found.push({ name, tabs: element.tabIndex >= 0, focused: element.matches(":focus") });
    }
  };
  visit(document);
  return found;
};
