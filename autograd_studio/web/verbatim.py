"""Text that is shown as it is, in what Streamlit takes for Markdown: messages, labels, captions."""

from __future__ import annotations

import re


def verbatim(text: str) -> str:
    """Return a text as Markdown that shows it as it is, on one line, as code.

    Nothing in code is an image, a link, a formula or an icon; backslashes would not do, since Streamlit looks for addresses
    and icons once they are gone.
    """
    line = " ".join(text.split())
    if not line:
        return ""
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    space = " " if "`" in (line[0], line[-1]) else ""
    return f"{fence}{space}{line}{space}{fence}"
