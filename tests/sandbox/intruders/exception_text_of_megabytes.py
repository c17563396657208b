raise RuntimeError("\u202e" * 5_000_000)
