"""A run leaves nothing behind: in one process a program tells the same before and after all others, and no object stays."""

import gc

import pytest

from autograd_engine.run import program

from ..support.corpus import PROGRAMS
from ..support.told import told_otherwise
from .test_programs import LONG

SHORT = sorted(set(PROGRAMS) - LONG)
# Three runs of each program would take minutes: here are all that add classes to what the engine knows, and a tenth of the rest.
WITH_CLASSES = ("creation", "distributions", "subclasses")
WATCHED = sorted({name for name in SHORT if name.partition("/")[0] in WITH_CLASSES} | set(SHORT[::10]))

pytestmark = pytest.mark.thorough


def test_every_program_tells_the_same_after_all_others():
    assert told_otherwise({name: PROGRAMS[name] for name in SHORT}) == []


def objects_after(name: str) -> int:
    """Return how many objects there are after a run of a program."""
    program.run(PROGRAMS[name], filename=f"{name}.py")
    gc.collect()
    return len(gc.get_objects())


def test_no_object_of_a_run_stays():
    """The first run of a program may load modules and fill caches; the next ones find them."""
    program.preload()
    grown = {}
    try:
        for name in WATCHED:
            objects_after(name)
            gc.freeze()  # what is here by now need not be looked at for each
            before, after = objects_after(name), objects_after(name)
            if after > before:
                grown[name] = after - before
    finally:
        gc.unfreeze()
    assert not grown
