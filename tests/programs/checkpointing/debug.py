# A checkpoint whose second run differs says so; with debug the error lists what ran.
import torch
from torch.utils.checkpoint import checkpoint, set_checkpoint_debug_enabled

runs = 0


def different(x):
    global runs
    runs += 1
    return x.sin().exp() if runs % 2 else x.sin() * torch.tensor([1.0, 2.0])


x = torch.ones(1, requires_grad=True)
for debug, enabled in ((False, None), (True, None), (False, True), (True, False)):
    with set_checkpoint_debug_enabled(enabled):
        out = checkpoint(different, x, use_reentrant=False, debug=debug)
    try:
        out.sum().backward()
    except torch.utils.checkpoint.CheckpointError as error:
        print(debug, enabled, "dumping logs" in str(error), "You are seeing this error because you passed `debug=True`" in str(error))
try:
    checkpoint(different, x, use_reentrant=False, debug=True, context_fn=lambda: (None, None))
except ValueError as error:
    print(error)
try:
    checkpoint(different, x, use_reentrant=True, debug=True)
except ValueError as error:
    print(error)
