"""`torch.hub`: models of others from the network, which programs do not reach here; those that only import it run."""

from typing import Any, NoReturn


def _refuse(*args: Any, **named: Any) -> NoReturn:
    """Refuse: a program has no network."""
    raise NotImplementedError("Autograd Studio does not have torch.hub's downloads: programs run without a network")


load = load_state_dict_from_url = download_url_to_file = list = help = _refuse
