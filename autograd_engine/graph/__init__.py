"""What a program's graph is: tensors, nodes, the edges between them, and who watches."""
