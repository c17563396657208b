"""What is drawn of a run takes time in proportion to the run: a program may make any part of its Trace long."""

import cProfile
import pstats

import pytest

from autograd_engine.trace.schema import to_json
from autograd_studio.view import workers

from ..support.pictures import traced

FEW, MANY = 200, 400
LEAF = "import torch\nx = torch.tensor(1.0, requires_grad=True)\n"
PROGRAMS = {
    "a chain": LEAF + "y = x\nfor i in range({n}):\n    y = y * 1.01\ny.backward()\n",
    "numbers that are no tensors": LEAF
    + "y = x\nfor i in range({n}):\n    k = x.item()\n    y = y + k\ny.backward()\n",
    "nodes that are ready together": LEAF + "torch.stack([x * 2 for i in range({n})]).sum().backward()\n",
    "uses of one tensor": LEAF + "torch.stack([x] * {n}).sum().backward()\n",
    "outputs of one node": "import torch\nx = torch.ones({n}, requires_grad=True)\nsum(x.unbind()).backward()\n",
    "passes": LEAF + "y = x * x\nfor i in range({n}):\n    y.backward(retain_graph=True)\n",
    "writes": "import torch\nx = torch.ones(3)\nfor i in range({n}):\n    x.add_(1)\n",
    "views": "import torch\nx = torch.ones(3)\nviews = [x[:2] for i in range({n})]\nx.add_(1)\n",
    "lines": LEAF + "{lines}",
}


def calls(program):
    """Return how often each function of ours is called to draw a run."""
    trace = to_json(traced(program))
    profile = cProfile.Profile()
    profile.runcall(workers.plain_worker, trace)
    return {name: entry[1] for name, entry in pstats.Stats(profile).stats.items() if "autograd_studio" in name[0]}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", PROGRAMS)
def test_twice_as_much_takes_twice_as_many_calls(kind):
    few, many = (
        calls(PROGRAMS[kind].format(n=n, lines="".join(f"y{i} = x * {i}\n" for i in range(n)))) for n in (FEW, MANY)
    )
    grown = {name: (few.get(name, 0), count) for name, count in many.items() if count > 2.5 * few.get(name, 0) + MANY}
    assert not grown
