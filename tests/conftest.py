"""What holds for all tests: which of them need PyTorch, and what CI demands of a whole run.

The recording scripts import `tests` where there is no pytest, so __init__.py stays empty.
"""

import importlib.util
import os
import sys
import tomllib
from pathlib import Path

import hypothesis
import numpy as np
import pytest

from autograd_studio.view.layout import graphviz

pytest.register_assert_rewrite("tests.support.op_record", "tests.support.program_record")
# The engine divides by zero and overflows as PyTorch does, in silence.
np.seterr(all="ignore")
# How fast a machine is says nothing of a property.
hypothesis.settings.register_profile(
    "unhurried",
    parent=hypothesis.settings.default,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("unhurried")

HAS_TORCH = importlib.util.find_spec("torch") is not None
IN_CI = bool(os.environ.get("CI"))
DEMANDS = tomllib.loads(Path(__file__).with_name("ci.toml").read_text(encoding="utf-8"))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test of the browser or of the sandbox waits for half of its time."""
    return (os.cpu_count() or 1) + 1


# ---- what needs PyTorch is marked `torch`, and left out where there is none


@pytest.fixture(scope="session")
def torch():
    """Real PyTorch. A test that takes it, or a fixture that takes it, is marked `torch`."""
    import torch

    return torch


@pytest.fixture
def without_graphviz(monkeypatch):
    """Graphviz does not load in this process."""
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    graphviz.missing.cache_clear()
    yield
    graphviz.missing.cache_clear()


def pytest_ignore_collect(collection_path):
    """Leave out the files that are marked as a whole: they import PyTorch at their top."""
    if HAS_TORCH or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.torch\n" in collection_path.read_text(encoding="utf-8") or None


@pytest.hookimpl(tryfirst=True)  # before `-m` selects by the marks
def pytest_collection_modifyitems(config, items):
    for item in items:
        if "torch" in item.fixturenames:
            item.add_marker("torch")
    if not HAS_TORCH:
        left_out = [item for item in items if item.get_closest_marker("torch")]
        items[:] = [item for item in items if not item.get_closest_marker("torch")]
        config.hook.pytest_deselected(items=left_out)


def pytest_report_header():
    return None if HAS_TORCH else "without PyTorch: `make test-torch` runs what needs it"


# ---- in CI a test is skipped for a listed reason only, and enough of them must pass


def pytest_addoption(parser):
    parser.addoption(
        "--at-least", metavar="NAME", choices=DEMANDS["passed"], help="how many must pass: a name in ci.toml"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return unless_listed((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return unless_listed((yield))


def unless_listed(report):
    """Return a report; in CI that of a test that was skipped for a reason that is not listed is a failure."""
    if IN_CI and report.skipped:
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason not in DEMANDS["skipped"]:
            report.outcome, report.longrepr = "failed", f"skipped, which tests/ci.toml does not allow: {reason}"
    return report


def pytest_sessionfinish(session):
    if too_few(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    name = config.getoption("at_least")
    if name:
        counts = ", ".join(
            f"{count(config, outcome):,} {outcome}" for outcome in ("passed", "failed", "error", "skipped")
        )
        terminalreporter.section(f"tests {name}")
        terminalreporter.line(f"{counts}; {DEMANDS['passed'][name]:,} must pass{': TOO FEW' * too_few(config)}")


def too_few(config):
    """Return whether fewer tests passed than must."""
    name = config.getoption("at_least")
    return name is not None and count(config, "passed") < DEMANDS["passed"][name]


def count(config, outcome):
    """Return how many tests ended so; only the process that prints knows."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get(outcome, ()))
