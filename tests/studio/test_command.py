"""What the command overwrites, its own pages and nothing else, and what its programs import."""

import sys

import pytest

from autograd_studio.__main__ import GENERATOR, main

PROGRAM = "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\n"


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "page.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_a_page_is_exported_again_over_itself(program, capsys):
    page = program.with_suffix(".html")
    for _ in range(2):
        assert main(["export", str(program)]) == 0
        assert GENERATOR in page.read_text(encoding="utf-8")
        page.write_text(page.read_text(encoding="utf-8").partition("<script")[0], encoding="utf-8")
    assert "MB" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "<!doctype html>\n<title>My thesis</title>\n"])
@pytest.mark.parametrize("options", [[], ["-o", "page.html"]])
def test_a_file_that_was_not_exported_is_kept(program, capsys, monkeypatch, options, content):
    monkeypatch.chdir(program.parent)
    page = program.with_suffix(".html")
    page.write_text(content, encoding="utf-8")
    assert main(["export", "page.py", *options]) == 2
    assert page.read_text(encoding="utf-8") == content
    assert "name another file with -o" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["export"], ["run"]])
@pytest.mark.parametrize("kind", ["itself", "a link", "another name"])
def test_the_program_is_never_overwritten(program, capsys, monkeypatch, command, kind):
    """Nor run: what would be lost is said at once."""
    monkeypatch.chdir(program.parent)
    path = program.parent / "other.py"
    if kind == "a link":
        path.symlink_to(program)
    elif kind == "another name":
        path.hardlink_to(program)
    else:
        path = program
    option = "-o" if command == ["export"] else "--trace"
    assert main([*command, "page.py", option, str(path)]) == 2
    assert program.read_text(encoding="utf-8") == PROGRAM
    assert "is the program itself" in capsys.readouterr().err


def test_a_program_whose_name_ends_like_a_page_is_kept(tmp_path):
    program = tmp_path / "page.html"
    program.write_text(PROGRAM, encoding="utf-8")
    assert main(["export", str(program)]) == 2
    assert program.read_text(encoding="utf-8") == PROGRAM


def test_a_place_that_is_no_place_for_a_file_is_said(program, capsys):
    for path in (program.parent, program.parent / "nowhere" / "page.html"):
        assert main(["export", str(program), "-o", str(path)]) == 2
        assert str(path.parent) in capsys.readouterr().err


@pytest.mark.parametrize("command", [["run"], ["why"]])
def test_a_program_imports_what_lies_beside_it(program, tmp_path, monkeypatch, capsys, command):
    (tmp_path / "beside_the_program.py").write_text("FACTOR = 3.0\n", encoding="utf-8")
    program.write_text(PROGRAM + "from beside_the_program import FACTOR\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "beside_the_program", raising=False)
    before = list(sys.path)
    assert main([*command, str(program)]) == 0
    assert sys.path == before
    assert "ModuleNotFoundError" not in capsys.readouterr().err
