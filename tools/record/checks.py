"""Record what the check program of the Custom op page reports under PyTorch, into tests/records/checks.json.

Run it from the project's root with an interpreter that has torch 2.13.0:

    python -m tools.record.checks
"""

import contextlib
import io
import json
import warnings
from pathlib import Path

import torch

from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.web.forms.checks import check_program
from tests.support.custom_ops import FUNCTIONS

RECORD = Path(__file__).resolve().parents[2] / "tests" / "records" / "checks.json"


def report(form):
    """Return what the check program prints after its mark."""
    source, mark = check_program(form, outline(Asked(custom_op=form)))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, "<checks>", "exec"), {"__name__": "__main__"})
    (line,) = [line for line in out.getvalue().splitlines() if line.startswith(mark)]
    return json.loads(line.removeprefix(mark))


def main():
    """Record all of them."""
    found = {name: report(form) for name, form in FUNCTIONS.items()}
    RECORD.write_text(json.dumps({"torch": torch.__version__, "reports": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
