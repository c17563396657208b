"""What a cell of a notebook shows of a run."""

from __future__ import annotations

import base64
import html
import sys

HEIGHT = 640  # pixels of the player

# The frame takes the theme of the notebook: its CSS `color-scheme`, as JupyterLab has it, else dark where text is light, as in
# VS Code. A notebook that nobody trusts yet leaves this out.
_TELL_SCHEME = (
    "const {color, colorScheme} = getComputedStyle(this), [r, g, b] = color.match(/[0-9.]+/g);"
    "const scheme = colorScheme !== 'normal' ? colorScheme : r * 2 + g * 5 + b * 1 > 1024 ? 'dark' : 'light';"
    "this.contentWindow.postMessage({scheme}, '*')"
)


def output(page: str, still: str, text: str) -> dict[str, str]:
    """Return what a notebook shows of a run, by MIME type.

    The player is the offline page in a frame of its own, which needs nothing from the notebook and cannot reach into it.
    The still picture is for saved notebooks where frames are taken out, and for exports on paper.
    """
    picture = base64.b64encode(still.encode()).decode()
    return {
        "text/html": f'<iframe sandbox="allow-scripts allow-downloads" srcdoc="{html.escape(page)}" title="{text}" '
        f'onload="{_TELL_SCHEME}" '
        f'style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>'
        f'<details><summary>Still picture</summary><img alt="{text}" src="data:image/svg+xml;base64,{picture}"></details>',
        "image/svg+xml": still,
        "text/plain": text,
    }


def is_running() -> bool:
    """Return whether this process is the kernel of a notebook."""
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return shell is not None and hasattr(shell, "kernel")
