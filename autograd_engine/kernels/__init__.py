"""What computes on arrays, in PyTorch's order and to its last bit as far as that is known. Nothing here knows of tensors."""
