"""Reading a lesson file: all of it comes back with its lines, and no text raises anything."""

import random

import pytest

from autograd_studio.lessons.faults import Fault
from autograd_studio.lessons.lesson_file import Activity, Choice, Point, Question, Text, Wrong
from autograd_studio.lessons.reading import MOST_CHARACTERS, OPTIONAL, REQUIRED, read

from .texts import FIRST, HEAD, NO_CLONE, PROGRAM, TOUR, WHY_SEVEN, lesson


def faults(text):
    return [(fault.line, fault.message) for fault in read(text)[1]]


def test_all_of_a_lesson_is_there_with_its_lines():
    found, wrong = read(WHY_SEVEN)
    assert wrong == []
    assert found.head["title"] == Text(4, "Why is x.grad 7 and not 6?")
    assert found.program == Text(12, "import torch\n\n" + PROGRAM.partition("\n")[2])
    assert [(point.anchor.line, point.anchor.text) for point in found.points] == [
        (20, "before"), (23, "made y"), (26, "x receives from y"), (33, "runs x * x"), (36, "x.grad"), (42, "end"),
    ]  # fmt: skip
    assert found.points[2] == Point(
        Text(26, "x receives from y"),
        Text(27, "The sum passes on what arrived at it. What does x get from y?"),
        Question(
            Text(28, "1"),
            (
                Wrong(Text(29, "3"), Text(29, "That comes from the product, later. The slope of a + b by b is 1.")),
                Wrong(
                    Text(30, "12"),
                    Text(30, "That is y's value. A gradient is not a value: it says how much y moves."),
                ),
            ),
            (),
            Text(31, "What arrived at y is 1. Multiply it by the slope of the sum."),
        ),
    )


def test_choices_have_their_replies_below():
    question = read(NO_CLONE)[0].points[2].question
    assert question.choices[:2] == (
        Choice(
            Text(41, "nobody's: g is a local variable"),
            Text(42, "A local name, but not a local memory: look at the letter A."),
            False,
        ),
        Choice(
            Text(43, "the gradient that waits at q"),
            Text(44, "Yes. q has not run yet, and what it was given is changed behind its back."),
            True,
        ),
    )


def test_the_tour_drags_asks_and_draws_a_tangent():
    points = read(TOUR)[0].points
    assert [point.activity for point in points if point.activity] == [
        Activity(28, "drag", "x", 2.4, 3.6),
        Activity(53, "tangent", "x", 2.4, 3.6),
    ]
    assert [point.anchor.text for point in points if point.question] == ["runs x * x"]


def test_an_indented_line_goes_on_with_the_line_above():
    point = read(lesson("## ask: x.grad", "= 7", "! 6: Nearly.", "  Which use", "\tis missing?", "? Count", "  them."))
    question = point[0].points[0].question
    assert question.wrong[0].reply.text == "Nearly.\nWhich use\nis missing?"
    assert question.hint.text == "Count\nthem."


def test_an_indented_line_below_text_is_text():
    point = read(lesson("## ask: x.grad", "= 7", "? Count.", "Text.", "  More."))[0].points[0]
    assert (point.question.hint.text, point.text.text) == ("Count.", "Text.\n  More.")


def test_paragraphs_stay_apart():
    found, wrong = read(lesson("## made y", "One.", "", "Two.", "", ""))
    assert (found.points[0].text.text, wrong) == ("One.\n\nTwo.", [])


def test_a_label_names_its_line():
    assert read(lesson(program="a = 1  #@ one thing\nb = 2\nc = 3 #@three\n"))[0].labels() == {
        "one thing": 1,
        "three": 3,
    }


def test_the_head_has_comments():
    found, wrong = read(WHY_SEVEN.replace("minutes: 10", "minutes: 10   # with the questions"))
    assert (found.head["minutes"].text, wrong) == ("10", [])


def test_what_stands_between_backticks_is_code():
    text = Text(4, "`{x}`, {y} and\n`{\n}` {z.grad}, { }, {1}")
    assert list(text.places()) == [Text(4, "y"), Text(6, "z.grad")]


# ---- odd files


@pytest.mark.parametrize(
    "written",
    [
        WHY_SEVEN.replace("\n", "\r\n"),
        WHY_SEVEN.replace("\n", "\r"),
        "\ufeff" + WHY_SEVEN,
        WHY_SEVEN.rstrip("\n"),
        WHY_SEVEN.replace("---\n", "---  \n"),
        WHY_SEVEN.replace("## ", "##"),
        WHY_SEVEN.replace("\n= ", "\n=").replace("\n! ", "\n!").replace("\n? ", "\n?"),
    ],
)
def test_how_lines_end_and_where_spaces_are_says_nothing(written):
    assert read(written) == read(WHY_SEVEN)


