"""What the browser gets of the gallery at once: all of it, small, made of what is stored."""

import gzip
import json
from pathlib import Path

import pytest

from autograd_studio import host_faults, lessons
from autograd_studio.lessons.build import fresh, lasting
from autograd_studio.lessons.lesson_parts import parts
from autograd_studio.lessons.listing import listing, points
from autograd_studio.lessons.operators import operators, operators_listing
from autograd_studio.lessons.reading import read
from autograd_studio.lessons.thumbnail import MOST, thumbnail
from autograd_studio.sandbox import Sandbox

from .texts import lesson

LISTING = json.loads(listing())
LESSONS = {listed["id"]: listed for listed in LISTING["lessons"]}
WITHOUT_A_GRAPH = {"misspelt"}


def test_all_lessons_are_listed_in_order_with_their_topics():
    assert LISTING["topics"] == [{"id": topic.id, "title": topic.title} for topic in lessons.topics()]
    wanted = [(topic.id, own) for topic in lessons.topics() for own in topic.lessons]
    for (topic, own), listed in zip(wanted, LISTING["lessons"], strict=True):
        assert (topic, own.id, own.title, own.note, own.asked, own.source) == tuple(
            listed[name] for name in ("topic", "id", "title", "note", "asked", "program")
        )


def test_what_lessons_say_at_their_steps_comes_by_itself():
    told = {lesson.id: lessons.stored(lesson)["parts"] for topic in lessons.topics() for lesson in topic.lessons}
    assert json.loads(points()) == told


def test_the_listings_are_small():
    assert len(gzip.compress(listing())) < 20_000
    assert len(gzip.compress(operators_listing())) < 40_000


def test_the_reference_is_listed():
    assert [(entry["name"], entry["program"]) for entry in json.loads(operators_listing())] == [
        (operator.name, operator.program) for operator in operators()
    ]


def test_every_lesson_with_a_graph_has_a_thumbnail():
    for listed in LESSONS.values():
        nodes, edges = listed["thumbnail"]["nodes"], listed["thumbnail"]["edges"]
        assert (len(nodes) == 0) == (listed["id"] in WITHOUT_A_GRAPH)
        assert len(nodes) <= MOST
        assert len(nodes) < 2 or edges
        assert all(0 <= end < len(nodes) for edge in edges for end in edge)
        assert len(json.dumps(listed["thumbnail"], separators=(",", ":"))) <= 400


def test_a_thumbnail_is_the_graph_from_left_to_right():
    nodes, edges = (LESSONS["fan-out"]["thumbnail"][name] for name in ("nodes", "edges"))
    assert [kind for *_, kind in nodes] == ["leaf", "result", "result"]
    assert [column for column, *_ in nodes] == [0, 1, 2]
    assert sorted(map(tuple, edges)) == [(0, 1), (0, 1), (0, 2), (1, 2)]


def test_a_thumbnail_shows_a_closed_cluster_as_one_box():
    inside = {"kind": "result", "w": 10, "h": 10, "x": 0, "y": 0}
    payload = {
        "boxes": [inside, inside | {"cluster": 0}, inside | {"cluster": 1}, inside | {"kind": "fold", "opens": 0}],
        "links": [{"from": 0, "to": 2}, {"from": 1, "to": 2}],
        "clusters": [{"inside": [9, 9]}, {"parent": 0}],
        "graphs": [{"boxes": [0, 4], "links": [0, 2], "across": {"places": [[0, 0], [1, 1], [2, 2], [50, 0]]}}],
    }
    shown = thumbnail(payload)
    assert [(column, y) for column, y, _ in shown.nodes] == [(0, 0), (1, 0)]
    assert shown.edges == [(0, 1)]


def test_minutes_are_those_of_reading():
    assert LESSONS["gradient-of-a-doubling"]["minutes"] == 1
    assert LESSONS["upstream-gradient"]["minutes"] == 5  # 936 words
    assert max(listed["minutes"] for listed in LESSONS.values()) < 10


def test_the_stored_tour_is_a_fresh_one():
    """If this fails after a change to the engine or the picture: `python -m autograd_studio.lessons.build`."""
    tour = lessons.tour()
    box = Sandbox("local")
    try:
        kept, run = lasting(lessons.stored(tour)), lasting(fresh(tour, box))
    finally:
        box.close()
    assert kept["parts"] == run["parts"] == LISTING["tour"]["parts"]
    assert kept["trace"] == run["trace"]


def test_the_tour_is_found_by_its_program():
    assert lessons.of_source(LISTING["tour"]["program"]) is lessons.tour()


def test_the_tour_says_asks_and_does():
    told = LISTING["tour"]["parts"]
    assert [part["step"] for part in told] == sorted(part["step"] for part in told)
    assert "x.grad" in told[-1]["text"] and "7" in told[-2]["text"]
    (asked,) = [part for part in told if part["choices"]]
    assert [choice["text"] for choice in asked["choices"] if choice["is_right"]] == ["3"]
    drag, tangent = [part["curve"] for part in told if part["curve"]]
    assert (drag["kind"], drag["slope"], tangent["kind"], tangent["slope"]) == ("drag", None, "tangent", 7)
    for x, y in tangent["points"]:
        assert y == pytest.approx(x * x + x, rel=1e-6)


def test_a_part_has_its_values_put_in_but_for_those_in_code():
    text = lesson("## made y\nx is {x}, not `{x}`.\n> drag x from 2 to 4\n")
    file, faults = read(text)
    assert not faults
    (part,) = parts(file)
    assert part.text == "x is 3, not `{x}`."


def test_a_question_whose_answer_is_typed_has_it_with_the_replies_at_its_box():
    file, faults = read(lesson("## ask: made y\nWhat is y?\n= {y}\n! 9: That is x·x.\n? Add x.\n"))
    assert not faults
    (part,) = parts(file)
    assert (part.answer, part.hint) == ("12", "Add x.")
    assert [(wrong.answer, wrong.reply) for wrong in part.wrong] == [("9", "That is x·x.")]
    assert part.box is not None


def test_any_lesson_has_parts():
    file, faults = read((Path(__file__).parent / "why-seven.md").read_text())
    assert not faults
    told = parts(file)
    assert [part.answer for part in told if part.answer] == ["1", "7"]
    assert len(told) == len(file.points)


def test_without_a_tour_the_lessons_are_listed(monkeypatch):
    cached = (lessons.tour, listing)
    monkeypatch.setattr(lessons, "TOUR", "missing.md")
    for one in cached:
        one.cache_clear()
    try:
        found = json.loads(listing())
    finally:
        for one in cached:
            one.cache_clear()
        host_faults._found.clear()
    assert found["tour"] is None
    assert found["lessons"] == LISTING["lessons"]


@pytest.mark.parametrize(
    ("id", "asked"), [("fan-out", [(8, 9), (10, 12)]), ("detached-factor", [(5, 8)]), ("two-passes", [(49, 50)])]
)
def test_a_question_is_asked_before_any_step_shows_its_answer(id, asked):
    """Of a stored gradient, before it is sent: 3 + 3 + 1 is told as the last one arrives; the only gradient by its node."""
    parts = lessons.stored(lessons.lesson(id))["parts"]
    assert [(part["asked"], part["step"]) for part in parts if part["asked"] != part["step"]] == asked
