"""What a text says, read without running it, and the programs that forms write: in a child, since a text may be made to cost."""
