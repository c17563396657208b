"""Losses and distances of whole numbers and truth values: their dtype, or why there are none."""
import torch
import torch.nn.functional as F

x, n, truths = torch.tensor([0.5, 1.0]), torch.tensor([1, 2]), torch.tensor([True, False])
for call in (
    lambda: F.margin_ranking_loss(n, n, n), lambda: F.margin_ranking_loss(n, n, n.int(), margin=1),
    lambda: torch.dist(truths, x), lambda: torch.dist(x, n),
    lambda: torch.dist(n, n), lambda: F.binary_cross_entropy_with_logits(x, x, pos_weight=truths),
):
    try:
        print(call())
    except RuntimeError as error:
        print(error)
