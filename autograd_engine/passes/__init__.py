"""The backward pass: its order, how gradients travel, and the nodes that users write themselves."""
