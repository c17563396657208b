import pytest

from autograd_studio import sandbox
from autograd_studio.web import serving

from ..support.pages import own_server


@pytest.fixture(scope="module")
def box():
    """The sandbox of a server of one's own programs, with little patience."""
    with own_server():
        serving.server()
        yield sandbox.default()
