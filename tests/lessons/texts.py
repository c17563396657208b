"""The lesson files that the tests read, and a small one to change."""

from pathlib import Path

from autograd_studio import lessons

HERE = Path(__file__).parent
WHY_SEVEN, NO_CLONE = ((HERE / name).read_text(encoding="utf-8") for name in ("why-seven.md", "no-clone.md"))
TOUR = (lessons.FOLDER / "tour.md").read_text(encoding="utf-8")

HEAD = "---\nlesson: 1\nid: small\ntitle: Small\nlanguage: en\n---\n"
PROGRAM = """import torch
x = torch.tensor(3.0, requires_grad=True)
y = x * x + x
y.backward()
print(x.grad)
"""


def lesson(*points, program=PROGRAM):
    """Return the text of a lesson with these points; the first one begins at the line FIRST, if the program is PROGRAM."""
    return f"{HEAD}```python\n{program}```\n" + "".join(f"{point}\n" for point in points)


FIRST = lesson().count("\n") + 1
