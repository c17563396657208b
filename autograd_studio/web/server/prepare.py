"""All that a server would do at its first visitor, done before: what is compiled, imported or read late.

The first visitors come in threads at the same time, and not everything stands that: two threads that have msgspec look at the
same class for the first time end the process. What compiles something does so when it is imported, and here is all that a
visitor has imported.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from autograd_studio import lessons
from autograd_studio.lessons.operators import operators

from ..routes import immutable
from ..serving import server
from . import options

# What the pages import, and what Streamlit does for what they show. Components are registered with the server that runs, so
# not before it does.
LATER = (
    "autograd_studio.web.front_end",
    "autograd_studio.web.places",
    "autograd_studio.web.server.window",
    "pandas",
    "PIL.ImageFile",
    "pyarrow.pandas_compat",
    "pyarrow.vendored.version",
    "streamlit.runtime.scriptrunner.magic_funcs",
    "streamlit.web.skills",
)


def prepare() -> None:
    """Make this server ready for visitors: its sandbox starts meanwhile, and what is wrong with its files is known."""
    options.check()
    server()
    for name in LATER:
        with suppress(ModuleNotFoundError):  # another version of Streamlit or pandas may have other parts
            import_module(name)
    for topic in lessons.topics():
        for lesson in topic.lessons:
            lessons.stored(lesson)
    lessons.of_source("")  # finds them by their names and programs
    operators()
    immutable.files()
