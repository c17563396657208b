"""Builds what runs programs in the reader's browser: CPython and NumPy as one WebAssembly module, and our own files."""
