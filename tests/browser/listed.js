// Whether the program that is shown has these lines.
([program, lines]) => {
  const shown = [...program.querySelectorAll("code")].map((code) => code.textContent.trim());
  return JSON.stringify(shown) === JSON.stringify(lines);
};
