"""A run as a file: it opens without a server and a network, looks as in the studio, and steps."""

import base64
import gzip
import json
import re

import pytest

from autograd_studio.answering.printed import Printed
from autograd_studio.sandbox import Picture
from autograd_studio.sandbox.answer.pictures import MARK
from autograd_studio.view.layout.graphviz import place
from autograd_studio.view.payload.document import payload
from autograd_studio.view.payload.writing import packed
from autograd_studio.web import offline

from ..sandbox.test_figures import png
from .view import View

PROGRAM = """import torch
x = torch.tensor([3.0], requires_grad=True)
y = x * x  # </script> <!--
y.backward()
print(chr(0xFFFC) + "six")
"""
FIGURE = Picture(png(640, 480), "Figure 1: Loss")
PRINTED = Printed(f"{MARK}six\n", "", [FIGURE])


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens the page of a program without a network."""
    from autograd_engine.run.program import run

    context = browser.new_context(offline=True)
    faults = []

    def open_page(program, **given):
        path = tmp_path / "run.html"
        path.write_text(offline.page(packed(payload(run(program).trace)), program, **given), encoding="utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url) if request.url.startswith("http") else None)
        page.goto(path.as_uri())
        return page

    yield open_page
    assert faults == []
    context.close()


@pytest.fixture
def page(opened):
    return opened(PROGRAM, step=2, printed=PRINTED)


def test_it_steps(page):
    view = View(page)
    view.ready()
    assert (view.step, view.program.inner_text().splitlines()[0]) == (2, "import torch")
    view.press("End")
    view.node(r"^x, leaf, AccumulateGrad, value 3|\[3\], grad \[6\]").wait_for()
    page.get_by_text("six").first.wait_for()
    view.node("^x, leaf").click()
    assert view.inspector.get_by_text("AccumulateGrad").count() >= 1


def test_a_figure_stands_in_the_output_and_a_click_enlarges_it(page):
    view = View(page)
    view.ready()
    view.open_output()
    picture = page.get_by_role("img", name="Figure 1: Loss")
    assert picture.count() == 0, "it is not shown yet"
    view.press("End")
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [640, 480]
    box = picture.bounding_box()
    assert box["width"] < 640
    assert box["width"] / box["height"] == pytest.approx(4 / 3, rel=0.02)
    assert page.locator(".output .now").get_by_role("img").count() == 1
    assert page.locator(".output .now").inner_text().strip() == "six"
    page.get_by_role("button", name="Figure 1: Loss").click()
    large = page.get_by_role("dialog").get_by_role("img", name="Figure 1: Loss")
    assert large.bounding_box()["width"] > box["width"]
    before = view.step
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    large.wait_for(state="hidden")
    assert view.step == before


def test_the_page_holds_the_run_as_it_was():
    source = "null  # </script> <!--"
    page = offline.page(gzip.compress(json.dumps({"id": "x"}).encode()), source, step=3, printed=PRINTED)
    (run,) = re.findall(r'id="run">([^<]*)<', page)
    saved = json.loads(gzip.decompress(base64.b64decode(run)))
    assert saved == {"program": source, "step": 3, "printed": PRINTED.plain(), "payload": {"id": "x"}}


def test_nothing_but_the_ends_of_its_scripts_ends_a_script():
    page = offline.page(gzip.compress(b"{}"), "x = 1", title="</script><!--")
    assert len(re.findall("<script", page)) == len(re.findall("</script", page)) == 3
    assert page.count("<!--") == page.count("-->") == 1


@pytest.mark.parametrize("font", ["Inter", "JetBrains Mono"])
def test_its_letters_are_in_it(page, font):
    View(page).ready()
    assert page.evaluate("font => document.fonts.check(`13px '${font}'`)", font)
    assert page.evaluate(
        "font => [...document.fonts].some((one) => one.family.includes(font) && one.status === 'loaded')", font
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_light_or_dark_as_the_system_is(page, scheme):
    View(page).ready()
    page.emulate_media(color_scheme=scheme)
    page.locator(f"main[data-theme={scheme}]").wait_for()
    light = page.get_by_role("region", name="Autograd player").evaluate(
        "e => getComputedStyle(e).color.match(/[0-9]+/g).reduce((sum, part) => sum + Number(part), 0) > 380"
    )
    assert light is (scheme == "dark"), "letters are light on dark"


def test_a_line_says_that_graphviz_does_not_load(browser, tmp_path, without_graphviz):
    from autograd_engine.run.program import run

    drawn = payload(run(PROGRAM).trace, place)
    (tmp_path / "run.html").write_text(offline.page(packed(drawn), PROGRAM), encoding="utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "run.html").as_uri())
    View(page).ready()
    assert page.get_by_text("Plain layout, because Graphviz does not load.").inner_text() == drawn.plain
    page.close()


def test_nothing_is_said_of_graphviz_where_it_loads(page):
    View(page).ready()
    assert page.locator("p.plain").is_hidden()


def test_an_iteration_that_is_left_out_is_not_taken_for_the_last_one_before(opened):
    page = opened("""import torch
w = torch.ones(2, requires_grad=True)
for i in range(3000):
    (w * w).sum().backward()
    w.grad = None
""")
    View(page).ready()
    said = page.locator(".chapters .legend b")
    number = page.get_by_label("Go to iteration")
    number.fill("1500")
    number.press("Enter")
    assert re.fullmatch(r"Iteration 1500 is left out; this is \d+\.", said.inner_text())
    assert said.evaluate("e => e.scrollWidth <= e.clientWidth"), "all of it can be read"
    number.fill("12")
    number.press("Enter")
    assert said.inner_text().startswith("iteration 12 of 3000")


def test_a_character_that_hides_or_turns_a_line_is_seen(opened):
    """Trojan source: without the marks the comment would read as if the line that follows it were part of it."""
    page = opened('import torch\nname = "\u202e \u2066# ok\u2069 \u2066"\nx = torch.ones(2)  # \u3164\n')
    View(page).ready()
    dots = page.locator(".program .cm-specialChar, .code .cm-specialChar")
    assert [dot.get_attribute("aria-label").partition(",")[0] for dot in dots.all()] == [
        "right-to-left override", "left-to-right isolate", "pop directional isolate", "left-to-right isolate", "Hangul filler",
    ]  # fmt: skip
    assert dots.first.evaluate("dot => getComputedStyle(dot).color") != page.locator(".cm-content").evaluate(
        "text => getComputedStyle(text).color"
    )
    assert "from line 2 on" in page.get_by_role("note").inner_text()
    assert "\u202e" not in page.locator(".cm-line").nth(1).inner_text()


def test_a_program_without_any_has_no_mark(page):
    View(page).ready()
    assert page.locator(".cm-specialChar").count() == page.locator(".hidden-characters").count() == 0
