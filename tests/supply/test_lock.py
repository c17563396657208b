"""What an image installs: all of it by hash, for each machine, and nothing that was replaced."""

import re
import subprocess
import sys
from hashlib import sha256
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.supply import LOCK, REQUIREMENTS, ROOT, locked

DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
LOCKED = {canonicalize_name(package.name): package for package in locked.python(LOCK.read_text(encoding="utf-8"))}
REQUIRED = [Requirement(line) for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines()]
INSTALL = re.search(r"^RUN pip (install .*) -r deploy/requirements.lock$", DOCKERFILE, re.MULTILINE)[1].split()


@pytest.mark.parametrize("required", REQUIRED, ids=lambda required: required.name)
def test_what_is_locked_is_what_is_required(required):
    assert required.specifier.contains(LOCKED[canonicalize_name(required.name)].version)


def test_every_package_is_locked_by_the_hash_of_each_file():
    assert len(LOCKED) > len(REQUIRED)
    assert [name for name, package in LOCKED.items() if not package.sha256] == []


def test_an_image_gets_the_lock_and_installs_nothing_else_by_name():
    assert "COPY deploy/requirements.lock deploy/\n" in DOCKERFILE
    assert "!deploy/requirements.lock\n" in (ROOT / "deploy" / "Dockerfile.dockerignore").read_text(encoding="utf-8")
    others = re.findall(r"pip install (.*)", DOCKERFILE.replace(" ".join(INSTALL), ""))
    assert [line.split()[1] for line in others] == ["torch==2.13.0"]  # from an index of its own (docs/hosting.md)


def made(folder, body):
    """Make a wheel whose one module has this text."""
    about = "Metadata-Version: 2.1\nName: lent\nVersion: 1.0\n"
    with ZipFile(path := folder / "lent-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("lent.py", body)
        wheel.writestr("lent-1.0.dist-info/METADATA", about)
        wheel.writestr("lent-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("lent-1.0.dist-info/RECORD", "")
    return path


def test_the_images_command_refuses_a_package_that_was_replaced(tmp_path):
    lock = tmp_path / "lock"
    lock.write_text(f"lent==1.0 --hash=sha256:{sha256(made(tmp_path, 'honest = 1').read_bytes()).hexdigest()}\n")

    def install():
        where = ["--no-index", "--find-links", tmp_path, "--target", tmp_path / "to", "--upgrade", "--isolated"]
        command = [sys.executable, "-m", "pip", *INSTALL, *where, "-r", lock]
        return subprocess.run(command, capture_output=True, text=True)

    assert install().returncode == 0
    made(tmp_path, "honest = 0")
    refused = install()
    assert refused.returncode != 0
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in refused.stderr
