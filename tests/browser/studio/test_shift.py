"""What is painted stays where it is while a page comes up."""

import pytest

from ui import links

GOOD = 0.1  # of the score that browsers give to the movement of what is painted: https://web.dev/articles/cls

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
    "gallery": "gallery",
    "operators": "operators",
}

SHIFTS = """() => new Promise((resolve) => {
  new PerformanceObserver((list) =>
    resolve(list.getEntries().filter((e) => !e.hadRecentInput).map((e) => [e.value, e.sources.map(
      (s) => s.node?.className ?? s.node?.nodeName)])),
  ).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve([]), 500);
})"""


# Streamlit's widgets come one by one, on a phone above what is painted; of the Custom op page there are so many
# that on a busy machine they move more in a wide window, too.
WIDE = [name for name in PAGES if name != "custom_op"]
NARROW = [name for name in WIDE if name not in ("expression", "jacobian")]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "width", "height"), [(name, 1366, 768) for name in WIDE] + [(name, 400, 800) for name in NARROW]
)
def test_hardly_anything_moves_while_a_page_comes_up(visit, name, width, height):
    visitor = visit(PAGES[name], width=width, height=height)
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
    visitor.page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    visitor.page.wait_for_timeout(500)
    shifts = visitor.page.evaluate(SHIFTS)
    assert sum(value for value, _ in shifts) < GOOD, shifts
