"""What is tried once a night: `python -m tools.nightly`.

All tests on the other Pythons, what needs PyTorch on the oldest one that is supported, both engines on all programs, a site in
Firefox, and thousands of visitors: hours in all. At the end it says how each went, and what could not be had.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = "3.11", "3.12", "3.13", "3.14"
OLDEST_TORCH = "torch==2.6.0"  # as pyproject.toml has it
SUITE = "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m"


class Missing(Exception):
    """What a task needs cannot be had here."""


def environment(name: str, python: str, *requirements: str) -> Path:
    """Return the Python of the environment `.venv-<name>`, with what requirements-dev.txt names and these requirements.

    Raises:
        Missing: there is no such Python, or what is required cannot be installed in it.
    """
    folder = ROOT / f".venv-{name}"
    made = folder / "bin" / "python"
    if shutil.which(python) is None or subprocess.run([python, "-m", "venv", folder], capture_output=True).returncode:
        raise Missing(f"no {python} on the PATH that makes an environment")
    install = [made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements-dev.txt"]
    installed = subprocess.run([*install, *requirements], cwd=ROOT, capture_output=True, text=True)
    if installed.returncode:
        faults = [line for line in installed.stderr.splitlines() if line.startswith("ERROR: ")]
        raise Missing(next(iter(faults), installed.stderr))
    return made


def on_python(version: str) -> bool:
    """Run all tests on a Python."""
    return succeeds(environment(version, f"python{version}"), *SUITE, "not nightly")


def on_oldest_torch() -> bool:
    """Run what needs PyTorch on the oldest one."""
    return succeeds(environment("oldest-torch", sys.executable, OLDEST_TORCH), *SUITE, "torch")


def engines_agree_as_recorded() -> bool:
    """Compare the engines on all programs; where they differ otherwise than before, the new record is left to be looked at."""
    record = "tests/records/agreement.json"
    compared = succeeds(ROOT / ".venv-torch" / "bin" / "python", "-m", "tools.compare_engines")
    return compared and subprocess.run(["git", "diff", "--exit-code", "--", record], cwd=ROOT).returncode == 0


def in_firefox() -> bool:
    """Drive a site in Firefox."""
    if shutil.which("firefox-esr") is None:
        raise Missing("no firefox-esr: apt-get install firefox-esr")
    return succeeds(sys.executable, "-m", "pytest", "-m", "nightly")


def succeeds(python: str | Path, *arguments: str) -> bool:
    """Return whether a Python succeeds that is started with these arguments."""
    return subprocess.run([python, *arguments], cwd=ROOT).returncode == 0


def tasks() -> dict[str, Callable[[], bool]]:
    """Return what is tried, by name."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {f"Python {version}": lambda version=version: on_python(version) for version in PYTHONS if version != own}
    return found | {
        f"the oldest PyTorch, {OLDEST_TORCH}": on_oldest_torch,
        "both engines on all programs": engines_agree_as_recorded,
        "a site in Firefox": in_firefox,
        "3,000 runs by 750 sessions": lambda: succeeds(sys.executable, "-m", "benchmarks.soak"),
    }


def main() -> None:
    """Try everything, and fail if anything has failed."""
    ends = {}
    for name, task in tasks().items():
        print(f"\n==== {name}", flush=True)
        try:
            ends[name] = "passed" if task() else "FAILED"
        except Missing as missing:
            ends[name] = f"could not be had: {missing}"
    print("", *(f"{name}: {end}" for name, end in ends.items()), sep="\n")
    sys.exit("FAILED" in ends.values())


if __name__ == "__main__":
    main()
