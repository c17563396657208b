"""Rows of the losses that want a margin."""

from . import Row, exactly, normal

FLOAT = ("float32",)
SIGNS = exactly([1.0, -1.0, 1.0])

ROWS = [
    Row("", "F.margin_ranking_loss(x, y, _t, 0.3)", dict(x=normal(3), y=normal(3), _t=SIGNS)),
    Row("", "F.margin_ranking_loss(x, y, _t, reduction='sum')", dict(x=normal(3), y=normal(3), _t=SIGNS)),
    Row("", "torch.margin_ranking_loss(x, y, _t)", dict(x=normal(3), y=normal(3), _t=SIGNS)),
    Row("", "F.margin_ranking_loss(x, y, _t)", dict(x=normal(3), y=normal(1, 3), _t=SIGNS), FLOAT, error=True),
    Row("_norm_along", "F.triplet_margin_loss(a, p, n)", dict(a=normal(3, 4), p=normal(3, 4), n=normal(3, 4))),
    Row("_norm_along", "F.triplet_margin_loss(a, p, n, margin=4.0, p=3, reduction='none')", dict(a=normal(3, 4), p=normal(3, 4), n=normal(3, 4))),
    Row("_norm_along", "F.triplet_margin_loss(a, p, n, swap=True)", dict(a=normal(3, 4), p=normal(3, 4), n=normal(3, 4))),
    Row("_norm_along", "F.triplet_margin_loss(a, p, n, margin=0)", dict(a=normal(3, 4), p=normal(3, 4), n=normal(3, 4)), FLOAT, error=True),
    Row("_norm_along", "F.triplet_margin_loss(a, p, n)", dict(a=normal(3, 4), p=normal(3, 4), n=normal(4)), FLOAT, error=True),
    Row("", "F.cosine_embedding_loss(x, y, _t, 0.1)", dict(x=normal(3, 4), y=normal(3, 4), _t=SIGNS)),
    Row("", "F.cosine_embedding_loss(x, y, t)", dict(x=normal(4), y=normal(4), t=exactly(1, "int64"))),
    Row("", "F.cosine_embedding_loss(x, y, _t, reduction='none')", dict(x=normal(3, 4), y=normal(3, 4), _t=SIGNS)),
    Row("", "F.cosine_embedding_loss(x, x, _t)", dict(x=normal(3, 4), _t=normal(3, 4)), FLOAT, error=True),
    Row("", "F.cosine_embedding_loss(x, x, _t)", dict(x=normal(4), _t=SIGNS), FLOAT, error=True),





]  # fmt: skip
