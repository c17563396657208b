"""Record what PyTorch computes for every row of the op table. Run with torch==2.13.0:

python -m tools.record.ops [family ...]
"""

import json
import pathlib
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
import torch

from op_table import all_rows, evaluate


def record(family, rows):
    """Evaluate all rows of a family and write its record."""
    cases = {}
    for row in rows:
        for dtype in row.dtypes:
            torch.manual_seed(0)
            result = evaluate(row, dtype, torch, torch.nn.functional)
            if ("error" in result) != row.error:
                sys.exit(
                    f"{family}: {row.id} ({dtype}): {result.get('error', 'no error, but the row says error=True')}"
                )
            cases[f"{row.id} {dtype}"] = result
    path = ROOT / "tests" / "records" / "ops" / f"{family}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(case)}" for name, case in cases.items())
    path.write_text(f'{{"torch": {json.dumps(torch.__version__)}, "cases": {{\n{lines}\n}}}}\n')
    print(f"{family}: {len(cases)} cases")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    families = all_rows()
    for name in sys.argv[1:] or families:
        record(name, families[name])
