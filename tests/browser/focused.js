// The name of what has the focus, or its text.
(root) => {
  const element = root.getRootNode().activeElement;
  return element?.getAttribute("aria-label") ?? element?.textContent;
};
