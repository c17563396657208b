"""What recording on real PyTorch costs where the tensors are tiny, so that nearly all of it is the recorder's own.

    python -m benchmarks.tiny [--rounds 5] [--iterations 100] [--before CHECKOUT]

Trains two layers of 8 x 8 and prints how many times the plain iteration the recorded one takes, the least of each. With
`--before`, a checkout of another version does the same in turns. Needs PyTorch.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[1]


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--before", type=Path, help="a checkout to compare with")
    parser.add_argument("--times", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.times:
        print(*times(arguments.rounds, arguments.iterations))
    else:
        compare(arguments.rounds, arguments.iterations, arguments.before)


def compare(rounds: int, iterations: int, before: Path | None) -> None:
    """Measure the checkouts in turns, each in a process of its own, and print."""
    checkouts = {"now": HERE} if before is None else {"before": before, "now": HERE}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in checkouts}
    for _ in range(rounds):
        for name, checkout in checkouts.items():
            command = [sys.executable, __file__, "--times", "--rounds", "3", "--iterations", str(iterations)]
            run = subprocess.run(
                command, cwd=checkout, env={"PYTHONPATH": str(checkout)}, capture_output=True, text=True, check=True
            )
            plain, recorded = map(float, run.stdout.split())
            found[name].append((plain, recorded))
    for name, pairs in found.items():
        plain, recorded = (min(column) * 1e6 for column in zip(*pairs, strict=True))
        print(f"{name:8} plain {plain:5.0f} µs, recorded {recorded:5.0f} µs an iteration: {recorded / plain:.1f} times")


def times(rounds: int, iterations: int) -> tuple[float, float]:
    """Return the least processor time of an iteration, plain and recorded, in seconds."""
    import torch
    from torch import nn

    from autograd_studio import record

    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x, y = torch.randn(4, 8), torch.randn(4, 8)

    def train() -> float:
        start = time.process_time()
        for _ in range(iterations):
            optimizer.zero_grad()
            loss = ((model(x) - y) ** 2).mean()
            loss.backward()
            optimizer.step()
        return (time.process_time() - start) / iterations

    def recorded() -> float:
        with record(tell=False):
            return train()

    train(), recorded()
    return min(train() for _ in range(5 * rounds)), min(recorded() for _ in range(rounds))


if __name__ == "__main__":
    main()
