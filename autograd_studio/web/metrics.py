"""What a host can watch: Prometheus' metrics, and a line of the log for each run, without the program."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Info
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from autograd_studio import sandbox
from autograd_studio.sandbox import Failure, Outcome
from autograd_studio.version import VERSION

log = logging.getLogger(__name__)

RUNS = Counter("autograd_studio_runs_total", "Programs requested, by outcome", ["status"])
SECONDS = Histogram(
    "autograd_studio_run_seconds",
    "Time from the request to the picture: line, run and layout",
    buckets=(0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 30, 60),
)
ROADS = Counter(
    "autograd_studio_roads_total",
    "Where runs came from: made on an engine, or without a new run: stored, known, under way",
    ["road"],
)
NUDGES = Counter("autograd_studio_nudges_total", "Programs run again with a number nudged, by outcome", ["status"])
PICTURES = Counter("autograd_studio_pictures_total", "Graphs laid out, by layout engine", ["engine"])
REFUSED = Counter("autograd_studio_refused_total", "Requests refused, by reason", ["reason"])
RUNNING = Gauge("autograd_studio_running", "Programs running now")
VISITORS = Gauge("autograd_studio_visitors", "Browsers that are connected now")
INFO = Info("autograd_studio", "What runs here")
WAITING = Gauge("autograd_studio_waiting", "Programs waiting in line")
READY = Gauge("autograd_studio_ready", "1 if programs can be run, else 0")

# What an Outcome tells of a program without telling the program.
FIELDS = ("status", "wall_seconds", "cpu_seconds", "memory_bytes", "result_bytes", "isolated")


class Endings(Collector):
    """How the sandbox's children ended; SIGSYS is what a system call ends with that the filter denies."""

    def collect(self) -> Iterator[Metric]:
        """Yield what the sandbox has counted."""
        family = CounterMetricFamily(
            "autograd_studio_children", "Children of the sandbox, by how they ended", labels=["end"]
        )
        for way, count in {"SIGSYS": 0, **sandbox.default().endings}.items():
            family.add_metric([way], count)
        yield family

    def describe(self) -> list[Metric]:
        """Return nothing, so that no sandbox is made when this is registered."""
        return []


def watch(visitors: Callable[[], int]) -> None:
    """Let the gauges look at the server and its sandbox whenever they are read."""
    INFO.info({"version": VERSION})
    VISITORS.set_function(visitors)
    REGISTRY.register(Endings())
    RUNNING.set_function(lambda: sandbox.default().running)
    WAITING.set_function(lambda: sandbox.default().waiting)
    READY.set_function(lambda: sandbox.self_check().ready)


def refuse(answer: Outcome | Failure) -> None:
    """Count what was asked in vain, if it was: because the line was full, or because of what one visitor may ask for."""
    if answer.status == "busy":
        REFUSED.labels("line" if getattr(answer, "position", None) is not None else "rate").inc()


def count(outcome: Outcome, seconds: float, engine: str) -> None:
    """Count a run that was made, or refused, and log it."""
    RUNS.labels(outcome.status).inc()
    refuse(outcome)
    if outcome.isolated is not None:
        ROADS.labels(engine).inc()
    SECONDS.observe(seconds)
    fields = {name: getattr(outcome, name) for name in FIELDS}
    log.info("run", extra={"fields": {**fields, "seconds": round(seconds, 4)}})
