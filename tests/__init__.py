import pytest

pytest.register_assert_rewrite("tests.program_record")
