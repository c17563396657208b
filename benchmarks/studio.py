"""A hosted server of one's own on loopback, as a process that can be watched, killed and started again."""

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 60.0


def free_port() -> int:
    """Return the number of a port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def fill_disk() -> None:
    """Let this process write to no file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


class Studio:
    """`streamlit run server.py` on a free port; a context manager.

    `settings` go to its environment; `before` is called in its process before it starts.
    """

    def __init__(self, *, script: str = "server.py", before: Callable[[], None] | None = None, **settings: str) -> None:
        self._script, self._before = script, before
        self.port, self.metrics_port = free_port(), free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._settings = {**settings, "AUTOGRAD_STUDIO_METRICS_PORT": str(self.metrics_port)}
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  (closed by __exit__)

    def __enter__(self) -> "Studio":
        """Start it and wait until it is ready."""
        self.start()
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        """End it; if it has ended by itself, an error says so."""
        if error is not None and self.process.poll() is not None:
            error.add_note(f"The server had ended ({self.process.returncode}):\n{self.log()[-2000:]}")
        self.process.terminate()
        self.process.wait()
        self._log.close()

    def start(self) -> None:
        """Start it, again if it was killed, and wait until programs can be run."""
        options = [
            "--server.headless",
            "true",
            "--server.port",
            str(self.port),
            "--server.address",
            "127.0.0.1",
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", self._script, *options],
            cwd=ROOT,
            env={**os.environ, **self._settings},
            stdout=subprocess.DEVNULL,
            stderr=self._log,
            preexec_fn=self._before,
        )
        deadline = time.monotonic() + START_SECONDS
        while not self.answers("readyz"):
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.process.kill()
                raise RuntimeError(f"the server did not start:\n{self.log()}")
            time.sleep(0.1)

    def kill(self) -> None:
        """End it at once, as a machine that fails."""
        self.process.kill()
        self.process.wait()

    def answers(self, path: str) -> bool:
        """Return whether it answers a path with success."""
        try:
            urllib.request.urlopen(self.address + path, timeout=10).close()
        except OSError:
            return False
        return True

    def metrics(self) -> dict[str, float]:
        """Return its metrics by name and labels."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
            lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    def log(self) -> str:
        """Return what it has logged."""
        return os.pread(self._log.fileno(), 1 << 24, 0).decode(errors="replace")

    def runs(self) -> list[dict]:
        """Return the runs that it has logged."""
        lines = [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]
        return [line for line in lines if line["message"] == "run"]

    def family(self) -> list[int]:
        """Return its process and the descendants."""
        found = [self.process.pid]
        for one in found:
            for task in Path(f"/proc/{one}/task").glob("*"):
                try:
                    found += map(int, (task / "children").read_text().split())
                except OSError:
                    continue
        return found

    def zygotes(self) -> list[int]:
        """Return the processes that fork its programs' and its layouts' processes."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*")
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]

    def cpu_seconds(self, *processes: int) -> float:
        """Return the computing time of its family, of the buried ones too; or that of these processes alone."""
        total, last = 0, 13 if processes else 15
        for one in processes or self.family():
            try:
                total += sum(map(int, Path(f"/proc/{one}/stat").read_text().rsplit(") ")[1].split()[11:last]))
            except OSError:
                continue
        return total / TICKS

    def memory(self, *processes: int) -> int:
        """Return the bytes in memory of its family, or of these processes; shared pages are counted once."""
        total = 0
        for one in processes or self.family():
            try:
                lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            except OSError:
                continue
            total += sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))
        return total
