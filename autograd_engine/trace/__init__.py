"""The Trace: its schema, and how its entries are made, for the recorder of the engine and that of PyTorch."""
