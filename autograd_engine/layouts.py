"""`torch.layout`: a name that programs pass; here all tensors are strided."""


class layout:
    """How the elements of a tensor lie in memory."""

    __slots__ = ("name",)
    __module__ = "torch"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"


strided = layout("strided")
sparse_coo = layout("sparse_coo")
