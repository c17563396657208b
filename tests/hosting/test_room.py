"""For how many visitors there are open files beside those of the runs."""

import sys

import pytest

from autograd_studio.web.server import room

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hosted mode needs Linux")


@pytest.mark.parametrize(("files", "visitors"), [(96, 12), (256, 32), (1024, 192), (1 << 16, 16320)])
def test_files_are_kept_for_runs(monkeypatch, files, visitors):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert room.room() == visitors
