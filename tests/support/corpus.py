"""The programs that PyTorch's record is of, by "topic/name": the lessons, and those of tests/programs."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records" / "programs"  # a file for each topic

PROGRAMS = {
    **{f"{path.parent.name}/{path.stem}": path for path in sorted((ROOT / "tests" / "programs").glob("*/*.py"))},
    **{f"lessons/{path.stem}": path for path in sorted((ROOT / "autograd_studio" / "lessons").glob("*/*.py"))},
}
