"""The command line: `python -m autograd_studio.sandbox run FILE [--json]` runs a program exactly as a hosted server would.

`python -m autograd_studio.sandbox check` prints what of the lock holds on this machine.
"""

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

from autograd_studio.answering.request import Request

from . import Outcome, run, self_check


def main() -> int:
    """Carry out the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m autograd_studio.sandbox", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run_command = commands.add_parser("run", help="run one program")
    run_command.add_argument("file", type=Path, metavar="FILE")
    run_command.add_argument("--json", action="store_true", help="print one JSON object")
    commands.add_parser("check", help="print which layers of the sandbox hold on this machine")
    options = parser.parse_args()
    if options.command == "check":
        return check()
    outcome = run(Request(options.file.read_bytes().decode("utf-8", "surrogateescape")))
    if options.json:
        print(json.dumps(summary(outcome)))
    else:
        show(outcome)
    return 0 if outcome.status == "ok" else 1


def summary(outcome: Outcome) -> dict:
    """Return the outcome, without the Trace and with the pictures' texts alone."""
    fields = asdict(replace(outcome, trace=None, pictures=()))
    del fields["trace"]
    return {**fields, "has_trace": outcome.trace is not None, "pictures": [shown.text for shown in outcome.pictures]}


def show(outcome: Outcome) -> None:
    """Print the outcome for a reader."""
    sys.stdout.write(outcome.stdout)
    sys.stderr.write(outcome.stderr)
    if outcome.message:
        print(f"[{outcome.status}] {outcome.message}", file=sys.stderr)


def check() -> int:
    """Print each check and return 0 if programs are run."""
    report = self_check()
    for layer in report.checks:
        mark = "holds" if layer.holds else "FAILS" if layer.required else "missing"
        print(f"{mark:8} {layer.name}{f' ({layer.detail})' if layer.detail else ''}")
    print(f"{report.mode} mode: programs {'are run' if report.ready else 'are not run'}")
    return 0 if report.ready else 1


if __name__ == "__main__":
    sys.exit(main())
