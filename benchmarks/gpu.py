"""What full recording costs on a GPU: a model of the shape of GPT-2 (124 million parameters) and a net of the shape of ResNet-50.

    python -m benchmarks.gpu [--device cuda] [--steps 5] [--rounds 3] [--gpt-width 768] [--gpt-tokens 1024] [--gpt-batch 8]
                             [--images 64] [--pixels 224] [--only gpt|resnet]

Both are made of nn modules, so nothing is downloaded. Prints the time of a training step, plain and recorded, how many times
that is, and the memory on the device. The goal is 3 times. Needs PyTorch.
"""

import argparse
import time
from collections.abc import Callable

import torch
from torch import nn

from autograd_studio import record
from autograd_studio.recording import Recording
from benchmarks.recording import GPT, WORDS

STAGES = (3, 4, 6, 3)  # blocks of ResNet-50

Training = tuple[nn.Module, Callable[[], None]]


class Bottleneck(nn.Module):
    """1 x 1, 3 x 3 and 1 x 1 convolutions with batch norms, beside a shortcut."""

    def __init__(self, given: int, width: int, stride: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, size, step in (
            (given, width, 1, 1),
            (width, width, 3, stride),
            (width, 4 * width, 1, 1),
        ):
            layers += [nn.Conv2d(before, after, size, step, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        self.inner = nn.Sequential(*layers[:-1])
        is_same = given == 4 * width and stride == 1
        shortcut = nn.Sequential(nn.Conv2d(given, 4 * width, 1, stride, bias=False), nn.BatchNorm2d(4 * width))
        self.shortcut = nn.Identity() if is_same else shortcut

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.inner(x) + self.shortcut(x))


def resnet(width: int) -> nn.Module:
    """Return a net of 50 layers, whose first stage has this many channels: 64 in ResNet-50."""
    layers: list[nn.Module] = [
        nn.Conv2d(3, width, 7, 2, 3, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
    ]
    given = width
    for stage, count in enumerate(STAGES):
        for block in range(count):
            inner = width << stage
            layers.append(Bottleneck(given, inner, 2 if stage and not block else 1))
            given = 4 * inner
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(given, 1000))


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3, help="the fastest counts")
    parser.add_argument("--gpt-width", type=int, default=768, help="a multiple of 64")
    parser.add_argument("--gpt-tokens", type=int, default=1024)
    parser.add_argument("--gpt-batch", type=int, default=8)
    parser.add_argument("--resnet-width", type=int, default=64)
    parser.add_argument("--images", type=int, default=64)
    parser.add_argument("--pixels", type=int, default=224)
    parser.add_argument("--only", choices=("gpt", "resnet"))
    arguments = parser.parse_args()
    name = torch.cuda.get_device_name() if arguments.device.startswith("cuda") else arguments.device
    print(f"PyTorch {torch.__version__} on {name}")
    for kind, make in (("gpt", gpt_training), ("resnet", resnet_training)):
        if arguments.only in (None, kind):
            torch.manual_seed(0)
            measure(kind, make(arguments), arguments.device, arguments.steps, arguments.rounds)


def gpt_training(arguments: argparse.Namespace) -> Training:
    """Return the model of GPT-2's shape and what takes a training step of it."""
    device, tokens = arguments.device, arguments.gpt_tokens
    model = GPT(arguments.gpt_width, tokens).to(device)
    words = torch.randint(0, WORDS, (arguments.gpt_batch, tokens + 1), device=device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)

    def step() -> None:
        optimizer.zero_grad()
        logits = model(words[:, :-1])
        nn.functional.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten()).backward()
        optimizer.step()

    return model, step


def resnet_training(arguments: argparse.Namespace) -> Training:
    """Return the net of ResNet-50's shape and what takes a training step of it."""
    device = arguments.device
    model = resnet(arguments.resnet_width).to(device)
    images = torch.randn(arguments.images, 3, arguments.pixels, arguments.pixels, device=device)
    labels = torch.randint(0, 1000, (arguments.images,), device=device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)

    def step() -> None:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(images), labels).backward()
        optimizer.step()

    return model, step


def measure(kind: str, training: Training, device: str, steps: int, rounds: int) -> None:
    """Measure and print. What a recording still has to read at its end counts."""
    model, step = training

    def steps_taken() -> None:
        for _ in range(steps):
            step()

    def recorded() -> None:
        with record(tell=False) as run:
            steps_taken()
        runs.append(run)

    runs: list[Recording] = []
    timed(steps_taken, device), timed(recorded, device)  # what is loaded, tried out and compiled at first
    plain, memory = min(timed(steps_taken, device) for _ in range(rounds))
    taken, beside = min(timed(recorded, device) for _ in range(rounds))
    count = sum(parameter.numel() for parameter in model.parameters()) / 1e6
    plain, taken = plain / steps * 1e3, taken / steps * 1e3
    print(
        f"{kind:7} {count:.0f} million parameters, {len(runs[-1].trace.steps) / steps:.0f} recorded steps a training step"
    )
    print(f"{kind:7} plain {plain:.1f} ms, recorded {taken:.1f} ms a training step: {taken / plain:.2f} times")
    print(f"{kind:7} most memory of the device: plain {memory:.0f} MB, recorded {beside:.0f} MB")


def timed(work: Callable[[], None], device: str) -> tuple[float, float]:
    """Return how long something takes until the device has done it all, in seconds, and the most memory there, in MB."""
    on_gpu = device.startswith("cuda")
    if on_gpu:
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
    start = time.perf_counter()
    work()
    if on_gpu:
        torch.cuda.synchronize()
    return time.perf_counter() - start, torch.cuda.max_memory_allocated() / 1e6 if on_gpu else 0.0


if __name__ == "__main__":
    main()