def test_a_lesson_may_be_in_any_language():
    found, wrong = read(lesson("## made 结果", "一个数，用了三次。").replace("title: Small", "title: 为什么是 7？"))
    assert (found.head["title"].text, found.points[0].anchor.text) == ("为什么是 7？", "made 结果")
    assert (found.points[0].text.text, wrong) == ("一个数，用了三次。", [])


START = 'start the file with its head: a line "---", lines such as "title: …", and a second "---"'
WRITE_PROGRAM = 'write the program between a line "```python" and a line "```", above the first point'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, START)]),
        ("# A lesson", [(1, START)]),
        ("x" * (MOST_CHARACTERS + 1), [(1, "make the file shorter: it has more than 100,000 characters")]),
        ("x" * 1_000_000, [(1, "make the file shorter: it has more than 100,000 characters")]),
        (lesson("## made y", "a\0b"), [(FIRST + 1, "delete the character U+0000, which cannot be seen")]),
        (lesson("## made y\x1b[2J"), [(FIRST, "delete the character U+001B, which cannot be seen")]),
        (lesson("\ud800"), [(FIRST, "delete the character U+D800, which cannot be seen")]),
        (HEAD, [(7, WRITE_PROGRAM)]),
        (HEAD + "## made y\nText.\n", [(7, WRITE_PROGRAM)]),
        (HEAD + "```python\nx = 1\n## made y\nText.\n", [(7, 'end the program with a line "```"')]),
        (HEAD + "```\n\n```\n## before\nText.\n", [(7, 'write a program between "```python" and "```"')]),
        (lesson(), [(FIRST, 'add a point: a line such as "## before", with text below it')]),
        (lesson("Text."), [(FIRST, 'move this text below a point, such as "## before"'),
                           (FIRST + 1, 'add a point: a line such as "## before", with text below it')]),
        ("---\n\n", [(3, 'end the head with a line "---"'), (3, WRITE_PROGRAM)]),
        (lesson("## before", "One.").replace("en\n---\n", "en\n"), [(5, 'end the head with a line "---"')]),
    ],
)  # fmt: skip
def test_what_is_no_lesson(text, expected):
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title:", "titel:", 4, '"titel" is not a name of the head: is it "title"?'),
        ("title: Small\n", "", 5, 'add "title: …" to the head'),
        ("title: Small", "title:", 4, 'write a value after "title:"'),
        ("title: Small", "title", 4, 'write this line as a name, a colon and a value, such as "title: Why is it 7?"'),
        ("title: Small", "title: Small\ntitle: Large", 5, '"title" is there twice: delete this line or line 4'),
        ("title: Small", "title: Small\nbackground: red", 5,
         '"background" is not a name of the head; the names are ' + ", ".join([*REQUIRED, *OPTIONAL])),
        ("lesson: 1", "lesson: 2", 2, '"lesson" must be 1, the format that this version reads'),
        ("id: small", "id: Small one", 3, '"id" must be small letters, digits and hyphens, such as why-seven'),
        ("language: en", "language: English!", 5, '"language" must be a code such as en or pt-BR'),
        ("language: en", "language: en\nminutes: ten", 6, '"minutes" must be a whole number, such as 10'),
    ],
)  # fmt: skip
def test_the_head(old, new, line, message):
    text = lesson("## before", "Text.")
    assert old in text
    assert faults(text.replace(old, new, 1)) == [(line, message)]


ADD_ANSWER = 'add an answer: a line "= 7" or "= {x.grad}", or choices with the right one marked "- (x)"'
WRITE_WRONG = 'write a wrong answer, a colon and the reply: "! 6: Which use of x is missing?"'
TWO_CHOICES = ("- ( ) one", "  No.", "- (x) two", "  Yes.")


