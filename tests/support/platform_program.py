"""Pretends to be on another platform, and does there what the first argument after its name says."""

import asyncio
import importlib
import multiprocessing
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile

import graphviz
import msgspec
import numpy
import pandas
import prometheus_client
import pyarrow
import uvicorn
from streamlit.web import cli

# What other people's packages and the standard library do there is theirs: they are imported before the pretence.
THEIRS = (
    asyncio,
    graphviz,
    msgspec,
    multiprocessing,
    numpy,
    pandas,
    prometheus_client,
    pyarrow,
    subprocess,
    tempfile,
    uvicorn,
)

OF_UNIX = ("fcntl", "grp", "pwd", "resource", "syslog", "termios")
NAMES_OF_UNIX = {
    os: "fork getuid geteuid getppid setsid killpg pidfd_open memfd_create sched_setaffinity",
    signal: "SIGKILL SIGXCPU SIGALRM SIGUSR1 SIGPROF SIGVTALRM SIGSYS setitimer pthread_sigmask",
    select: "poll epoll",
    socket: "AF_UNIX send_fds recv_fds",
}
# The locked children of Linux, which `sandbox` starts and does not import.
LINUX = {f"autograd_studio.sandbox.{name}" for name in ("child.child", "lock.lock", "lock.memory", "processes.zygote")}
MATPLOTLIB = {"autograd_studio.sandbox.child.figures"}  # imports it, and is imported by it alone
TORCH = "autograd_studio.torch_recorder", "autograd_studio.sandbox.child.torch"  # import torch, where it is installed
LEFT_OUT = LINUX | MATPLOTLIB


def pretend(platform):
    sys.platform = platform
    if platform == "win32":
        sys.modules.update(dict.fromkeys(OF_UNIX))
        for owner, names in NAMES_OF_UNIX.items():
            for name in names.split():
                vars(owner).pop(name, None)


def import_everything():
    for package in ("autograd_engine", "autograd_studio"):
        path = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(path, f"{package}.", onerror=None):
            if module.name not in LEFT_OUT and not module.name.startswith(TORCH):
                importlib.import_module(module.name)
    importlib.import_module("app")
    importlib.import_module("server")


def run():
    """Print what comes of a program in local mode, then why a hosted server runs none."""
    from autograd_studio import sandbox
    from autograd_studio.answering.request import Request

    outcome = sandbox.Sandbox("local").run(Request("import torch\nprint(torch.ones(2) * 3)"))
    print(outcome.status, outcome.stdout.strip(), outcome.isolated)
    hosted = sandbox.Sandbox("hosted")
    print(hosted.run(Request("print(1)")).status, hosted.self_check().failing)


def answer(file):
    """Be the process of one run, which reads its request from stdin."""
    from autograd_studio.sandbox import limits
    from autograd_studio.sandbox.processes import spawn

    spawn.main("autograd_studio.sandbox.child.program:worker", file, vars(limits.LOCAL))


def start():
    """Start the studio, as far as Streamlit's own command."""
    from autograd_studio import __main__

    cli.main = lambda arguments, **options: print(arguments[0], os.path.basename(arguments[1]), *arguments[2:])
    sys.exit(__main__.main(["--headless", "--port", "8600"]))


if __name__ == "__main__":
    pretend(sys.argv[1])
    globals()[sys.argv[2]](*sys.argv[3:])
