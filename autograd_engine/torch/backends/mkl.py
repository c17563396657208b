"""`torch.backends.mkl`: whether PyTorch was built with Intel's Math Kernel Library."""


def is_available() -> bool:
    """Return what PyTorch's builds for x86-64 do: yes. Here NumPy multiplies."""
    return True
