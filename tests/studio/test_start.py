"""What starting costs: what is imported before anybody asks for it."""

import subprocess
import sys

# Each takes a noticeable part of the time that NumPy's import takes, and a program that multiplies two tensors needs none.
LATER = (
    "numpy.random secrets hashlib pathlib difflib importlib.resources tempfile "
    "autograd_engine.tracing autograd_engine.torch.nn autograd_engine.torch.optim autograd_engine.torch.distributions"
).split()


def test_importing_the_engine_imports_nothing_that_few_programs_need():
    code = "import sys, autograd_engine.torch; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not set(LATER) & set(loaded)
