"""Reports: what GitHub and JUnit's readers are told is what the findings say."""

import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from autograd_engine.run import program
from autograd_studio.__main__ import main
from autograd_studio.why.findings import findings, joined
from autograd_studio.why.reports import annotations, junit

TWO = """\
import torch
w = torch.tensor([1., 2.], requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for _ in range(3):
    loss = (w * w).sum()
    loss.backward()
    print(w.grad, b.grad)
    with torch.no_grad():
        w -= 0.1 * w.grad
"""
FAILED = 'import torch\nraise RuntimeError("50 % of it,\\r\\n::error::\\x1b[31m \\x00 that: all")\n'
RIGHT = "import torch\nw = torch.tensor(2., requires_grad=True)\n(w * w).backward()\nprint(w.grad)\n"
SILENT = "import torch\nw = torch.tensor(2., requires_grad=True)\nprint(w * 2)\n"
FILE = Path("my, net/50%:a.py")


def found(source):
    return findings(program.run(source).trace, None, str(FILE))


@pytest.mark.parametrize("source", [TWO, FAILED])
def test_a_github_annotation_a_line_says_all_of_a_finding(source):
    lines = annotations(found(source), FILE).splitlines()
    assert len(lines) == len(joined(found(source))) > 0
    for line, one in zip(lines, joined(found(source)), strict=True):
        command, text = re.fullmatch(r"::error ([^:]*)::(.*)", line).groups()
        told = dict(pair.split("=", 1) for pair in command.split(","))
        assert {name: unquote(value) for name, value in told.items()} == {
            "file": FILE.as_posix(),
            "line": str(one.line),
            "title": one.heading,
        }
        assert unquote(text) == one.text


@pytest.mark.parametrize("source", [TWO, FAILED])
def test_junit_has_a_failure_for_each_finding(source):
    (suite,) = ElementTree.fromstring(junit(found(source), FILE))
    cases, wanted = list(suite), joined(found(source))
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == [str(len(wanted))] * 2 + [
        "0"
    ] * 2
    assert [(case.get("file"), case.get("line"), case[0].get("type")) for case in cases] == [
        (FILE.as_posix(), str(one.line), one.cause) for one in wanted
    ]
    for case, one in zip(cases, wanted, strict=True):
        assert case[0].text.split() == re.sub("[\x00\x1b]", "\ufffd", one.text).split()


def test_what_a_run_does_not_show_is_a_notice_and_a_skipped_case():
    assert annotations([], FILE, ["a", "b."]) == (
        "::notice file=my%2C net/50%25%3Aa.py,title=This run does not show that the gradients are right::a b.\n"
    )
    (suite,) = ElementTree.fromstring(junit([], FILE, ["a", "b."]))
    assert suite.get("skipped") == "1" and suite.get("failures") == "0"
    assert suite[0][0].tag == "skipped" and suite[0][0].get("message") == "a b."


def test_where_nothing_is_wrong_a_case_has_passed():
    assert annotations([], FILE) == ""
    (suite,) = ElementTree.fromstring(junit([], FILE))
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["1", "0", "0"] and not list(suite[0])


@pytest.mark.parametrize(("source", "status", "level"), [(TWO, 1, "error"), (RIGHT, 0, None), (SILENT, 2, "notice")])
def test_the_command_writes_them(tmp_path, capsys, source, status, level):
    path, report = tmp_path / "train.py", tmp_path / "report.xml"
    path.write_text(source)
    assert main(["why", str(path), "--github", "--junit", str(report)]) == status
    told = capsys.readouterr().out
    assert told.startswith(f"::{level} file=") if level else told == ""
    (suite,) = ElementTree.fromstring(report.read_bytes())
    assert {case.get("file") for case in suite} == {path.as_posix()}


@pytest.mark.parametrize("name", ["train.py", "no_folder/report.xml"])
def test_a_report_is_not_written_over_the_program_or_nowhere(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "train.py"
    path.write_text(TWO)
    assert main(["why", "train.py", "--junit", name]) == 2
    assert path.read_text() == TWO and "name another file with --junit" in capsys.readouterr().err
