"""Record what torch.autograd.functional.jacobian gives for tests/support/jacobians.py, into tests/records/jacobians.json.

Run it from the project's root with an interpreter that has torch 2.13.0:

    python -m tools.record.jacobians
"""

import json
from pathlib import Path

import torch

from tests.support.jacobians import JACOBIANS

RECORD = Path(__file__).resolve().parents[2] / "tests" / "records" / "jacobians.json"


def jacobian(setup, expression):
    """Return the Jacobian as rows, one for each element of the output; NaN and infinities as text."""
    names = {"torch": torch}
    exec(setup, names)
    x = names["x"]
    found = torch.autograd.functional.jacobian(lambda x: eval(expression, names | {"x": x}), x)
    rows = found.reshape(-1, max(1, x.numel())).tolist()
    return [[value if value - value == 0 else str(value) for value in row] for row in rows]


def main():
    """Record all of them."""
    found = {name: jacobian(*program) for name, program in JACOBIANS.items()}
    RECORD.write_text(json.dumps({"torch": torch.__version__, "jacobians": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
