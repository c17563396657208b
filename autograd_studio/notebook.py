"""Notebooks: a recording as the output of a cell, and the magic `%%step`, which records a cell."""

from __future__ import annotations

import base64
import html
import importlib.util
import itertools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .recording import Recording

HEIGHT = 640  # pixels of the player

# The frame takes the theme of the notebook: its CSS `color-scheme`, as JupyterLab has it, else dark where text is light, as in
# VS Code. A notebook that nobody trusts yet leaves this out.
_TELL_SCHEME = (
    "const {color, colorScheme} = getComputedStyle(this), [r, g, b] = color.match(/[0-9.]+/g);"
    "const scheme = colorScheme !== 'normal' ? colorScheme : r * 2 + g * 5 + b * 1 > 1024 ? 'dark' : 'light';"
    "this.contentWindow.postMessage({scheme}, '*')"
)

_numbers = itertools.count(1)


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


def load(shell: Any) -> None:
    """Define `%%step`, after `%load_ext autograd_studio`."""

    def step(line: str, cell: str) -> Recording:
        """Run the cell with the notebook's variables and show its steps."""
        return _recorded(cell, shell.user_ns)

    shell.register_magic_function(step, "cell")


def _recorded(cell: str, namespace: dict[str, Any]) -> Recording:
    """Run a cell on PyTorch; where it is not installed, alone on the built-in engine."""
    from .recording import Recording

    title = f"%%step {next(_numbers)}"
    options = {"filename": f"<{title}>", "stdout": sys.stdout, "stderr": sys.stderr}
    if importlib.util.find_spec("torch") is not None:
        from torch_recorder import program

        return Recording(program.traced(cell, namespace=namespace, **options)[1], title)
    from autograd_engine.run import program
    from autograd_engine.trace import from_plain

    return Recording(from_plain(program.run(cell, **options).trace), title)
