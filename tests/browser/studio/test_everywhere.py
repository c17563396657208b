"""What holds wherever one is in the studio: rules of accessibility, few controls, letters to read, and nothing that jumps."""

from itertools import product

import pytest

from tests.support import links

FAILING = "import torch\n\nx = torch.tensor([1.0, 2.0], requires_grad=True)\nx.exp().backward()\n"
TRAINING = (
    "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\nfor i in range(12):\n"
    "    loss = (w * w).sum()\n    loss.backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n"
    "        w.grad = None\n"
)
PLACES = {
    "the first page": "",
    "a lesson": "?lesson=sine-fit",
    "a lesson, embedded": "?embed=true&lesson=fan-out&step=6",
    "a training": f"?program={links.token(TRAINING)}&step=20",
    "expression": "expression",
    "custom op": "custom_op",
    "jacobian": "jacobian",
    "compare": "compare",
    "practice": "practice",
    "learn": "gallery",
    "reference": "operators",
}
SIZES = {"laptop": (1366, 768), "phone": (400, 850)}
MOST_CONTROLS = {"laptop": 18, "phone": 12}
GOOD = 0.02  # of the score that browsers give to the movement of what is painted: https://web.dev/articles/cls
SLOWER = 4  # times, a small laptop
OFTEN = [("the first page", "laptop"), ("the first page", "phone"), ("jacobian", "phone"), ("practice", "phone")]
EVERYWHERE = [
    pytest.param(*where, marks=() if where in OFTEN else pytest.mark.thorough) for where in product(PLACES, SIZES)
]


def opened(visit, name, **options):
    """Return a place when all of it is there."""
    page = visit(PLACES[name], **options)
    if name in ("learn", "reference"):
        page.page.get_by_role("heading").first.wait_for()
    elif name == "compare":
        page.page.get_by_role("button", name="Gradient: ").wait_for()
    elif name == "jacobian":
        page.page.get_by_role("table").wait_for()
    else:
        page.ready()
    return page


def moved(page):
    """Return what moved by itself until now, if that is more than hardly anything."""
    shifts = page.moved()
    return shifts if sum(value for value, _ in shifts) >= GOOD else []


@pytest.mark.parametrize(("name", "size"), EVERYWHERE)
def test_a_place_is_accessible_its_letters_can_be_read_and_hardly_anything_moves(visit, name, size):
    """One window for all, since it takes the longest to open."""
    width, height = SIZES[size]
    page = opened(visit, name, width=width, height=height)
    page.page.wait_for_timeout(500)
    assert moved(page) == []
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.page.locator(f"#autograd-studio[data-theme={scheme}]").wait_for(state="attached")
        assert page.violations() == [], scheme
        assert page.smallest()[0] >= 12 - 0.01, page.smallest()


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_error_is_accessible(visit, scheme):
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    page.ready()
    page.run_program(FAILING)
    page.sees("grad can be implicitly created only for scalar outputs")
    assert page.violations() == []


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_laid_over_the_picture_and_the_prompt_are_accessible(visit, scheme):
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    page.ready()
    page.slider.focus()
    page.press("End", "m")
    page.page.get_by_text("All sizes").click()
    assert page.violations() == []
    page.slider.focus()
    page.press("v", ">")
    page.page.keyboard.type("nothing")
    page.press("Enter")
    page.page.get_by_role("log").get_by_text("NameError").wait_for()
    assert page.violations() == []


@pytest.mark.parametrize("size", SIZES)
def test_there_are_few_controls_on_the_first_page(visit, size):
    width, height = SIZES[size]
    page = opened(visit, "the first page", width=width, height=height)
    controls = [name for name, tabs in page.controls() if tabs]
    assert "Play" in controls and "Program" in controls or size == "phone", "they are counted"
    assert len(controls) <= MOST_CONTROLS[size], controls


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PLACES)
def test_hardly_anything_moves_on_a_slow_machine(visit, name, size):
    width, height = SIZES[size]
    page = opened(visit, name, width=width, height=height, slower=SLOWER)
    page.page.wait_for_timeout(500)
    assert moved(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["", "embed=true&"])
@pytest.mark.parametrize("size", SIZES)
def test_hardly_anything_moves_when_a_run_comes_that_was_waited_for(visit, size, way):
    source = f"import time\ntime.sleep(1)  # a run of its own: {size} {way}\n{TRAINING}"
    width, height = SIZES[size]
    page = visit(f"?{way}program={links.token(source)}", width=width, height=height)
    page.page.get_by_role("button", name="Next iteration").wait_for()
    assert moved(page) == []


def test_what_moves_is_seen(visit):
    page = visit("operators")
    page.page.get_by_role("heading").first.wait_for()
    page.page.wait_for_timeout(500)
    page.page.evaluate("document.getElementById('autograd-studio').style.top = '300px'")
    page.page.wait_for_timeout(100)
    assert moved(page) != []
