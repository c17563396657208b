"""A notebook, executed headless: the output of a cell is the player, and a still picture beside it."""

import base64

import nbclient
import nbformat
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.thorough

SETUP = "%load_ext autograd_studio"
CELL = """%%step
import torch
def twice(t):
    return t * 2
x = torch.tensor([3.0], requires_grad=True)
y = twice(x)
y.backward()
print("six")
"""
LATER = "from autograd_studio import record\nwith record() as run:\n    z = twice(x)\n    z.backward()\nrun"


def executed(*cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [
        next((o.data for o in cell.outputs if o.output_type in ("execute_result", "display_data")), None)
        for cell in notebook.cells
    ]


@pytest.fixture(scope="module")
def outputs():
    return executed(SETUP, CELL)


@pytest.fixture(params=["light", "dark"])
def shown(browser, outputs, request):
    context = browser.new_context(offline=True, color_scheme=request.param)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_content(f"<body>{outputs[1]['text/html']}</body>")
    yield page
    assert faults == []
    context.close()


@pytest.mark.filterwarnings("ignore")
def test_the_player_steps_in_the_output(shown):
    frame = shown.frame_locator("iframe")
    frame.get_by_role("button", name="Last step").click()
    frame.locator(".output").get_by_text("six").first.wait_for(state="attached")
    frame.locator("[aria-label='x, leaf, AccumulateGrad, value [3], grad [2]']").wait_for(state="attached")


@pytest.mark.parametrize(
    "scheme, style",
    [
        ("light", "color-scheme: light"),
        ("dark", "color-scheme: dark"),
        ("light", "color: #333"),
        ("dark", "color: #ccc"),  # so tells VS Code its theme
    ],
)
def test_it_has_the_theme_of_the_notebook(browser, outputs, scheme, style):
    context = browser.new_context(offline=True, color_scheme="light" if scheme == "dark" else "dark")
    page = context.new_page()
    page.set_content(f"<body style='{style}'>{outputs[1]['text/html']}</body>")
    player = page.frame_locator("iframe").get_by_role("region", name="Autograd player")
    background = {"light": "rgb(247, 246, 243)", "dark": "rgb(16, 17, 19)"}[scheme]
    expect(player).to_have_css("background-color", background)
    context.close()


def test_a_still_picture_is_kept(shown, outputs):
    still = outputs[1]["image/svg+xml"]
    assert ">x<" in still
    picture = shown.locator("details img")
    assert base64.b64decode(picture.get_attribute("src").split(",")[1]).decode() == still
    shown.locator("summary").click()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 50


def test_what_a_cell_defined_goes_on_to_work(torch):
    assert "steps" in executed(SETUP, CELL, LATER)[2]["text/plain"]
