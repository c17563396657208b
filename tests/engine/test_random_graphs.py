"""Random expression graphs: on our engine they execute and differentiate as PyTorch's record says.

tools/record/random_graphs.py grew the programs and made the record.
"""

import gzip
import json
from pathlib import Path

import pytest

from ..support.program_record import check, fingerprint

RECORD = Path(__file__).parents[1] / "records" / "random_graphs.json.gz"
GRAPHS = json.loads(gzip.decompress(RECORD.read_bytes()))["programs"]


@pytest.mark.parametrize("name", GRAPHS)
def test_random_graph(name: str):
    check(GRAPHS[name]["source"], name, GRAPHS[name])


def test_the_graphs_are_many_and_all_different():
    assert len({fingerprint(graph["source"]) for graph in GRAPHS.values()}) == len(GRAPHS) >= 500
