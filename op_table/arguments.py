"""Rows of functions that are called with arguments they do not take."""

import re

from . import Row, ints, normal

INPUTS = {
    "x": normal(3, 4),
    "y": normal(3, 4),
    "l": ints(3, high=3),
    "se": normal(2, 3, 6),
    "im": normal(1, 2, 5, 5),
    "w": normal(3, 2, 2, 2),
}
CALLS = """
    torch.atan2('a'); torch.logical_and('a'); torch.special.log_softmax('a'); x.atan2_(2); x.atan2_(); x.atan2_('a');
    x.hypot_(2); x.heaviside_(2); x.logical_xor_(2); l.lcm_(2); l.gcd_(2); x.nextafter_(2); x.ldexp_(2); x.igamma_(2);
    l.bitwise_and_(); l.bitwise_and_('a'); l.bitwise_left_shift_('a'); l.floor_divide_('a'); l.logical_and_();
    F.relu(5); torch.relu(); torch.relu(5); torch.relu(x, 3); x.relu(3); F.elu(5); F.elu(x, 'a');
    F.elu(x, alpha=None); F.elu(x, x); F.selu(5); torch.selu(5); torch.selu(x, 3); F.celu(x, 'a');
    torch.celu(x, 'a'); torch.celu(5); F.leaky_relu(5); F.leaky_relu(x, 'a'); F.leaky_relu(x, x); F.gelu();
    F.gelu('a'); F.gelu(x, foo=3); F.silu(5); F.silu('a'); F.mish(5); F.softplus(5); F.softplus(x, 'a');
    F.softplus(x, gamma=2); F.softplus(); F.softshrink(x, 'a'); F.softshrink(5); F.softshrink(x, 1, 2);
    F.hardshrink(x, 'a'); F.hardshrink(5); torch.hardshrink(x, 'a'); x.hardshrink('a'); F.tanhshrink(5);
    F.hardtanh(x, 'a'); F.hardtanh(x, 2, 'a'); F.hardtanh(5); F.relu6(5); F.hardsigmoid(5); F.hardswish(5);
    F.logsigmoid(5); F.logsigmoid(x, 3); F.logsigmoid(); F.threshold(5, 1, 2); F.threshold(x, 'a', 2);
    F.threshold(x, 1, 'a'); torch.threshold(x, 1); F.glu(5); F.glu(x, 'a'); F.prelu(x); F.prelu(x, 5);
    F.prelu(5, x); x.prelu(5); F.rrelu(5); F.rrelu(x, 'a'); F.softsign(5); F.softmax(x, 'a'); F.softmax('a');
    torch.softmax(x, 'a'); torch.softmax(x, 1, foo=2); torch.softmax(5, 1); x.softmax('a'); x.softmax(1.5);
    x.log_softmax(); x.log_softmax(dim=None); torch.log_softmax(x); F.log_softmax(x, 'a');
    F.log_softmax(5, 0); F.softmin(5, 0); F.tanh(5); F.sigmoid('a'); F.linear(); F.linear(x); F.linear(x, 5);
    F.linear(x, y, 5); F.linear(x, y, bias=5); F.linear(x, y, None, None); F.linear('a', y);
    F.bilinear(x, x); F.bilinear(x, x, 5); F.conv2d(5, x); F.conv2d(im, w, 5); F.conv2d(im, w, None, 'a');
    F.conv2d(im, w, foo=3); F.conv_transpose2d(im, 5); F.conv_transpose2d(im, w, stride='a');
    F.max_pool2d(5, 2); F.max_pool2d(im); F.max_pool2d(im, 'a'); F.max_pool2d(im, 2, stride='a');
    F.max_pool2d(im, 2, foo=1); F.max_pool2d(im, x); F.max_pool1d(5, 2); F.max_pool1d(se, 'a');
    torch.max_pool2d(im, 'a'); torch.max_pool1d(se, 'a'); F.avg_pool2d(5, 2); F.avg_pool2d(im);
    F.avg_pool2d(im, 'a'); F.avg_pool2d(im, 2, foo=1); F.avg_pool1d(se); F.avg_pool1d(5, 2);
    F.avg_pool1d(se, 'a'); F.adaptive_avg_pool2d(5, 2); F.adaptive_avg_pool2d(im);
    F.adaptive_avg_pool1d(5, 2); F.adaptive_avg_pool1d(se, 'a'); F.adaptive_max_pool2d(5, 2);
    F.adaptive_max_pool1d(se, 'a'); F.batch_norm(x, 5, 6); F.batch_norm(x, None, None, 5, training=True);
    F.layer_norm(5, (4,)); F.layer_norm(x, 'a'); F.layer_norm(x, (4,), 5); F.layer_norm(x, (4,), eps='a');
    F.layer_norm(x); F.group_norm(5, 2); F.group_norm(im, 'a'); F.group_norm(im, 2.0);
    F.group_norm(im, 2, 5); F.instance_norm(5); F.rms_norm(x, 5); F.rms_norm(x, 'a'); F.rms_norm(5, (2,));
    F.local_response_norm(5, 2); F.local_response_norm(im, 'a'); F.normalize(5); F.dropout('a');
    F.dropout(x, 'a'); F.dropout(x, None); torch.dropout(x, 0.5); torch.dropout(x, 'a', True);
    torch.dropout(5, 0.5, True); F.dropout2d(5); F.pad(5, (1, 1)); F.pad(x, 'a'); F.pad(x); F.embedding(l);
    F.embedding(l, 5); F.embedding(5, x); F.one_hot(5); F.one_hot(l, 'a'); F.cosine_similarity(x, 5);
    F.cosine_similarity(5, x); F.cosine_similarity(x, x, 'a'); F.cosine_similarity(x);
    F.pairwise_distance(x, x, 'a'); F.pdist(5); F.pdist(x, 'a'); F.interpolate(5, 2);
    F.pixel_shuffle(im, 'a'); F.pixel_shuffle(5, 2); F.pixel_shuffle(im); F.pixel_unshuffle(im, 'a');
    F.channel_shuffle(im, 'a'); F.unfold(5, 2); F.fold(5, 2, 2); F.scaled_dot_product_attention(x, x);
    F.scaled_dot_product_attention(x, x, 5); F.scaled_dot_product_attention(5, x, x);
    F.scaled_dot_product_attention(x, x, x, 5); F.scaled_dot_product_attention(x, x, x, dropout_p='a');
    F.mse_loss(5, x); F.mse_loss(x, 5); F.mse_loss(); F.l1_loss(x, 5); F.l1_loss(5, x);
    F.smooth_l1_loss(x, 5); F.huber_loss(x, 5); F.huber_loss(x, x, delta='a');
    F.smooth_l1_loss(x, x, beta='a'); F.cross_entropy(5, l); F.cross_entropy(x, 5);
    F.cross_entropy(x, [1, 2, 0]); F.cross_entropy(x, l, weight=5);
    F.cross_entropy(x, l, weight=[1., 1, 1, 1]); F.cross_entropy(x, l, label_smoothing='a');
    F.cross_entropy(x); F.nll_loss(5, l); F.nll_loss(x, 5); F.nll_loss(x, l, 5);
    F.binary_cross_entropy(5, x); F.binary_cross_entropy(x, 5); F.binary_cross_entropy_with_logits(5, x);
    F.binary_cross_entropy_with_logits(x, 5); F.binary_cross_entropy_with_logits(x, x, 5);
    F.binary_cross_entropy_with_logits(x, x, pos_weight=[1.]); F.kl_div(5, x); F.kl_div(x, 5);
    F.margin_ranking_loss(5, x, x); F.margin_ranking_loss(x, x, 1); F.triplet_margin_loss(5, x, x);
    F.triplet_margin_loss(x, x, x, 'a'); F.cosine_embedding_loss(x, x, 5); F.hinge_embedding_loss(x, 5);
    F.soft_margin_loss(x, 5); F.multi_margin_loss(5, l); F.multi_margin_loss(x, 5);
    F.multilabel_soft_margin_loss(5, x); F.gaussian_nll_loss(x, x, 'a');
    F.poisson_nll_loss(5, x); F.linear(x, [1.]); F.linear(5, y); F.conv2d(im, w, stride=1.5);
    F.conv2d(im, 3); F.conv2d(im); F.max_pool2d(im, 2.5); F.layer_norm(x, 4); F.dropout(5); F.pad(x, 1);
    F.pad(x, (1.5, 1)); F.embedding(1, x)
"""


def wrong(call):
    """A row with the inputs that the call names."""
    named = {name: make for name, make in INPUTS.items() if re.search(rf"\b{name}\b", call)}
    return Row("", call, named, ("float32",), error=True)


ROWS = [wrong(call.strip()) for call in CALLS.split(";")]
