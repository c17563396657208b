"""What a host can watch: Prometheus' metrics, and a line of the log for each run, without the program."""

from __future__ import annotations

import logging

from prometheus_client import Counter, Gauge, Histogram

from autograd_studio import sandbox
from autograd_studio.sandbox import Outcome

log = logging.getLogger(__name__)

RUNS = Counter("autograd_studio_runs_total", "Programs requested, by outcome", ["status"])
SECONDS = Histogram(
    "autograd_studio_run_seconds",
    "Time from the request to the picture: line, run and layout",
    buckets=(0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 30, 60),
)
SHARED = Counter(
    "autograd_studio_runs_shared_total",
    "Requests served without a new run: stored, on the shelf, under way",
    ["how"],
)
PICTURES = Counter("autograd_studio_pictures_total", "Graphs laid out, by layout engine", ["engine"])
REFUSED = Counter("autograd_studio_refused_total", "Requests refused at the door, by status of HTTP", ["status"])
RUNNING = Gauge("autograd_studio_running", "Programs running now")
WAITING = Gauge("autograd_studio_waiting", "Programs waiting in line")
READY = Gauge("autograd_studio_ready", "1 if programs can be run, else 0")

# What an Outcome tells of a program without telling the program.
FIELDS = ("status", "wall_seconds", "cpu_seconds", "memory_bytes", "result_bytes", "isolated")


def watch() -> None:
    """Let the gauges look at the server's sandbox whenever they are read."""
    RUNNING.set_function(lambda: sandbox.default().running)
    WAITING.set_function(lambda: sandbox.default().waiting)
    READY.set_function(lambda: sandbox.self_check().ready)


def count(outcome: Outcome, seconds: float) -> None:
    """Count a run and log it."""
    RUNS.labels(outcome.status).inc()
    SECONDS.observe(seconds)
    fields = {name: getattr(outcome, name) for name in FIELDS}
    log.info("run", extra={"fields": {**fields, "seconds": round(seconds, 4)}})
