"""What recording on real PyTorch costs: a model of the shape of GPT-2 made of nn modules, three training steps.

    python -m benchmarks.recording [--width 768] [--tokens 64] [--repeats 3]

Prints how many times the plain steps the recorded ones took, the memory beside the model, and the time until the page is
written. GPT-2 small has the width 768. Needs PyTorch.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path

import torch
from torch import nn

from autograd_studio import record

LAYERS, WORDS = 12, 50257
STEPS = 3


class GPT(nn.Module):
    """Embeddings, 12 pre-norm blocks with causal attention, and logits by the embedding's own weights."""

    def __init__(self, width: int, tokens: int) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, width), nn.Embedding(tokens, width)
        block = nn.TransformerEncoderLayer(
            width, width // 64, 4 * width, activation="gelu", batch_first=True, norm_first=True
        )
        self.blocks = nn.TransformerEncoder(block, LAYERS, norm=nn.LayerNorm(width), enable_nested_tensor=False)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(tokens))

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        x = self.words(words) + self.places.weight
        return self.blocks(x, mask=self.mask, is_causal=True) @ self.words.weight.T


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--width", type=int, default=768, help="a multiple of 64")
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3, help="the fastest counts")
    measure(**vars(parser.parse_args()))


def measure(width: int, tokens: int, repeats: int) -> None:
    """Measure and print."""
    torch.manual_seed(0)
    torch.set_num_threads(1)  # with the processor's time, a machine that is busy counts little
    model = GPT(width, tokens)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    words = torch.randint(0, WORDS, (4, tokens + 1))

    def steps() -> float:
        start = time.process_time()
        for _ in range(STEPS):
            optimizer.zero_grad()
            logits = model(words[:, :-1])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten())
            loss.backward()
            optimizer.step()
        return time.process_time() - start

    steps()
    plain = min(steps() for _ in range(repeats))
    before, recorded = peak(), []
    for _ in range(repeats):
        with record() as run:
            recorded.append(steps())
        if len(recorded) == 1:
            beside = peak() - before
    print(f"{sum(p.numel() for p in model.parameters()) / 1e6:.0f} million parameters, {len(run.trace.steps)} steps")
    print(f"plain {plain:.2f} s, recorded {min(recorded):.2f} s: {min(recorded) / plain:.2f} times")
    print(f"{beside:.0f} MB beside the model")
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        size = run.save(Path(folder) / "run.html").stat().st_size / 1e6
    print(f"page of {size:.1f} MB in {time.process_time() - start:.1f} s")


def peak() -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
