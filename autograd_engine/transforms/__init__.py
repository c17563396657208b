"""`torch.func`: functions made of functions, such as the gradient of one, or one that runs over a batch."""
