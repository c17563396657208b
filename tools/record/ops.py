"""Record what PyTorch computes for every row of the op table. Run with torch==2.13.0:

    python -m tools.record.ops [family [operator]]

With an operator, the other rows of the family keep their record, whose last digits are another processor's.
"""

import json
import pathlib
import sys
import warnings

import torch

from op_table import all_rows, evaluate

ROOT = pathlib.Path(__file__).resolve().parents[2]


def record(family, rows, operator=None):
    """Evaluate the rows of a family, all or those of an operator, and write its record."""
    path = ROOT / "tests" / "records" / "ops" / f"{family}.json"
    before = json.loads(path.read_text())["cases"] if path.exists() else {}
    cases = {}
    for row in rows:
        for dtype in row.dtypes:
            name = f"{row.id} {dtype}"
            if operator is not None and name in before and operator not in row.ops.split():
                cases[name] = before[name]
                continue
            torch.manual_seed(0)
            result = evaluate(row, dtype, torch, torch.nn.functional)
            if ("error" in result) != row.error:
                sys.exit(
                    f"{family}: {row.id} ({dtype}): {result.get('error', 'no error, but the row says error=True')}"
                )
            cases[name] = result
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(case)}" for name, case in cases.items())
    path.write_text(f'{{"torch": {json.dumps(torch.__version__)}, "cases": {{\n{lines}\n}}}}\n')
    print(f"{family}: {len(cases)} cases")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    families = all_rows()
    chosen, operator = [*sys.argv[1:], None, None][:2]
    for family in [chosen] if chosen else families:
        record(family, families[family], operator)
