// What moved by itself until now: of each shift its score (https://web.dev/articles/cls), and what it moved from where to where.
() => {
  const said = ({ node, previousRect: { x, y }, currentRect: to }) =>
    `${node?.className ?? "something"} from ${x}, ${y} to ${to.x}, ${to.y}`;
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  const shifts = observer.takeRecords().filter((entry) => !entry.hadRecentInput);
  observer.disconnect();
  return shifts.map(({ value, sources }) => [value, sources.map(said)]);
};
