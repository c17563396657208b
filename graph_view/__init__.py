"""From a Trace to what is shown of it: the picture, its layout by Graphviz, the frames of the player, and exports.

    found = graph_view.payload(trace, partial(sandbox.call, "layout"))

This is the only folder that knows Graphviz. It reads Traces and nothing else.
"""

from .document import packed, payload

__all__ = ["packed", "payload"]
