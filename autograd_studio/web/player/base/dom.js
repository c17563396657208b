// Elements made from plain data. Text only ever enters as text nodes, so nothing of a program can become markup.

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const MATH = "http://www.w3.org/1998/Math/MathML";

/**
 * What an element is made of: attributes, texts and elements.
 * @typedef {Record<string, unknown> | string | Node | null} Part
 */

/** @param {string} namespace @param {string} name @param {Part[]} parts */
function build(namespace, name, parts) {
  const [tag, kind] = name.split(".");
  const element = document.createElementNS(namespace, tag);
  if (kind) element.setAttribute("class", kind);
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) element.append(part);
    else for (const [key, value] of Object.entries(part ?? {})) attribute(element, key, value);
  }
  return element;
}

/** @param {Element} element @param {string} name @param {unknown} value */
function attribute(element, name, value) {
  // A page without inline styles refuses the attribute, but not what a script writes.
  if (name === "style") /** @type {HTMLElement | SVGElement} */ (element).style.cssText = String(value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value != null) element.setAttribute(name, String(value));
}

/**
 * An HTML element, "p" or "p.class", of attributes (false and null ones are left out), texts and elements.
 * @param {string} name @param {...Part} parts
 */
export function html(name, ...parts) {
  return build(HTML, name, parts);
}

/**
 * An SVG element, likewise.
 * @param {string} name @param {...Part} parts
 */
export function svg(name, ...parts) {
  return build(SVG, name, parts);
}

/**
 * A MathML element, likewise.
 * @param {string} name @param {...Part} parts
 */
export function math(name, ...parts) {
  return build(MATH, name, parts);
}

/**
 * Set an attribute only where it differs, so that a step touches the document no more than it must.
 * @param {Element} element @param {string} name @param {string} value
 */
export function assign(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Give a function that scrolls an element back to its top. Where it is there already, nothing is touched: even that would
 * make the browser lay out the page.
 * @param {Element} element
 */
export function toTop(element) {
  let scrolled = false;
  element.addEventListener("scroll", () => {
    scrolled = true;
  });
  return () => {
    if (scrolled) element.scrollTop = 0;
    scrolled = false;
  };
}

/**
 * Let Tab lead to an element while there is something to scroll in it: keys alone then reach all that it holds.
 * @param {Element} element @param {AbortSignal} signal of its end
 */
export function scrollable(element, signal) {
  const resized = new ResizeObserver(() => {
    const isScrolled =
      element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    if (isScrolled) assign(element, "tabindex", "0");
    else if (!element.matches(":focus")) element.removeAttribute("tabindex");
  });
  const observe = () => {
    resized.disconnect();
    for (const one of [element, ...element.children]) resized.observe(one);
  };
  const replaced = new MutationObserver(observe);
  replaced.observe(element, { childList: true });
  observe();
  signal.addEventListener("abort", () => {
    resized.disconnect();
    replaced.disconnect();
  });
}

/**
 * Set an element's text only where it differs.
 * @param {Element} element @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
