"""Every benchmark runs by its own command line, with the least that it can do, and prints its rows; none is held to a time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.chromium import chromium
from tests.support.needed import needed

ROOT = Path(__file__).parents[2]
RATIO = r"\d+\.\d+"

# By name: arguments, and the rows that are printed, as regular expressions.
BENCHMARKS = {
    "attacks": ("--seconds 3 frames", [r"frames +quiet: [1-9]\d* runs, ", r"attacked: \d+ runs, .*, server \d+ MiB"]),
    "engine": ("--rounds 1 a scopes", [rf"a seed 3 +{RATIO} +{RATIO}", rf"scopes +{RATIO}"]),
    "frames": ("--seconds 3 fan-out", [rf"fan-out +[1-9]\d* frames +{RATIO}% late, longest +\d+ ms"]),
    "gpu": (
        "--device cpu --steps 1 --rounds 1 --gpt-width 64 --gpt-tokens 4 --gpt-batch 1 --resnet-width 4 --images 2 --pixels 32",
        [rf"{kind} +plain .* a training step: {RATIO} times" for kind in ("gpt", "resnet")],
    ),
    "load": ("--sessions 2 --seconds 8 --every 1", [r"2 sessions +[1-9]\d* runs .* faults 0 "]),
    "loops": ("--rounds 1 regression-20", [rf"regression-20 +run .* recorded {RATIO}×", r"21 chapters, 2 graphs, "]),
    "nudging": ("--seconds 0.2 fan-out", [rf"fan-out +{RATIO}/s +a run", rf"median, least +{RATIO}/s"]),
    "recording": (
        "--width 64 --tokens 4 --repeats 1",
        [rf"recorded {RATIO} s: {RATIO} times", r"\d+ MB beside", rf"page of {RATIO} MB"],
    ),
    "road": (
        "--rounds 1 seed",
        [
            r"a visit without a cache: [\d,]+ ms, [\d,]+ ours, [\d,]+ kB",
            r"seed +server +[\d,]+ ms, 1 requests, [\d,]+ bytes, 0 messages, [\d,]+ server ms, [\d,]+ children ms",
        ],
    ),
    "sandbox": (
        "--rounds 1 --repeats 2",
        [rf"{kind} .*\( +{RATIO}x\)" for kind in ("bare fork", "trivial, unlocked", "training, sandbox")],
    ),
    "soak": (
        "--runs 30 --sessions 30 --filling 0 --looks 3 --browser-runs 15",
        [r"30 sessions, \d+ runs: ", r"15 runs in one session: ", r"Nothing rises\."],
    ),
    "tiny": (
        "--rounds 1 --iterations 2 --before .",
        [rf"{name} +plain .*: {RATIO} times" for name in ("before", "now")],
    ),
    "start": ("--rounds 1", [rf"import autograd_engine\.torch .* {RATIO} x", rf"autograd-studio run, .* {RATIO} x"]),
}
MARKS = dict.fromkeys(("gpu", "recording", "tiny"), pytest.mark.torch)


def test_each_is_here():
    commands = {
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text(encoding="utf-8")
    }
    assert commands == set(BENCHMARKS)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [pytest.param(name, marks=MARKS.get(name, ())) for name in BENCHMARKS])
def test_it_prints_its_rows(name):
    if name in ("frames", "road", "soak"):
        needed(chromium(), "Chromium")
    arguments, rows = BENCHMARKS[name]
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments.split()]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert [row for row in rows if not re.search(row, run.stdout)] == [], run.stdout
