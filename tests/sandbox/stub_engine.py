"""A stand-in for the engine and the layout: what the sandbox's own tests run in its children."""

import json
import linecache
import sys
import time
import traceback
import types
from dataclasses import dataclass

from autograd_engine.trace.schema import from_json
from autograd_studio.sandbox.child import program, refusals
from autograd_studio.sandbox.child.task import Task

WORKERS = {"program": "tests.sandbox.stub_engine:worker"}
CALLS = {
    name: f"tests.sandbox.stub_engine:{name}"
    for name in ("echo", "fail", "sleep", "hoard", "flood", "die", "read_file", "absent")
}


@dataclass
class Result:
    error: dict | None
    exit_status: int
    trace: dict | None
    is_whole: bool = True
    answer: str | None = None


def preload():
    refusals.preload()


def worker(payload):
    task = from_json(payload, Task)
    refusals.install(task.modules, task.unfit, task.is_open)
    return program.execute(task, run)


def run(source, *, filename, stdout, stderr, **options):
    """Run the source as __main__; its Trace is what it calls `trace`, by default its number of lines."""
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.stdout, sys.stderr = stdout, stderr
    error, exit_status = None, 0
    try:
        exec(compile(source, filename, "exec", dont_inherit=True), module.__dict__)
    except SystemExit as stop:
        exit_status = stop.code or 0
    except BaseException as raised:
        error, exit_status = describe(raised, filename), 1
        stderr.write(error["traceback"])
    return Result(error, exit_status, module.__dict__.get("trace", {"lines": source.count("\n") + 1}))


def describe(error, filename):
    own = error.__traceback__
    while own is not None and own.tb_frame.f_code.co_filename != filename:
        own = own.tb_next
    return {
        "type": type(error).__name__,
        "message": str(error),
        "line": own and own.tb_lineno,
        "traceback": "".join(traceback.format_exception(type(error), error, own, limit=-5)),
    }


def check(data):
    """Accept every object: the schema is the engine's."""
    if type(json.loads(data)) is not dict:
        raise ValueError("not an object")


def echo(payload):
    print("a note")
    return payload[::-1]


def fail(payload):
    raise ValueError("no layout for \u202ethis")


def sleep(payload):
    time.sleep(float(payload))
    return b""


def compute(payload):
    while True:
        pass


def hoard(payload):
    return bytes(int(payload)) + b"x"


def flood(payload):
    return b"x" * int(payload)


def die(payload):
    import os

    os.abort()


def read_file(payload):
    with open(payload.decode()) as file:
        return file.read().encode()
