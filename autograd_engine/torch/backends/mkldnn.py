"""`torch.backends.mkldnn`: whether PyTorch was built with oneDNN."""


def is_available() -> bool:
    """Return what PyTorch's builds do: yes. Here NumPy convolves."""
    return True
