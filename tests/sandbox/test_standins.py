"""Packages that are not here: what is only looked at does nothing, and the rest fails where it is used."""

import pytest

from autograd_studio.answering.request import Request

from .boxes import QUICK

PLOTS = """import matplotlib.pyplot as plt
from matplotlib import pyplot
from mpl_toolkits.mplot3d import Axes3D
import seaborn as sns
sns.set()
plt.rcParams["figure.figsize"] = 4, 3
figure, axes = plt.subplots(1, 2)
axes[0].plot([1, 2], label="loss")
line, = plt.plot([1, 2])
counts, edges, bars = pyplot.hist([1, 2])
with plt.style.context("dark"):
    for axis in axes.flat:
        axis.set_title("t")
plt.show()
"""

BARS = """from tqdm import tqdm, trange
from tqdm.notebook import tqdm as other
for i in tqdm(range(2), desc="epoch"):
    print(i)
bar = tqdm([7, 8])
bar.set_postfix(loss=1)
print(len(bar), list(bar), [i for i in trange(1, 3)])
with other(total=3) as bar:
    bar.update(1)
tqdm.write("done")
"""

BOARD = """from torch.utils.tensorboard import SummaryWriter
with SummaryWriter("runs/1") as writer:
    writer.add_scalar("loss", 1.0, 0)
"""


@pytest.fixture
def run(box):
    return lambda source: box.run(Request(source), QUICK)


@pytest.mark.parametrize(("program", "stdout"), [(PLOTS, ""), (BOARD, ""), (BARS, "0\n1\n2 [7, 8] [1, 2]\ndone\n")])
def test_a_program_runs_on_without_what_is_only_looked_at(run, program, stdout):
    outcome = run(program)
    assert (outcome.status, outcome.stdout) == ("ok", stdout), outcome.stderr


def test_a_note_says_so_once(run):
    outcome = run("import tqdm\nfor _ in range(3):\n    import tqdm\n    from tqdm import trange\n")
    assert outcome.stderr == "tqdm is not available here: loops run without its progress bar.\n"


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("from sklearn.datasets import make_moons\nprint(1)\nx, y = make_moons(9)", 3),
        ("import torchvision.transforms as T\nprint(1)\n\nT.ToTensor()(1)", 4),
        ("import lightning as L\nprint(1)\nclass Net(L.LightningModule):\n    pass", 3),
        ("import shutil\nprint(1)\nshutil.rmtree('runs')", 3),
        ("import glob\nprint(1)\nglob.glob('data/*.txt')", 3),
        ("import gymnasium as gym\nprint(1)\nenv = gym.make('CartPole-v1')", 3),
        ("import pandas as pd\nprint(1)\nfor x in pd.options:\n    pass", 3),
    ],
)
def test_another_package_fails_where_it_is_used(run, program, line):
    outcome = run(program)
    assert (outcome.stdout, outcome.error.type, outcome.error.line) == ("1\n", "ModuleNotFoundError", line)
    assert outcome.stderr.startswith(
        program.split()[1].split(".")[0] + " is not available here: the program runs until"
    )


def test_a_package_that_nobody_knows_fails_at_its_import(run):
    assert run("print(1)\nimport nonsense").error.line == 2


WRITTEN = """import json, os
os.makedirs("out/run", exist_ok=True)
with open("out/log.txt", "w") as file:
    file.write("a\\n")
with open("./out/log.txt", "a") as file:
    print("b", file=file)
print(open("out/log.txt").read().split(), os.path.exists("out/log.txt"), os.path.isfile("other"))
with open("n.json", "w") as file:
    json.dump([1, 2], file)
print(json.load(open("n.json", "rb")))
with open("n.json", "w+") as file:
    file.write("12")
    file.seek(0)
    print(file.read())
os.remove("n.json")
print(os.path.exists("n.json"))
try:
    open("out/log.txt", "x")
except FileExistsError:
    print("there")
try:
    open("n.json")
except PermissionError as error:
    print(error.strerror)
"""

KEPT = """import os, tempfile
with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
    path = os.path.join(folder, "model.pt")
    with open(path, "wb") as file:
        file.write(bytes(3))
    print(folder != other, len(open(path, "rb").read()))
print(os.path.exists(path))
with tempfile.NamedTemporaryFile(suffix=".pt") as file:
    file.write(b"12")
    file.seek(0)
    print(file.read(), file.name.endswith(".pt"))
"""


def test_what_a_program_writes_is_kept_in_memory_till_it_ends(run):
    outcome = run(WRITTEN)
    there = "['a', 'b'] True False\n[1, 2]\n12\nFalse\nthere\nA program has no files here\n"
    assert (outcome.status, outcome.stdout) == ("ok", there), outcome.stderr
    assert outcome.stderr.splitlines() == [
        f"{path} is kept in memory, since programs have no files here; it is gone when the program ends."
        for path in ("out/log.txt", "n.json")
    ]
    assert run("print(open('out/log.txt'))").error.type == "PermissionError"


def test_temporary_files_are_kept_in_memory(run):
    outcome = run(KEPT)
    assert (outcome.status, outcome.stdout) == ("ok", "True 3\nFalse\nb'12' True\n"), outcome
    assert outcome.stderr.startswith("tempfile is not available here: its files are kept in memory.\n")
