"""No rule fails unnoticed: one that does is left out of the findings, and its name is in the log."""

import pytest

from autograd_studio.why import finding


@pytest.fixture(autouse=True)
def rules_do_not_fail(caplog):
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.name == finding.__name__] == []
