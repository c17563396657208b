"""Every page of the studio under axe-core, whose rules are those of WCAG and its own best practices."""

import pytest

pytestmark = pytest.mark.thorough

FAILING = "import torch\n\nx = torch.tensor([1.0, 2.0], requires_grad=True)\nx.exp().backward()\n"
PAGES = {
    "program": "",
    "a lesson, embedded": "?embed=true&lesson=fan-out&step=6",
    "expression": "expression",
    "custom op": "custom_op",
    "jacobian": "jacobian",
    "compare": "compare",
    "practice": "practice",
    "gallery": "gallery",
    "operators": "operators",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_violation(visit, name, scheme):
    visitor = visit(PAGES[name], color_scheme=scheme, reduced_motion="reduce")
    if name in ("gallery", "operators"):
        visitor.page.get_by_role("heading").first.wait_for()
    elif name == "compare":
        visitor.page.get_by_role("button", name="Gradient: ").wait_for()
    elif name == "jacobian":
        visitor.page.get_by_role("table").wait_for()
    else:
        visitor.ready()
    assert violations(visitor) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_error_has_no_violation(visit, scheme):
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.ready()
    visitor.run(FAILING)
    visitor.sees("grad can be implicitly created only for scalar outputs")
    assert violations(visitor) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_overlays_and_prompt_have_no_violation(visit, scheme):
    visitor = visit(color_scheme=scheme, reduced_motion="reduce")
    visitor.ready()
    visitor.slider.focus()
    visitor.press("End", "m")
    visitor.page.get_by_text("All sizes").click()
    assert violations(visitor) == []
    visitor.slider.focus()
    visitor.press("v", ">")
    visitor.page.keyboard.type("nothing")
    visitor.press("Enter")
    visitor.page.get_by_role("log").get_by_text("NameError").wait_for()
    assert violations(visitor) == []


def violations(visitor):
    """Return the rules that are broken, each with the elements and what is wrong with them."""
    from axe_playwright_python.sync_playwright import Axe  # as playwright: only where the suite can run

    visitor.page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    found = Axe().run(visitor.page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
