"""`torch.backends.cpu`: which vector instructions are used."""


def get_cpu_capability() -> str:
    """Return the name of the vector instructions, as PyTorch has it where there are none in particular."""
    return "DEFAULT"
