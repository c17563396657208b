"""`torch.utils.deterministic`: what new memory holds where the program asks for algorithms that always compute the same."""

from .._switches import switches

switches(__name__, fill_uninitialized_memory=True)
