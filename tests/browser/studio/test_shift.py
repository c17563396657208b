"""What is painted stays where it is while a page comes up."""

import pytest

from autograd_studio.web import links

GOOD = 0.1  # of the score that browsers give to the movement of what is painted: https://web.dev/articles/cls
SLOWER = 4  # times, a small laptop

TRAINING = (
    "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\nfor i in range(12):\n"
    "    loss = (w * w).sum()\n    loss.backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n"
    "        w.grad = None\n"
)

PAGES = {
    "program": "",
    "lesson": "?lesson=sine-fit",
    "training": f"?program={links.token(TRAINING)}&step=20",
    "embedded": "?embed=true&lesson=fan-out",
    "expression": "expression",
    "custom_op": "custom_op",
    "jacobian": "jacobian",
    "compare": "compare",
    "practice": "practice",
    "gallery": "gallery",
    "operators": "operators",
}
SIZES = {"laptop": (1366, 768), "phone": (400, 800)}

SHIFTS = """() => new Promise((resolve) => {
  new PerformanceObserver((list) =>
    resolve(list.getEntries().filter((e) => !e.hadRecentInput).map((e) => [e.value, e.sources.map(
      (s) => s.node?.className ?? s.node?.nodeName)])),
  ).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve([]), 500);
})"""


def moved(visitor):
    """Return what moved by how much, when the page is complete."""
    visitor.page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    visitor.page.wait_for_timeout(500)
    return visitor.page.evaluate(SHIFTS)


@pytest.mark.thorough
@pytest.mark.parametrize("slower", [1, SLOWER])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_hardly_anything_moves_while_a_page_comes_up(visit, name, size, slower):
    width, height = SIZES[size]
    visitor = visit(PAGES[name], width=width, height=height, slower=slower)
    if name in ("gallery", "operators"):
        visitor.page.get_by_role("heading", level=1).wait_for()
    elif name == "compare":
        visitor.page.get_by_role("button", name="Gradient: ").wait_for()
    elif name == "jacobian":
        visitor.page.get_by_role("table").wait_for()
    else:
        visitor.ready()
    if name == "training":
        visitor.page.get_by_role("button", name="Next iteration").wait_for()
    shifts = moved(visitor)
    assert sum(value for value, _ in shifts) < GOOD, shifts


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["", "embed=true&"])
@pytest.mark.parametrize("size", SIZES)
def test_hardly_anything_moves_when_a_run_comes_that_was_waited_for(visit, size, way):
    source = f"import time\ntime.sleep(1)  # a run of its own: {size} {way}\n{TRAINING}"
    width, height = SIZES[size]
    visitor = visit(f"?{way}program={links.token(source)}", width=width, height=height)
    visitor.sees("Running…")
    visitor.page.get_by_role("button", name="Next iteration").wait_for()
    shifts = moved(visitor)
    assert sum(value for value, _ in shifts) < GOOD, shifts
