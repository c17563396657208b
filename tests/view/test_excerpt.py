"""A chapter told alone: the same as it is told with the rest of the run."""

import pytest

from autograd_studio import lessons
from autograd_studio.view.chapters.chapters import chapters
from autograd_studio.view.payload.sheets import sheets_of

from ..support.payloads import nudged_run
from ..support.pictures import traced

# Gradients that add up over iterations, one of which takes another branch; a custom Function; a write that goes on.
PROGRAM = """import torch
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * g
w = torch.tensor([1.0, -2.0], requires_grad=True)
seen = torch.zeros(2)
for i in range(4):
    y = Twice.apply(w) if i != 2 else w.exp()
    loss = (y * y).sum()
    loss.backward()
    seen += w.grad
    print(i, loss.item())
    with torch.no_grad():
        w -= 0.01 * w.grad
    if i == 2:
        w.grad = None
print(w)
"""

SOURCES = {lesson.id: lesson.source for topic in lessons.topics() for lesson in topic.lessons} | {
    "accumulating": PROGRAM
}
PLACES = {"box": "box", "to": "box", "reads": "box", "held": "box", "victims": "box", "slots": "box", "links": "link"}
ROWS = "status", "value", "grad", "saved", "version", "place"


def trained(source):
    trace = traced(source)
    return trace if len(chapters(trace)) > 1 else None


LOOPS = {name: trace for name, source in SOURCES.items() if (trace := trained(source))}


def everywhere(frame, sheet):
    """A step of a chapter, its boxes and links numbered as in the whole run."""
    first = {"box": sheet.first_box, "link": sheet.first_link}
    found = dict(frame)
    for name, kind in PLACES.items():
        if isinstance(found.get(name), list):
            found[name] = [one + first[kind] for one in found[name]]
        elif found.get(name) is not None:
            found[name] += first[kind]
    if "sends" in found.get("card", {}):
        sends = [{**sent, "link": sent["link"] + first["link"]} for sent in found["card"]["sends"]]
        found["card"] = {**found["card"], "sends": sends}
    return found


def shown(rows, row, step, first_box=0):
    """What a row of a box shows at a step, nothing where it never has."""
    entries = [entry for entry in rows.get(row, ()) if entry[0] <= step]
    if not entries or entries[-1][1] in ("", "pending", None, []):
        return None
    if row == "saved":
        return [[name, text, at if at is None else at + first_box, *rest] for name, text, at, *rest in entries[-1][1]]
    return entries[-1][1:]


@pytest.mark.parametrize("name", LOOPS)
def test_steps_and_boxes_are_those_of_the_whole(name):
    trace = LOOPS[name]
    story = sheets_of(trace)
    whole = nudged_run(trace)
    for number, chapter in enumerate(story.chapters):
        sheet = story.sheets[chapter.graph]
        found = nudged_run(trace, number)
        steps = range(chapter.from_, chapter.to + 1)
        assert [everywhere(frame, sheet) for frame in found["steps"]] == [whole["steps"][k] for k in steps]
        for i, rows in enumerate(found["tracks"]):
            its = whole["tracks"][sheet.first_box + i]
            for row in ROWS:
                alone = [shown(rows, row, k, sheet.first_box) for k in steps]
                assert alone == [shown(its, row, k) for k in steps], (number, i, row)
        assert found["functions"] == [one for one in whole["functions"] if one["from"] in steps]
        assert all(found[part] == whole[part] for part in ("shape", "values", "stdout", "curves", "passes", "error"))


def test_a_handle_is_known_by_what_it_replaces():
    trace = LOOPS["accumulating"]
    whole, alone = nudged_run(trace)["handles"], nudged_run(trace, 1)["handles"]
    placed = [{name: handle[name] for name in handle if name not in ("box", "step")} for handle in whole]
    assert all(handle in alone for handle in placed)


def test_a_run_without_chapters_is_told_whole():
    trace = traced("import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\n")
    assert nudged_run(trace, 0) == nudged_run(trace)
