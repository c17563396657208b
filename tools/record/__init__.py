"""What real PyTorch does, recorded for the tests and the engine, with an interpreter that has torch 2.13.0."""
