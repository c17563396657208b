"""Figures: where they appear, how many and how large, and what is said of the others."""

import json
import os
import struct
import subprocess
import sys
import zlib
from dataclasses import replace

import pytest

from autograd_engine.run.options import Nudge
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.answer import result
from autograd_studio.sandbox.answer.outcome import of_program
from autograd_studio.sandbox.answer.pictures import MARK, MOST, MOST_PIXELS, picture
from autograd_studio.sandbox.child import program
from autograd_studio.sandbox.limits import HOSTED, MIB
from autograd_studio.sandbox.sandbox import PROGRAMS

from .boxes import new_box
from .test_result import ending

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    return struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=2, height=1, extra=b""):
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(bytes(3))) + chunk(b"IEND", b"")


def answer(shown, trace=b"{}", **fields):
    head = {"error": None, "exit_status": 0, "stopped": None, "trace_bytes": 0}
    head["pictures"] = [(len(data), text) for data, text in shown]
    return json.dumps(head | fields).encode() + b"\n" + b"".join(data for data, _ in shown) + trace


def read(data):
    return result.read(data, 4 * MIB, lambda trace: None)


# ---- what the server makes of pictures, which are hostile bytes


def test_pictures_stand_before_the_trace():
    found = read(answer([(png(), "one"), (png(3), "two")], b'{"a":1}'))
    assert [(shown.png, shown.text) for shown in found.pictures] == [(png(), "one"), (png(3), "two")]
    assert found.trace == b'{"a":1}'


def test_what_is_not_seen_of_a_picture_is_dropped():
    hidden = chunk(b"tEXt", b"Comment\0" + b"x" * 99) + chunk(b"acTL", bytes(8)) + chunk(b"iCCP", bytes(9))
    assert picture(png(extra=hidden), "").png == png()


def test_the_text_of_a_picture_is_cleaned():
    assert picture(png(), "a\u202eb\0" + "x" * 9999).text.startswith("a\ufffdb\ufffdxxx")
    assert len(picture(png(), "x" * 9999).text) == 400


@pytest.mark.parametrize(
    "data",
    [
        b"",
        SIGNATURE,
        b"GIF89a" + bytes(99),
        b"<svg onload='alert(1)'/>" + bytes(99),
        png()[:-1],
        png()[:20],
        png(MOST_PIXELS + 1),
        png(height=1 << 31),
        png(0),
        SIGNATURE + chunk(b"IDAT", b"") + png()[8:],
        SIGNATURE + struct.pack(">I4s", (1 << 32) - 1, b"IHDR") + bytes(99),
        png() + b"PK",
    ],
    ids=range(12),
)
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(ValueError):
        picture(data, "")
    assert of_program(ending(answer([(data, "")])), HOSTED, lambda trace: None).status == "crashed"


@pytest.mark.parametrize(
    "told",
    [
        [[len(png()), "a"]] * (MOST + 1),
        [[-1, "a"]],
        [[True, "a"]],
        [[1 << 60, "a"]],
        [[0, "a"]],
        [["1", "a"]],
        [[1]],
        [1],
        "a",
        [[len(png()), 1]],
    ],
    ids=range(10),
)
def test_what_is_told_of_pictures_is_not_believed(told):
    with pytest.raises(ValueError):
        read(answer([(png(), "a")] * (MOST + 1), pictures=told))


