"""`autograd-studio check FILE…`: a line for each fault, and an exit code for scripts."""

import sys

import pytest

from autograd_studio.__main__ import main

from .texts import FIRST, NO_CLONE, WHY_SEVEN, lesson


@pytest.fixture
def check(capsys, tmp_path, monkeypatch):
    """Return how to check files of these names and contents: the exit code, and the lines on both streams."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["autograd-studio"])

    def check(**files):
        for name, text in files.items():
            if text is not None:
                (tmp_path / f"{name}.md").write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["check", *(f"{name}.md" for name in files)])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err.splitlines()

    return check


def test_a_lesson_that_holds(check):
    assert check(why=WHY_SEVEN) == (0, ["why.md: 6 points, 2 questions: all of it holds"], [])
    assert check(one=lesson("## before", "Text.")) == (0, ["one.md: 1 point, 0 questions: all of it holds"], [])


def test_the_faults_are_in_the_order_of_lines(check):
    text = lesson("## ask: x.grad", "= 8", "! 8: No.", "## made y", "Text.").replace("title:", "titel:")
    assert check(bad=text, why=WHY_SEVEN) == (
        1,
        [
            'bad.md:4: "titel" is not a name of the head: is it "title"?',
            f"bad.md:{FIRST + 1}: the answer is not 8: step 12 shows 7",
            f"bad.md:{FIRST + 2}: delete this line: 8 is the right answer",
            f'bad.md:{FIRST + 3}: "made y" is step 3, and the point above is at step 12: put the points in the order of the run',
            "why.md: 6 points, 2 questions: all of it holds",
        ],
        [],
    )


def test_a_file_that_cannot_be_read_does_not_keep_the_others(check):
    status, out, err = check(latin=b"---\ntitle: \xe9\n", none=None, why=WHY_SEVEN)
    assert (status, out) == (2, ["why.md: 6 points, 2 questions: all of it holds"])
    assert [line.partition(":")[0] for line in err] == ["cannot read latin.md", "cannot read none.md"]


def test_lines_of_windows_count_as_others(check):
    assert check(why=("\ufeff" + WHY_SEVEN).replace("\n", "\r\n"))[0] == 0


def test_a_lesson_beside_the_file_and_one_of_the_gallery_are_compared(check):
    assert check(a=NO_CLONE)[0] == 0
    assert check(b=NO_CLONE.replace("my-relu-in-a-sum", "beside"), beside=WHY_SEVEN)[0] == 0
    itself = NO_CLONE.replace("compare: my-relu-in-a-sum", "compare: itself")
    assert check(itself=itself)[:2] == (
        1,
        [
            'itself.md:9: no lesson is called "itself": add the file itself.md beside this one, or name a lesson of the gallery'
        ],
    )


def test_a_program_finds_no_arguments_of_the_command(check):
    program = "import sys\nimport torch\nx = torch.tensor(float(len(sys.argv)))\nprint(sys.argv)\n"
    text = lesson("## ask: made x", "= 1", '## printed "args.md"', "Text.", program=program)
    assert check(args=text)[0] == 0


def test_it_asks_for_a_file(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["check"])
    assert "FILE" in capsys.readouterr().err
