"""From a Trace to what is shown of it: the picture, its layout by Graphviz, the player's frames, exports.

    found = graph_view.drawn(sandbox.run(source).trace, sandbox.call)

This is the only folder that knows Graphviz. It reads Traces and nothing else.
"""

from .document import packed, payload
from .drawing import Drawing, drawn
from .export import dot_text
from .magnitudes import magnitudes

__all__ = ["Drawing", "dot_text", "drawn", "magnitudes", "packed", "payload"]
