"""Try on a bare machine what README.md and deploy/Dockerfile promise: `make test-bare`, as root on Linux, with debootstrap.

A bare machine is a folder with the packages that no Debian is without, and Python: what a browser or a desktop would bring is not
there. In one, the README's commands install the studio; in another, the Dockerfile's steps do. In both a program becomes a page,
and a server runs one for a visitor. It takes about four minutes, and one less once Debian's packages lie in `.bare/`.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from string import Template

from autograd_studio.view.layout.graphviz import PACKAGES
from benchmarks.studio import free_port
from benchmarks.visitor import Visitor

ROOT = Path(__file__).resolve().parents[1]
BARE = ROOT / ".bare"
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")

PROGRAM = "import torch\nw = torch.tensor([1.5, 2.5], requires_grad=True)\n(w * w).sum().backward()\n"
INSTALL = f"apt-get install {' '.join(PACKAGES)}"

START_SECONDS = 60.0


class Machine:
    """A bare machine: a folder of its own, in which commands see nothing but it."""

    def __init__(self, name: str) -> None:
        self.folder = BARE / name
        self.environment = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **reach()}
        self.user = "0:0"
        self.at = "/"
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(["cp", "--archive", base(), self.folder], check=True)
        certificate = os.environ.get("SSL_CERT_FILE") or "/etc/ssl/certs/ca-certificates.crt"
        if Path(certificate).exists():
            self.put(certificate, "/etc/certificates.crt")
            self.environment["PIP_CERT"] = "/etc/certificates.crt"

    def put(self, source: str | Path, target: str) -> None:
        """Copy a file there."""
        inside = self.folder / target.lstrip("/")
        inside.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, inside)

    def enter(self, folder: str) -> None:
        """Make a folder there, in which the next commands run."""
        (self.folder / folder.lstrip("/")).mkdir(exist_ok=True)
        self.at = folder

    def put_own(self, name: str) -> None:
        """Copy a file of the project or a folder of it, but what git ignores, into the folder of the commands."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", name]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for path in listed.split("\0"):
            if path and (ROOT / path).is_file():
                self.put(ROOT / path, f"{self.at}/{path}")

    def command(self, line: str) -> list[str]:
        """Return the command that has its shell run a line, in namespaces of processes and mounts of its own."""
        user, group = self.user.split(":")
        given = (f"{name}={value}" for name, value in self.environment.items())
        return [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", f"--root={self.folder}", "--mount-proc=/proc",
            f"--wd={self.at}",
            # The first process has to stay root: one that becomes somebody else does not end with its parent.
            "sh", "-c", '"$@"; exit $?', "sh", "setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups",
            "env", "--ignore-environment", *given, "sh", "-ec", line,
        ]  # fmt: skip

    def run(self, line: str) -> None:
        """Run a line of the shell there."""
        print(f"    {line}", flush=True)
        done = subprocess.run(self.command(line), capture_output=True, text=True)
        if done.returncode:
            raise Broken(f"{line}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")

    def exported(self, python: str) -> dict:
        """Return the payload of the page that the command makes of a program there."""
        (self.folder / "tmp" / "own.py").write_text(PROGRAM)
        self.run(f"{python} -m autograd_studio export /tmp/own.py -o /tmp/own.html")
        (saved,) = re.findall(r'id="run">([^<]+)<', (self.folder / "tmp" / "own.html").read_text(encoding="utf-8"))
        return json.loads(gzip.decompress(base64.b64decode(saved)))["payload"]

    def served(self, line: str) -> tuple[dict, dict]:
        """Return the payload that a visitor of a server gets there for a program, and what the server says of itself."""
        ports = {"STREAMLIT_SERVER_PORT": str(free_port()), "AUTOGRAD_STUDIO_METRICS_PORT": str(free_port())}
        self.environment |= ports | {"STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "STREAMLIT_SERVER_HEADLESS": "true"}
        address = f"http://127.0.0.1:{ports['STREAMLIT_SERVER_PORT']}/"
        print(f"    {line}", flush=True)
        with subprocess.Popen(self.command(line)) as server:
            try:
                readiness(address)
                return asyncio.run(visited(address)), readiness(address)
            finally:
                server.kill()  # and with it, all that it has started


class Broken(Exception):
    """What was promised does not hold."""


def reach() -> dict[str, str]:
    """Return how packages are reached from here, as environment variables: by pip's own settings, and by which proxy."""
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    settings = re.findall(r"\.(index-url|proxy|trusted-host|timeout)='(.*)'$", listed.stdout, re.MULTILINE)
    found = {f"PIP_{name.replace('-', '_').upper()}": value for name, value in settings}
    return found | {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}


def base() -> Path:
    """Return a folder with the Debian that the image is of, and its Python."""
    (suite,) = re.findall(r"^FROM python:[\d.]+-slim-(\w+)(?:@sha256:\w+)?$", DOCKERFILE, re.MULTILINE)
    folder = BARE / suite
    if not folder.exists():
        unfinished = BARE / f"{suite}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        print(f"Debian {suite}", flush=True)
        command = ["debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, unfinished]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Broken(f"debootstrap failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        unfinished.rename(folder)
    return folder


def readiness(address: str) -> dict:
    """Return what a server says of itself, once it can run programs."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{address}readyz", timeout=10) as answer:
                return json.load(answer)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


async def visited(address: str) -> dict:
    """Return the payload of a program that a visitor runs."""
    async with Visitor(address) as visitor:
        await visitor.open("lesson=fan-out")
        return (await visitor.run(PROGRAM))["payload"]


def demand(payload: dict, engine: str) -> None:
    """Fail unless a graph was placed by this engine, and the player says so if that is the plain one."""
    plain = payload.get("plain", "")
    if payload["engine"] != engine or plain.endswith(INSTALL) != (engine == "layered"):
        raise Broken(f"placed by {payload['engine']} instead of {engine}, said: {plain!r}")


def by_the_readme() -> None:
    """Install the studio with the README's commands, at first without what Graphviz needs."""
    (made, installed) = re.search(
        r"^    (python3 -m venv \.venv)\n    (\.venv/bin/pip install .*)$", README, re.MULTILINE
    ).groups()
    (needed,) = re.findall(r"`(apt-get install [^`]+)`", README)
    machine = Machine("readme")
    machine.enter("/studio")
    machine.put_own(".")
    machine.run(made)
    machine.run(installed)
    demand(machine.exported(".venv/bin/python"), "layered")
    payload, said = machine.served(".venv/bin/streamlit run server.py")
    demand(payload, "layered")
    if said["faults"] != [payload["plain"]]:
        raise Broken(f"/readyz says {said}")
    machine.run("apt-get update")
    machine.run(needed.replace("install", "install --yes --no-install-recommends", 1))
    demand(machine.exported(".venv/bin/python"), "graphviz")


def by_the_dockerfile() -> None:
    """Take the Dockerfile's steps, and start what it starts, as the user that it names."""
    machine = Machine("image")
    machine.run("python3 -m venv /usr/local")  # where Python's images have it
    steps = re.findall(r"^([A-Z]+) (.+)$", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE), re.MULTILINE)
    for step, line in steps:
        if step == "WORKDIR":
            machine.enter(line)
        elif step == "RUN":
            machine.run(line)
        elif step == "COPY":
            for name in line.split()[:-1]:
                machine.put_own(name)
        elif step in ("ENV", "ARG"):
            for name, _, value in (one.partition("=") for one in shlex.split(line)):
                machine.environment[name] = Template(value).substitute(machine.environment)
        elif step == "USER":
            machine.user = line
    payload, said = machine.served(shlex.join(json.loads(dict(steps)["CMD"])))
    demand(payload, "graphviz")
    if said["faults"]:
        raise Broken(f"/readyz says {said}")


def main() -> int:
    """Try it all and return the exit status."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("This needs Linux, root and debootstrap: apt-get install debootstrap", file=sys.stderr)
        return 2
    for name, task in (("README.md", by_the_readme), ("deploy/Dockerfile", by_the_dockerfile)):
        began = time.monotonic()
        print(f"{name}:", flush=True)
        try:
            task()
        except Broken as broken:
            print(f"{name} does not hold on a bare machine: {broken}", file=sys.stderr)
            return 1
        print(f"{name} holds on a bare machine ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
