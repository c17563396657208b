"""Records programs that run on real PyTorch: the same Trace as the built-in engine's, from public hooks alone.

Importing this package imports torch, which nothing else in the project does.
"""
