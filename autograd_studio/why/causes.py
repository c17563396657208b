"""Causes: the one list of why a gradient is None, zero, NaN or wrong, with its rule, its remedy and its lesson."""

from __future__ import annotations

from .finding import CAUSES, Cause

CAUSES.update(
    {
        # ---- the gradient is None
        "not_leaf": Cause(
            "A backward pass keeps the gradient of a leaf only; that of a computed tensor is passed on and dropped.",
            "Call retain_grad() on it before backward(), or look at the gradient of a leaf.",
            "leaf-and-non-leaf",
        ),
        "converted_leaf": Cause(
            "The result of an operation on a leaf is not a leaf, and only leaves keep a gradient.",
            "Convert first and call requires_grad_() on the result, or pass dtype= to the function that creates it.",
            "converted-leaf",
        ),
        "rebound": Cause(
            "An assignment binds the name to a new tensor; the leaf that had it, and would get the gradient, is lost.",
            "Write in place under torch.no_grad(): `w -= lr * w.grad`, or use an optimizer.",
            "rebind-or-write",
        ),
        "requires_grad_false": Cause(
            "A tensor takes part in the graph only if it requires a gradient or was computed from one that does.",
            "Create it with requires_grad=True, or call requires_grad_() before it is used.",
            "leaf-and-non-leaf",
        ),
        "late_requires_grad": Cause(
            "Only what is computed after requires_grad was set is recorded.",
            "Set requires_grad before the forward pass.",
            "leaf-and-non-leaf",
        ),
        "frozen": Cause(
            "requires_grad=False takes a tensor out of the graph: it gets no gradient, and none is computed for it.",
            "Set requires_grad back to True before the forward pass if it should learn.",
            "leaf-and-non-leaf",
        ),
        "detach": Cause(
            "detach() returns the same numbers without their history, so no gradient goes back through it.",
            "Remove it where the gradient must pass; keep it for values that are only shown or compared.",
            "detached-factor",
        ),
        "data": Cause(
            "`.data` gives the same numbers without their history, so no gradient goes back through it.",
            "Use the tensor itself; where a cut is meant, write detach().",
            "detach-or-data",
        ),
        "no_grad": Cause(
            "Under torch.no_grad() operations are not recorded, so their results have no history.",
            "Move what has to be differentiated out of the block, or switch recording on before it.",
            "detach-or-data",
        ),
        "inference_mode": Cause(
            "Under torch.inference_mode() operations are not recorded, and their results can never be part of a graph.",
            "Move what has to be differentiated out of the block.",
            "detach-or-data",
        ),
        "item": Cause(
            "item(), float() and int() give a Python number, which has no history.",
            "Keep computing with the tensor; take the number only to show it.",
            "no-grad-fn",
        ),
        "tolist": Cause(
            "tolist() gives Python numbers, which have no history.",
            "Keep computing with the tensor; torch.stack and torch.cat combine tensors.",
            "no-grad-fn",
        ),
        "numpy": Cause(
            "NumPy arrays have no history: what they hold is a constant to autograd.",
            "Compute with PyTorch's functions instead.",
            "no-grad-fn",
        ),
        "new_tensor": Cause(
            "torch.tensor() copies numbers into a new leaf, which has no record of where they came from.",
            "Use the tensor itself, or torch.stack and torch.cat to combine several.",
            "no-grad-fn",
        ),
        "integer": Cause(
            "Only floating-point and complex numbers can have gradients; a conversion to integers or bools is a cut.",
            "Keep floating-point numbers on the way from the parameters to the loss.",
            "no-grad-fn",
        ),
        "comparison": Cause(
            "A comparison gives True or False, which does not change with small changes of its inputs: it has no gradient.",
            "Use a smooth measure as the loss, such as cross-entropy, and the comparison only to report.",
            "no-grad-fn",
        ),
        "argmax": Cause(
            "An index does not change with small changes of the numbers: argmax and similar operations have no gradient.",
            "Use softmax or the largest value itself, and the index only to report.",
            "no-grad-fn",
        ),
        "not_differentiable": Cause(
            "The operation has no derivative, or its author marked its output as not differentiable.",
            "Use an operation that has one.",
        ),
        "function_none": Cause(
            "A backward that returns None for an input says that there is no gradient for it.",
            "Return the gradient of that input.",
            "wrong-count",
        ),
        "not_in_loss": Cause(
            "A backward pass reaches what its root was computed from, and nothing else.",
            "Use the tensor in the loss that the pass starts from, or remove it from the optimizer.",
            "grad-or-backward",
        ),
        "no_backward": Cause(
            "A gradient is computed only when backward() is called on something that was computed from the tensor.",
            "Call backward() on the loss before looking at .grad.",
            "grad-or-backward",
        ),
        "autograd_grad": Cause(
            "torch.autograd.grad returns the gradients and leaves every .grad as it was.",
            "Use what it returns, or call backward().",
            "grad-or-backward",
        ),
        "not_in_inputs": Cause(
            "backward(inputs=…) adds to the .grad of these tensors only.",
            "Leave `inputs` out, or add the tensor to it.",
            "grad-or-backward",
        ),
        "cleared": Cause(
            "zero_grad() and `.grad = None` discard what the last pass left.",
            "Clear before backward(), not between backward() and the use of the gradient.",
            "grad-until-cleared",
        ),
        # ---- the gradient is zero
        # ---- NaN and infinity
        # ---- what PyTorch lets pass
        "gradient_overwritten": Cause(
            "A backward must not write to the gradient it is given: other nodes may hold the same tensor. PyTorch raises no error.",
            "Change a copy: grad_input = grad_output.clone().",
            "forgotten-clone",
        ),
        "kept_on_ctx": Cause(
            "What forward computes has no history, and changes to what is kept on ctx go unnoticed.",
            "Save inputs and outputs with ctx.save_for_backward, and compute the rest from them in backward.",
            "lost-history",
        ),
        "upstream_ignored": Cause(
            "A node multiplies the gradient that arrives at its output by its own slope: that is the chain rule.",
            "Multiply by the gradient that backward is given: return grad_output * slope.",
            "upstream-gradient",
        ),
        "saved_changed_unseen": Cause(
            "A write through .data or NumPy does not raise the version, so autograd does not notice that a saved tensor has changed.",
            "Write under torch.no_grad(), which increases the version, and not between the forward pass and its backward.",
            "detach-or-data",
        ),
        "not_in_optimizer": Cause(
            "An optimizer updates the tensors it was given when it was created, and no others.",
            "Give it the parameters of the model that computes the loss: keep layers in nn.ModuleList, create the optimizer last.",
            "rebind-or-write",
        ),
        "accumulates": Cause(
            "backward() adds to .grad; what an earlier iteration left there stays until it is cleared. PyTorch adds because the "
            "gradients of all uses of a leaf must add up, in one pass or in several, and it cannot know when you are done.",
            "Call optimizer.zero_grad() once an iteration, or set .grad = None after each update.",
            "forgotten-zero-grad",
        ),
    }
)
