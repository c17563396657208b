"""How long starting takes, as multiples of `python -c "import numpy"`: the engine, and a program on the command line.

    python -m benchmarks.start [--rounds 15]

Rounds alternate between the commands, so that a machine that changes its speed changes all of them; the table shows the
medians. The first round, which compiles what has not been compiled yet, does not count.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]

PROGRAM = """import torch
x = torch.tensor(3.0, requires_grad=True)
(x * x).backward()
"""


def spent(arguments: list[str]) -> tuple[float, float]:
    """Return the wall-clock and the computing seconds of a Python that is started with these arguments."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    counted = parser.parse_args().rounds
    with tempfile.NamedTemporaryFile("w", suffix=".py") as program:
        program.write(PROGRAM)
        program.flush()
        commands = {
            "import numpy": ["-c", "import numpy"],
            "import autograd_engine.torch": ["-c", "import autograd_engine.torch"],
            "autograd-studio run, three lines": ["-m", "autograd_studio", "run", program.name],
        }
        rounds = [{name: spent(arguments) for name, arguments in commands.items()} for _ in range(counted + 1)][1:]
    base = [median(one["import numpy"][kind] for one in rounds) for kind in (0, 1)]
    print(f"{'':32} {'wall':>10} {'':7} {'computing':>10}")
    for name in commands:
        wall, computing = (median(one[name][kind] for one in rounds) for kind in (0, 1))
        print(
            f"{name:32} {wall * 1e3:7.0f} ms {wall / base[0]:5.2f} x {computing * 1e3:7.0f} ms {computing / base[1]:5.2f} x"
        )


if __name__ == "__main__":
    main()
