"""Whether a program has asked for what few programs do, so that each operation looks at one flag instead of all of it."""


class Unusual:
    """`used` is true from the first saved-tensor hook, anomaly mode or inference tensor that requires grad of the process on."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False


unusual = Unusual()
