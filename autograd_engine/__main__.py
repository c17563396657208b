"""Run a PyTorch program on this engine (`run FILE`), or say what is wrong with its gradients (`why FILE`)."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import Any

from .run import program


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m autograd_engine", description=__doc__)
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND"))
    options = parser.parse_args(arguments)
    return options.of(options)


def add_commands(commands: argparse._SubParsersAction) -> None:
    """Add the commands to those of a parser, each with the function that carries it out as its `of`."""
    run = commands.add_parser("run", help="run a program as `python FILE` would under PyTorch")
    run.add_argument("file", type=Path)
    run.add_argument("--trace", type=Path, metavar="OUT.json", help="write the Trace of the run to this file")
    run.add_argument("--json", action="store_true", help="print one JSON object: stdout, error and trace")
    run.set_defaults(of=of_source(_run))
    why = commands.add_parser(
        "why", help="run a program and say why gradients are None, zero, NaN or wrong, and why it failed"
    )
    why.add_argument("file", type=Path)
    why.add_argument("--name", help="say it of this variable only, also where nothing is wrong with the program")
    why.add_argument("--json", action="store_true", help="print one JSON object: findings")
    why.set_defaults(of=of_source(_why))


def of_source(command: Callable[[str, argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Return what reads the file first, says so where that fails, and passes the program its arguments."""

    def of(options: argparse.Namespace) -> int:
        try:
            source = options.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            print(f"cannot read {options.file}: {error}", file=sys.stderr)
            return 2
        sys.argv = [str(options.file), *getattr(options, "rest", ())]  # the program's own
        return command(source, options)

    return of


def _run(source: str, options: argparse.Namespace) -> int:
    captured = io.StringIO() if options.json else None
    result = program.run(
        source, filename=os.path.abspath(options.file), stdout=captured or sys.stdout, stderr=sys.stderr,
        record=options.json or options.trace is not None,
    )  # fmt: skip
    if options.trace is not None:
        options.trace.write_text(json.dumps(result.trace, allow_nan=False), encoding="utf-8")
    if captured is not None:
        document = {"stdout": captured.getvalue(), "error": result.error, "trace": result.trace}
        print(json.dumps(document, allow_nan=False))
    sys.stdout.flush()
    if result.error is not None:
        _tell_lack(source, result.error)
    return result.exit_status


def _tell_lack(source: str, error: dict[str, Any]) -> None:
    """Say below its traceback what a program that was copied in part lacks, or what runs what this engine refuses."""
    from .trace import Error  # a program that runs to its end does without
    from .why.causes import CAUSES
    from .why.failures import REFUSED
    from .why.pastes import lack

    lacking = lack(source, Error(**error))
    told = CAUSES["refused"].remedy if REFUSED in error["message"] else lacking and lacking.told
    if told:
        print(f"\n{_wrapped(told)}", file=sys.stderr)


def _wrapped(text: str) -> str:
    """Return a text in lines of a terminal; code between backticks stays on one, to be copied."""
    whole = re.sub("`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    return fill(whole, 100, break_long_words=False, break_on_hyphens=False).replace("\0", " ")


def _why(source: str, options: argparse.Namespace) -> int:
    from .trace import from_plain
    from .why.findings import findings  # `run` starts without it

    result = program.run(source, filename=os.path.abspath(options.file))
    found = findings(from_plain(result.trace), options.name)
    if options.json:
        print(json.dumps({"findings": [one.plain() for one in found]}, allow_nan=False))
        return 0
    for one in found:
        where = "" if one.line is None else f":{one.line}"
        print(f"{options.file}{where}: {one.name}: {one.what} ({one.cause})\n{_wrapped(one.text)}\n")
    if not found:
        print(
            "Nothing is wrong with the gradients." if options.name is None else f"Nothing is wrong with {options.name}."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
