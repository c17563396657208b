"""A sketch for which Graphviz would need minutes, and a worker that lets it try."""

from autograd_studio.view.layout import graphviz
from autograd_studio.view.layout.sketch import Sketch

_COUNT = 300  # leaves that are used everywhere
_LINKS = (
    *((i - 1, i) for i in range(20, _COUNT)),
    *((leaf, i) for i in range(20, _COUNT) for leaf in range(20)),
)
CROWD = Sketch(((80.0, 60.0),) * _COUNT, _LINKS, len(_LINKS), (), (None,) * _COUNT)

preload = graphviz.preload


def worker(request: bytes) -> bytes:
    """Let Graphviz place the crowd."""
    return repr(graphviz.place(CROWD)).encode()
