"""Run a PyTorch program on this engine (`run FILE`), or say what is wrong with its gradients (`why FILE`)."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from .run import program
from .trace.schema import plain, to_json


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
    why.add_argument("--name", help="only for this variable, even if nothing is wrong with the program")
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
        options.trace.write_bytes(to_json(result.trace))
    if captured is not None:
        document = {"stdout": captured.getvalue(), "error": result.error, "trace": plain(result.trace)}
        print(json.dumps(document, allow_nan=False))
    sys.stdout.flush()
    if result.error is not None:
        from autograd_studio.why.telling import advice  # a program that runs to its end does without

        print(advice(source, result.error), end="", file=sys.stderr)
    return result.exit_status


def _why(source: str, options: argparse.Namespace) -> int:
    from autograd_studio.why.findings import findings  # `run` starts without it
    from autograd_studio.why.telling import told

    result = program.run(source, filename=os.path.abspath(options.file))
    found = findings(result.trace, options.name)
    if options.json:
        print(json.dumps({"findings": [one.plain() for one in found]}, allow_nan=False))
    else:
        print(told(found, options.file, options.name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
