"""What holds for all tests.

The recording scripts import `tests` where there is no pytest, so __init__.py stays empty.
"""

import numpy as np
import pytest

pytest.register_assert_rewrite("tests.program_record")
# The engine divides by zero and overflows as PyTorch does, in silence.
np.seterr(all="ignore")