def test_all_pictures_together_are_bounded():
    large = png(extra=chunk(b"tEXt", bytes(MIB // 2)))
    with pytest.raises(ValueError, match="too large"):
        read(answer([(large, "a")] * 2))


def test_a_trace_that_is_too_large_leaves_the_pictures():
    data = program._encoded({"error": None, "exit_status": 0, "stopped": None}, [(png(), "a")], {"x": "y" * 9999}, 5000)
    found = read(data)
    assert (found.trace, found.trace_bytes > 5000, len(found.pictures)) == (None, True, 1)


# ---- what matplotlib makes of programs; the rest of the suite does without it

CURVE = """import torch
import matplotlib.pyplot as plt
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
plt.plot([1, 2], label="train")
plt.title("Loss"); plt.xlabel("epoch"); plt.ylabel("loss")
plt.show()
print("shown")
y.backward()
"""


@pytest.fixture(scope="module")
def run():
    box = new_box(programs=PROGRAMS, limits=replace(HOSTED, cpu_seconds=20.0, wall_seconds=60.0), lent=("matplotlib",))
    yield lambda source, **fields: box.run(Request(source, **fields))
    box.close()


def size(shown):
    return struct.unpack(">II", shown.png[16:24])


def test_a_figure_is_a_picture_where_it_was_shown(run):
    outcome = run(CURVE)
    assert (outcome.status, outcome.stdout, outcome.stderr) == ("ok", f"{MARK}\nshown\n", "")
    assert [shown.text for shown in outcome.pictures] == ["Figure 1: Loss; loss over epoch; train"]
    assert min(size(outcome.pictures[0])) > 300
    trace = json.loads(outcome.trace)
    ((step, text),) = trace["stdout"]
    assert text == f"{MARK}\nshown\n"
    assert 0 < step < len(trace["steps"]) - 1


def test_open_figures_stand_at_the_end(run):
    outcome = run("import matplotlib.pyplot as plt\nplt.figure(); plt.figure()\nprint(1)\nplt.pause(0.01)\n1 / 0")
    assert (outcome.stdout, len(outcome.pictures)) == (f"1\n{MARK}\n{MARK}\n", 2), outcome
    assert outcome.error.type == "ZeroDivisionError"


def test_a_figure_is_drawn_beside_a_stand_in_for_a_notebook(run):
    outcome = run(
        "from IPython.display import HTML\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nHTML('x')"
    )
    assert (outcome.status, outcome.stdout, len(outcome.pictures)) == ("ok", f"{MARK}\n", 1), outcome


def test_a_program_that_chooses_another_backend_is_drawn_all_the_same(run):
    outcome = run(
        "import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1])\nplt.savefig('a.png')"
    )
    assert (outcome.status, outcome.stdout, len(outcome.pictures)) == ("ok", f"{MARK}\n", 1), outcome


def test_a_figure_that_goes_on_changing_is_shown_as_it_was_last(run):
    outcome = run("""import matplotlib.pyplot as plt
plt.ion()
(line,) = plt.plot([1, 2])
for i in range(3):
    line.set_ydata([i, 2])
    plt.show()
    plt.pause(0.01)
print(1)
""")
    assert (outcome.stdout, len(outcome.pictures)) == (f"1\n{MARK}\n", 1), outcome


def test_a_figure_that_is_saved_is_shown_instead_and_once(run):
    program = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('loss.pdf')\nprint(1)\n"
    outcome = run(program + "plt.show()\nplt.close()")
    assert (outcome.stdout, len(outcome.pictures)) == (f"{MARK}\n1\n", 1), outcome
    assert (
        outcome.stderr == "loss.pdf is not written, since programs have no files here; the figure is shown instead.\n"
    )
    outcome = run(program + "plt.plot([2, 1])\nplt.show()")
    assert (outcome.stdout, len(outcome.pictures)) == (f"{MARK}\n1\n{MARK}\n", 2)


def test_a_figure_can_be_saved_in_memory(run):
    outcome = run(
        "import io\nimport matplotlib.pyplot as plt\nplt.plot([1])\nplt.savefig(file := io.BytesIO())\n"
        "plt.close()\nprint(file.getvalue()[1:4])"
    )
    assert (outcome.stdout, outcome.pictures) == ("b'PNG'\n", ())


@pytest.mark.thorough
def test_text_of_all_kinds_is_drawn_without_fonts_on_disk(run):
    outcome = run("""import numpy as np
import matplotlib.pyplot as plt
import matplotlib.animation, matplotlib.ticker
for style in ("default", "ggplot", "seaborn-v0_8"):
    with plt.style.context(style):
        figure, axes = plt.subplots(1, 2)
        axes[0].set_title(r"$\\nabla_w \\frac{1}{n}\\sum_i x_i$", family="serif", style="italic", weight="bold")
        axes[1].imshow(np.eye(3)); axes[1].set_xlabel("größe ∂ 漢", family="monospace")
        figure.colorbar(axes[1].images[0])
axes = plt.figure().add_subplot(projection="3d")
axes.plot_surface(*np.meshgrid([0, 1], [0, 1]), np.eye(2))
plt.show()  # what is left open has but a second of its own
""")
    assert (outcome.status, len(outcome.pictures)) == ("ok", 4), outcome


LISTED = """
import importlib.util, os
from autograd_studio.sandbox.child import preread
preread.read(os.path.dirname(importlib.util.find_spec("matplotlib").origin))
from matplotlib import font_manager
print(any(preread.is_read(font.fname) for font in font_manager.fontManager.ttflist))
"""


def test_fonts_are_found_where_matplotlib_has_not_listed_them_before(tmp_path):
    """It keeps its list in a file, which a new machine does not have."""
    settings = {**os.environ, "MPLCONFIGDIR": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", LISTED], env=settings, capture_output=True, text=True, check=True)
    assert found.stdout == "True\n"
    assert "Sans" in next(tmp_path.glob("fontlist*")).read_text()


def test_figures_are_bounded_in_number_and_what_is_left_out_is_said(run):
    program = "import matplotlib.pyplot as plt\nfor i in range(10):\n    plt.plot([i])\n    plt.show()\nprint(1)"
    outcome = run(program)
    assert outcome.stdout == f"{MARK}\n" * MOST + "1\n"
    assert len(outcome.pictures) == MOST
    assert outcome.stderr == "A figure is left out: only 8 are shown.\n"


def test_figures_are_bounded_in_size(run):
    outcome = run("import matplotlib.pyplot as plt\nplt.figure(figsize=(400, 3)).text(0, 0, 'x')\nplt.show()")
    assert max(size(outcome.pictures[0])) <= MOST_PIXELS
    noise = "import numpy as np, matplotlib.pyplot as plt\nfor i in range(3):\n    plt.figure(figsize=(9, 9))\n"
    outcome = run(noise + "    plt.imshow(np.random.rand(800, 800, 3), interpolation='nearest')\n    plt.show()")
    assert outcome.stderr == "A figure is left out: together they have more than 1 MB.\n"
    assert len(outcome.pictures) == outcome.stdout.count(MARK) < 3


def test_a_figure_that_cannot_be_drawn_fails_where_it_is_shown(run):
    program = "import matplotlib.pyplot as plt\nplt.title('$x^$')\n"
    assert run(program + "plt.show()").error.line == 3
    outcome = run(program)
    assert outcome.status == "ok"
    assert outcome.stderr.startswith("A figure is left out: drawing it raises ValueError: ")


def test_nobody_waits_for_figures_of_a_nudged_run(run):
    outcome = run(CURVE, nudge=Nudge(2.0, creation=0))
    assert (outcome.status, outcome.stdout, outcome.pictures) == ("ok", f"{MARK}\nshown\n", ()), outcome


def test_a_program_that_has_drawn_is_contained(run):
    program = "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\nopen('/etc/passwd')"
    outcome = run(program)
    assert (outcome.error.type, outcome.error.line, len(outcome.pictures)) == ("PermissionError", 4, 1)
    assert outcome.isolated is True
