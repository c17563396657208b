"""Record in which order PyTorch adds, and which of equal elements it takes. Run with torch==2.13.0:

python -m tools.record.orders
"""

import json
import pathlib

import torch

from tests.support.order_table import calls, evaluate

ROOT = pathlib.Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    torch.set_num_threads(1)
    record = {call: evaluate(call, torch) for call in calls()}
    text = json.dumps({"torch": torch.__version__, "calls": record}, indent=0)
    (ROOT / "tests" / "records" / "orders.json").write_text(text + "\n")
    print(f"{len(record)} calls")
