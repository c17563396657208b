"""The command `autograd-studio`: starts the studio on this computer; with a command it does without."""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograd_engine.run import program
from autograd_engine.trace.schema import plain, to_json

from .not_installed import stood_in
from .progress import Progress, Shown, counted
from .recording import Recording, studio
from .version import VERSION

if TYPE_CHECKING:
    from autograd_engine.run.program import Result

GENERATOR = '<meta name="generator" content="Autograd Studio">'  # in web/offline/page.html


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = _parser()
    options, options.rest = parser.parse_known_args(arguments)
    if options.rest and options.of is not record_command:
        parser.error(f"unrecognized arguments: {' '.join(options.rest)}")
    is_real = options.of in (start, record_command) or getattr(options, "engine", None) == "torch"
    with nullcontext() if is_real else stood_in():
        return options.of(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="autograd-studio", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    parser.add_argument("--port", type=int, help="port to listen on (default: 8501, or the next free one)")
    parser.add_argument("--headless", action="store_true", help="do not open a browser window")
    parser.set_defaults(of=start)
    commands = parser.add_subparsers(title="without the studio", metavar="COMMAND")
    run = commands.add_parser("run", help="run a program as `python FILE` would under PyTorch")
    run.add_argument("file", type=Path)
    run.add_argument("--trace", type=Path, metavar="OUT.json", help="write the Trace of the run to this file")
    run.add_argument("--json", action="store_true", help="print one JSON object: stdout, error and trace")
    run.set_defaults(of=of_source(run_program))
    why = commands.add_parser(
        "why", help="run a program and say why gradients are None, zero, NaN or wrong, and why it failed"
    )
    why.add_argument("file", type=Path)
    why.add_argument("--name", help="only for this variable, even if nothing is wrong with the program")
    why.add_argument(
        "--engine", choices=("built-in", "torch"), default="built-in",
        help="what runs it: the studio's own engine, or the PyTorch that is installed",
    )  # fmt: skip
    form = why.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object: findings")
    form.add_argument("--github", action="store_true", help="print annotations for GitHub Actions")
    why.add_argument("--junit", type=Path, metavar="OUT.xml", help="write a JUnit report to this file")
    why.set_defaults(of=of_source(print_findings))
    export = commands.add_parser("export", help="run a program and write its steps as one page that works offline")
    export.add_argument("file", type=Path)
    export.set_defaults(of=of_source(export_page))
    check = commands.add_parser(
        "check", help="run the programs of lesson files and say what in the files does not hold"
    )
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    check.set_defaults(of=check_lessons)
    site = commands.add_parser(
        "site", help="write the studio as a folder that any web server can serve: programs run in the page"
    )
    site.add_argument(
        "-o", "--output", type=Path, default=Path("site"), metavar="FOLDER", help="where to (default: site)"
    )
    site.add_argument("lessons", type=Path, nargs="?", metavar="LESSONS", help="a folder of lesson files to show, too")
    site.add_argument("--no-engine", action="store_true", help="only the lessons: no programs of one's own")
    site.add_argument("--url", help="where the site will be: whoever shows a link to it then shows a picture, too")
    site.add_argument(
        "--docs", type=Path, metavar="FOLDER", help="the documentation as pages (`make docs`), to be part of it"
    )
    site.set_defaults(of=make_site)
    record = commands.add_parser(
        "record",
        usage="autograd-studio record FILE [ARGUMENTS OF THE PROGRAM ...] [-o OUT.html]",
        help="run a program on real PyTorch and write its steps as such a page; Ctrl-C keeps what there is",
    )
    record.add_argument("file", type=Path)
    record.set_defaults(of=record_command)
    for command in (export, record):
        command.add_argument("-o", "--output", type=Path, metavar="OUT.html", help="where to (default: FILE.html)")
    return parser


def of_source(command: Callable[[str, argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Return what reads the file first, says so where that fails, and has the program run as `python FILE` would."""

    def of(options: argparse.Namespace) -> int:
        try:
            source = options.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            print(f"cannot read {options.file}: {error}", file=sys.stderr)
            return 2
        sys.argv = [str(options.file), *getattr(options, "rest", ())]  # the program's own
        folder = os.path.dirname(os.path.abspath(options.file))
        sys.path.insert(0, folder)
        try:
            return command(source, options)
        finally:
            sys.path.remove(folder)

    return of


def start(options: argparse.Namespace) -> int:
    """Start the studio for the user of this computer, with the user's permissions where nothing locks programs."""
    from streamlit.web import cli  # the other commands start without it

    os.environ.setdefault("AUTOGRAD_STUDIO_LOCAL", "1")
    flags = [] if options.port is None else ["--server.port", str(options.port)]
    flags += ["--server.headless", "true"] if options.headless else []
    return cli.main(["run", str(studio() / "app.py"), *flags], prog_name="autograd-studio", standalone_mode=False) or 0


def run_program(source: str, options: argparse.Namespace) -> int:
    """Run a program in this process, and print what it prints."""
    if options.trace is not None and (fault := _fault(options.trace, options.file, "--trace")):
        return _refuse(fault)
    captured = io.StringIO() if options.json else None
    result = program.run(
        source, filename=os.path.abspath(options.file), stdout=captured or sys.stdout, stderr=sys.stderr,
        record=options.json or options.trace is not None,
    )  # fmt: skip
    if options.trace is not None:
        options.trace.write_bytes(to_json(result.trace))
    if captured is not None:
        document = {"stdout": captured.getvalue(), "error": result.error, "trace": plain(result.trace)}
        print(json.dumps(document, allow_nan=False))
    sys.stdout.flush()
    if result.error is not None:
        from .why.telling import advice  # a program that runs to its end does without

        print(advice(source, result.error), end="", file=sys.stderr)
    return result.exit_status


def print_findings(source: str, options: argparse.Namespace) -> int:
    """Run a program in this process, on the engine that is asked for, and print what is wrong with its gradients.

    The exit status is 0 if nothing is, 1 if something is, and 2 if its run does not show it.
    """
    from .why import reports  # `run` starts without it
    from .why.findings import findings
    from .why.telling import told
    from .why.verdict import unshown

    if options.junit is not None and (fault := _fault(options.junit, options.file, "--junit")):
        return _refuse(fault)
    run = program.run if options.engine == "built-in" else _run_on_torch()
    if run is None:
        return 2
    result = run(source, filename=os.path.abspath(options.file))
    found = findings(result.trace, options.name, str(options.file))
    missing = [] if found else unshown(result.trace, options.name)
    if options.junit is not None:
        options.junit.write_bytes(reports.junit(found, options.file, missing))
    if options.json:
        print(json.dumps({"findings": [one.plain() for one in found], "unshown": missing}, allow_nan=False))
    elif options.github:
        print(reports.annotations(found, options.file, missing), end="")
    else:
        print(told(found, options.file, options.name, missing))
    return 1 if found else 2 if missing else 0


def export_page(source: str, options: argparse.Namespace) -> int:
    """Run a program in this process and write the page of its run."""
    return _write_page(program.run, source, options, io.StringIO(), io.StringIO())


def record_page(source: str, options: argparse.Namespace) -> int:
    """Run a program on real PyTorch in this process and write the page of its run."""
    run_on_torch = _run_on_torch()
    if run_on_torch is None:
        return 2
    progress = Progress(sys.stderr)

    def run(source: str, **how: Any) -> Result:
        result = run_on_torch(source, progress=progress.told, **how)
        progress.end()
        return result

    return _write_page(run, source, options, Shown(sys.stdout, progress), Shown(sys.stderr, progress))


record_command = of_source(record_page)


def make_site(options: argparse.Namespace) -> int:
    """Write the studio as a folder of files."""
    from . import lessons  # the other commands start without it
    from .catalogue import say
    from .lessons.build import build_folder
    from .web import previews
    from .web.routes.immutable import MODULE
    from .web.site import NotOurs, make

    if options.docs is not None and not (options.docs / "index.html").is_file():
        return _refuse(say("web.site.no_docs", folder=options.docs))
    url = options.url and previews.root(options.url)
    if options.url is not None and url is None:
        return _refuse(say("web.site.no_url", url=options.url))
    module = None if options.no_engine else MODULE
    if module is not None and not any(module.glob("module-*.json")):
        return _refuse(say("web.site.no_module"))
    try:
        if options.lessons is not None:
            os.environ[lessons.SETTING] = str(options.lessons.resolve())
            build_folder(options.lessons)
        make(options.output, module, url, options.docs)
    except (NotOurs, OSError) as error:
        return _refuse(str(error))
    print(say("web.site.made", folder=options.output))
    return 0


def check_lessons(options: argparse.Namespace) -> int:
    """Run the programs of lesson files in this process, and print what in the files does not hold."""
    status = 0
    for file in options.files:
        options.file = file
        status = max(status, of_source(check_lesson)(options))
    return status


def check_lesson(source: str, options: argparse.Namespace) -> int:
    """Print what in a lesson file does not hold, or how much does."""
    from .lessons import topics  # the other commands start without it
    from .lessons.checking import check

    beside = [path.stem for path in options.file.parent.glob("*.md") if path != options.file]
    lesson, faults = check(source, [*beside, *(lesson.id for topic in topics() for lesson in topic.lessons)])
    for fault in faults:
        print(f"{options.file}:{fault.line}: {fault.message}")
    if lesson is not None and not faults:
        asked = sum(point.question is not None for point in lesson.points)
        print(f"{options.file}: {counted(len(lesson.points), 'point')}, {counted(asked, 'question')}: all of it holds")
    return 1 if faults else 0


def _write_page(
    run: Callable[..., Result],
    source: str,
    options: argparse.Namespace,
    stdout: io.StringIO,
    stderr: io.StringIO,
) -> int:
    path = options.output or options.file.with_suffix(".html")
    if fault := _fault(path, options.file, "-o"):
        return _refuse(fault)
    if path.is_dir() or (path.is_file() and not _is_page(path)):
        return _refuse(f"{path} is there already and was not exported: name another file with -o, or remove it")
    result = run(source, filename=os.path.abspath(options.file), stdout=stdout, stderr=stderr)
    gc.disable()  # it would look through a long Trace again and again, and the process ends soon
    Recording(result.trace, options.file.name).save(path, printed=(stdout.getvalue(), stderr.getvalue()))
    is_of_program = isinstance(stdout, Shown)  # whose output stays as it is
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr if is_of_program else sys.stdout)
    return result.exit_status if is_of_program else 0


def _fault(path: Path, program: Path, option: str) -> str | None:
    """Return why nothing can be written where an option says, None if something can."""
    if path.exists() and path.samefile(program):
        return f"{path} is the program itself: name another file with {option}"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}: name another file with {option}"
    return None


def _is_page(path: Path) -> bool:
    """Return whether a file is a page that was exported or recorded."""
    try:
        with path.open("rb") as file:
            return GENERATOR.encode() in file.read(1000)
    except OSError:
        return False


def _run_on_torch() -> Callable[..., Result] | None:
    """Return what runs a program on PyTorch; None, which is said, where there is none."""
    try:
        from .torch_recorder import program as torch_program
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        _refuse("this needs PyTorch 2.6 or later in this environment: pip install torch")
        return None
    return torch_program.run


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
