// Whether the program that is shown has these lines.
([program, lines]) => {
  const shown = (program.cmTile?.view?.state.doc.toString() ?? "").split("\n").map((line) => line.trim());
  while (shown.length > 1 && !shown.at(-1)) shown.pop();
  return JSON.stringify(shown) === JSON.stringify(lines);
};
