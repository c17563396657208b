"""Why a gradient is None, zero, NaN or silently wrong, and why a program failed: read from its Trace and its text."""
