"""From a Trace to what is shown of it: the picture, its layout by Graphviz, the player's frames, exports.

    found = graph_view.payload(trace, partial(sandbox.call, "layout"))

This is the only folder that knows Graphviz. It reads Traces and nothing else.
"""

from .document import packed, payload
from .export import dot_text

__all__ = ["dot_text", "packed", "payload"]
