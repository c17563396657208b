"""Bring what others wrote up to date: `make lock`. This is the one job that changes what an image installs.

It resolves requirements.txt anew into deploy/requirements.lock, with the hashes of all files for all machines, and asks
the registry which digest each image of deploy/ has today. With `--check` it writes nothing and says what is not pinned.
It ends with 3 where a registry could not be asked: what it pins stays as it was, and nothing is made up.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

from . import LOCK, REQUIREMENTS, ROOT

UNREACHED = 3
IMAGES = (ROOT / "deploy" / "Dockerfile", ROOT / "deploy" / "compose.yaml")
PYTHON = re.compile(r"^FROM python:(\d+\.\d+)", re.MULTILINE)

# An image that is fetched has a tag of its own in the text; that which we build takes its tag from the environment.
IMAGE = re.compile(
    r"^(?P<before>FROM |\s*image: )(?P<name>[\w./-]+):(?P<tag>[\w.-]+)(?P<digest>@sha256:[0-9a-f]{64})?$", re.MULTILINE
)

MANIFESTS = "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json"
SECONDS = 20


class Unreached(Exception):
    """A registry could not be asked; the text says which, and why."""


def compile_lock() -> None:
    """Resolve the requirements for the Python of the image, on every machine.

    Raises:
        Unreached: the package index did not answer, or has nothing that fits.
    """
    (version,) = PYTHON.findall(IMAGES[0].read_text(encoding="utf-8"))
    command = [
        "uv", "pip", "compile", "--universal", "--python-version", version, "--generate-hashes", "--upgrade", "--quiet",
        "--custom-compile-command", "make lock", REQUIREMENTS.name, "--output-file", LOCK.relative_to(ROOT),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        raise Unreached("uv is missing: make lock installs it") from None
    if done.returncode:
        raise Unreached(f"uv: {done.stderr.strip()[-500:]}")


def digest(
    name: str, tag: str, registry: str = "https://registry-1.docker.io", token: str = "https://auth.docker.io/token"
) -> str:
    """Return the digest of an image for all machines, as Docker's registry tells it.

    Raises:
        Unreached: it did not tell.
    """
    path = name if "/" in name else f"library/{name}"
    try:
        with urllib.request.urlopen(
            f"{token}?service=registry.docker.io&scope=repository:{path}:pull", timeout=SECONDS
        ) as answer:
            bearer = json.load(answer)["token"]
        headers = {"Authorization": f"Bearer {bearer}", "Accept": MANIFESTS}
        asked = urllib.request.Request(f"{registry}/v2/{path}/manifests/{tag}", headers=headers, method="HEAD")
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            return f"@{answer.headers['Docker-Content-Digest']}"
    except (OSError, ValueError, KeyError) as error:
        raise Unreached(f"{name}:{tag}: {error}") from None


def pinned(text: str, find: Callable[[str, str], str]) -> str:
    """Return a file of deploy/ whose images have the digests that `find` returns."""
    return IMAGE.sub(
        lambda found: f"{found['before']}{found['name']}:{found['tag']}{find(found['name'], found['tag'])}", text
    )


def unpinned(text: str) -> list[str]:
    """Return the images of a file that have no digest."""
    return [f"{found['name']}:{found['tag']}" for found in IMAGE.finditer(text) if not found["digest"]]


def update(files: tuple[Path, ...] = IMAGES, find: Callable[[str, str], str] = digest) -> None:
    """Give all images their digests of today."""
    for path in files:
        path.write_text(pinned(path.read_text(encoding="utf-8"), find), encoding="utf-8")


def main() -> int:
    """Carry out the command line and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--check", action="store_true", help="say which images have no digest, and end with 1 if any has none"
    )
    if parser.parse_args().check:
        open_ = [image for path in IMAGES for image in unpinned(path.read_text(encoding="utf-8"))]
        print("\n".join(f"without a digest: {image}" for image in open_) or "All images have digests.")
        return int(bool(open_))
    status = 0
    for task in (compile_lock, update):
        try:
            task()
        except Unreached as error:
            print(f"not updated: {error}", file=sys.stderr)
            status = UNREACHED
    return status


if __name__ == "__main__":
    sys.exit(main())
