"""The programs that PyTorch's record is of, by "topic/name": those of the lessons, and those of tests/programs."""

from pathlib import Path

from autograd_studio import lessons

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records" / "programs"  # a file for each topic

PROGRAMS = {
    **{
        f"{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests" / "programs").glob("*/*.py"))
    },
    **{f"lessons/{lesson.id}": lesson.source for topic in lessons.topics() for lesson in topic.lessons},
}
