"""For how many visitors there are open files beside those of the runs."""

import sys

import pytest

from autograd_studio.web.server import room

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hosted mode needs Linux")


@pytest.mark.parametrize(("files", "visitors"), [(96, 8), (256, 21), (1024, 128), (1 << 16, 10880)])
def test_files_are_kept_for_runs(monkeypatch, files, visitors):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert room.room() == visitors
    assert room.connections(visitors) >= 3 * visitors
    kept = files - room.connections(visitors) - room.LOOP * visitors
    assert kept >= min(256, files // 2)
