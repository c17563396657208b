"""Record what PyTorch prints for the programs about views. Run with torch==2.13.0:

python -m tools.record.views
"""

import json
import pathlib

import torch

from tests.support.view_programs import programs, run

ROOT = pathlib.Path(__file__).resolve().parents[2]

if __name__ == "__main__":
    torch.set_num_threads(1)
    record = {title: run(source, torch) for title, source in programs().items()}
    text = json.dumps({"torch": torch.__version__, "programs": record}, indent=1)
    (ROOT / "tests" / "records" / "views.json").write_text(text + "\n")
    print(f"{len(record)} programs")
