// The sizes of all letters of an element that are in view.
(part) =>
  [...part.querySelectorAll("*")]
    .filter((one) => [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && one.getBoundingClientRect().width)
    .map((one) => parseFloat(getComputedStyle(one).fontSize));
