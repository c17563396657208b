"""Pages of a studio of one's own, as Streamlit's AppTest opens them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from autograd_studio import sandbox
from autograd_studio.web import serving

APP = Path(__file__).parents[2] / "app.py"


@contextmanager
def own_server(**settings: str) -> Iterator[pytest.MonkeyPatch]:
    """Have a server of one's own programs, with little patience and these settings; yield what changes it."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {serving.LOCAL: "1", "AUTOGRAD_STUDIO_WALL_SECONDS": "3", **settings}.items():
            patch.setenv(name, value)
        patch.setattr(sandbox, "_default", None)  # another module's has other limits
        serving.server.clear()
        yield patch
        sandbox.default().close()
    serving.server.clear()


def visit(page: str, said: Mapping[str, str], script: Path = APP) -> AppTest:
    """Open a page at an address."""
    at = AppTest.from_file(str(script), default_timeout=60)
    at.context = {"url": f"http://studio.example/{page}", "is_embedded": False}
    at.query_params = dict(said)
    return (at if page == "program" else at.switch_page(f"pages/{page}.py")).run()
