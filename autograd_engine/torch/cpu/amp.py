"""`torch.cpu.amp`: the names of old of what is in `torch.amp`."""

from ..amp.autocast_mode import deprecated_for as _autocast_for
from ..amp.grad_scaler import deprecated_for as _scaler_for

autocast, GradScaler = _autocast_for("cpu"), _scaler_for("cpu")
