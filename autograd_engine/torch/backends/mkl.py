"""`torch.backends.mkl`: whether PyTorch was built with Intel's Math Kernel Library."""


def is_available() -> bool:
    """Return what PyTorch's builds for the CPU do: yes."""
    return True
