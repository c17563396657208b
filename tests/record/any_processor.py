"""Make PyTorch round products as on any x86-64 processor, and not as with the best kernels of this one.

Importing it suffices, before the first product. tests/conftest.py does the same for the engine.
"""

import os

os.environ["MKL_ENABLE_INSTRUCTIONS"] = "SSE4_2"
