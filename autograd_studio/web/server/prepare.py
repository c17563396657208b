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

from ..frame import server
from . import options

# What the pages import, and what Streamlit does for what they show. Components are registered with the server that runs, so
# not before it does.
LATER = (
    "autograd_studio.lessons.search",
    "autograd_studio.web.compare",
    "autograd_studio.web.forms.checks_panel",
    "autograd_studio.web.forms.custom_op_examples",
    "autograd_studio.web.forms.matrix",
    "autograd_studio.web.forms.practice",
    "autograd_studio.web.ladder",
    "autograd_studio.web.run_view",
    "autograd_studio.web.running.outlines",
    "autograd_studio.web.server.window",
    "autograd_studio.web.verbatim",
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