@pytest.mark.parametrize(
    ("points", "below", "message"),
    [
        (["##", "Text."], 0, 'write a step after "##", such as "## made y"'),
        (["## ask:", "= 7"], 0, 'write a step after "##", such as "## made y"'),
        (["## made y", "", "## end", "Text."], 0, 'write some text below "## made y"'),
        (["## x.grad", "Text.", "= 7"], 2, 'begin the point with "## ask: x.grad": this line belongs to a question'),
        (["## x.grad", "Text.", *TWO_CHOICES], 2,
         'begin the point with "## ask: x.grad": this line belongs to a question'),
        (["## made y", "Text.", "```", "x = 1", "```"], 2,
         "delete this block: a lesson has one program; write other code between single backticks"),
        (["## ask: x.grad", "What is it?"], 0, ADD_ANSWER),
        (["## ask: x.grad", "= 7", "= 8"], 2, 'delete this line: a question has only one "="'),
        (["## ask: x.grad", "= 7", "? a", "? b"], 3, 'delete this line: a question has only one "?"'),
        (["## ask: x.grad", "= 7", "?"], 2, 'write the hint after "?"'),
        (["## ask: x.grad", "= 7", *TWO_CHOICES], 2,
         'delete the "=" line or the choices: a question has one or the other'),
        (["## ask: x.grad", "= seven"], 1,
         '"seven" is not a number, a list such as [1, 2], or {x.grad}: for words, write choices'),
        (["## ask: x.grad", "= [1, [2]]"], 1,
         '"[1, [2]]" is not a number, a list such as [1, 2], or {x.grad}: for words, write choices'),
        (["## ask: x.grad", "= 7", "! six: No."], 2,
         '"six" is not a number, a list such as [1, 2], or {x.grad}: for words, write choices'),
        (["## ask: x.grad", "= 7", "! 6"], 2, WRITE_WRONG),
        (["## ask: x.grad", "= 7", "! 6:"], 2, WRITE_WRONG),
        (["## ask: x.grad", *TWO_CHOICES, "! 6: No."], 5,
         'put this reply below its choice, indented: "!" is for answers that are typed'),
        (["## ask: x.grad", "- ( ) one", "  No.", "- ( ) two", "  No."], 1, 'mark the right choice with "- (x)"'),
        (["## ask: x.grad", "- (x) one", "  Yes.", "- (X) two", "  Yes."], 3,
         f'only one choice can be right: write "- ( )" here or in line {FIRST + 1}'),
        (["## ask: x.grad", "- (x) one", "  Yes."], 1, "add another choice"),
        (["## ask: x.grad", "- (x) one", "  Yes.", "- ( )", "  No."], 3, 'write a text after "- ( )"'),
        (["## ask: x.grad", "- (x) one", "- ( ) two", "  No."], 1,
         'reply to "one" in the line below, indented by two spaces'),
        (["## ask: x.grad", "- (x) one", "  Yes.", "- ( ) one", "  No."], 3,
         f"change this choice: it is the same as in line {FIRST + 1}"),
        (["## made y", "> darg x from 2 to 4"], 1, 'there is no "> darg": is it "> drag"?'),
        (["## made y", "> As somebody said"], 1, 'there is no "> As": is it "> drag" or "> tangent"?'),
        (["## made y", "> drag x"], 1, 'write a name and two numbers: "> drag x from 2.4 to 3.6"'),
        (["## made y", "> drag x from 1.2.3 to 4"], 1, 'write a name and two numbers: "> drag x from 2.4 to 3.6"'),
        (["## made y", "> tangent x from 4 to 2"], 1, "make the first number smaller than the second"),
        (["## made y", "> drag x from 2 to 4", "> tangent x from 2 to 4"], 2,
         "move this line to a point of its own: a point has one drag or tangent"),
    ],
)  # fmt: skip
def test_the_points(points, below, message):
    assert faults(lesson(*points)) == [(FIRST + below, message)]


def test_a_long_text_is_quoted_in_part():
    ((_, message),) = faults(lesson("## ask: x.grad", "= " + "a" * 5000))
    assert message.startswith(f'"{"a" * 60}…" is not a number')


PIECES = [
    "## ", "##", "---", "```", "= ", "! ", "? ", "- ( ) ", "- (x) ", "> drag x from 1 to ", "> ", "{x", "}", "{x.grad}", "\n",
    "\r", "\0", " #9", " in iteration 3", "ask:", ":", "[", "1e999", "²", "标题：", "#@ a", '"', "…", "\ufeff", "\u2028", "\t",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_no_text_raises_and_each_fault_has_a_line_of_the_file(seed):
    chance = random.Random(seed)
    for _ in range(200):
        text = chance.choice([WHY_SEVEN, NO_CLONE, TOUR])
        for _ in range(chance.randint(1, 6)):
            at, other = chance.randrange(len(text)), chance.randrange(len(text))
            piece = chance.choice([chance.choice(PIECES), text[other : other + 40]])
            text = text[:at] + piece + text[at + chance.choice([0, 0, 5, 30]) :]
        found, wrong = read(text)
        assert found is not None or wrong
        assert all(isinstance(fault, Fault) and 1 <= fault.line <= len(text) for fault in wrong)
        assert all(fault.line <= 1 + text.count("\n") + text.count("\r") for fault in wrong)
