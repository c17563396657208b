"""The command `autograd-studio`: starts the studio on this computer; `run FILE` and `why FILE` do without a page."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from autograd_engine import __main__ as engine

FOLDER = Path(__file__).parent


def studio() -> Path:
    """Return the folder of app.py: within an installed package, beside it in a checkout."""
    installed = FOLDER / "studio"
    return installed if installed.is_dir() else FOLDER.parent


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="autograd-studio", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    parser.add_argument("--port", type=int, help="where the studio listens (default: 8501, or the next that is free)")
    parser.add_argument("--headless", action="store_true", help="open no browser window")
    parser.set_defaults(of=start)
    engine.add_commands(parser.add_subparsers(title="without a page", metavar="COMMAND"))
    options = parser.parse_args(arguments)
    return options.of(options)


def start(options: argparse.Namespace) -> int:
    """Start the studio for the user of this computer, with the user's permissions where nothing locks programs."""
    from streamlit.web import cli  # the other commands start without it

    os.environ.setdefault("AUTOGRAD_STUDIO_LOCAL", "1")
    flags = [] if options.port is None else ["--server.port", str(options.port)]
    flags += ["--server.headless", "true"] if options.headless else []
    return cli.main(["run", str(studio() / "app.py"), *flags], prog_name="autograd-studio", standalone_mode=False) or 0


def _version() -> str:
    from importlib import metadata  # a checkout that is not installed has none

    try:
        return metadata.version("autograd-studio")
    except metadata.PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
