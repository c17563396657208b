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
        # ---- the program fails
        "saved_changed": Cause(
            "A node keeps tensors for its backward formula; if one has been changed in place since, the formula would be wrong.",
            "Write the change out of place (h = h + 1), or make it before or on a clone() of what is saved.",
            "output-changed",
        ),
        "graph_freed": Cause(
            "A backward pass frees what the graph has saved, so a later pass over the same part finds nothing.",
            "Add the losses up and call backward() once, run the forward pass again, or detach() what is carried over. "
            "retain_graph=True in the pass before works too, but what the graph has saved then stays in memory.",
            "second-backward",
        ),
        "leaf_in_place": Cause(
            "A leaf that requires a gradient must not be changed in place while operations are recorded.",
            "Change it under torch.no_grad(), as an optimizer does, or work on a clone().",
            "leaf-in-place",
        ),
        "non_scalar": Cause(
            "backward() without an argument starts with the gradient 1, which only a single number has.",
            "Take sum() or mean() first, or pass a gradient of the same shape.",
            "choose-a-seed",
        ),
        "gradient_shape": Cause(
            "A gradient has the shape of the tensor it belongs to.",
            "Pass or return a gradient of that shape; sum over what was broadcast.",
            "broadcasting",
        ),
        "function_count": Cause(
            "A custom backward returns one gradient for each argument of forward, None for those that have none.",
            "Return as many values as forward has arguments, ctx left out.",
            "wrong-count",
        ),
        "integer_leaf": Cause(
            "Only floating-point and complex tensors can require a gradient.",
            "Write the numbers with a decimal point, or pass dtype=torch.float32.",
            "no-grad-fn",
        ),
        "flag_of_result": Cause(
            "requires_grad can be set on leaves only; a computed tensor requires a gradient because one of its inputs does.",
            "Use detach() to leave the graph, or set the flag on the leaf.",
            "leaf-and-non-leaf",
        ),
        "create_graph": Cause(
            "A backward pass is recorded only with create_graph=True; otherwise the gradients it gives are constants.",
            "Pass create_graph=True to the first pass.",
            "double-backward",
        ),
        "shapes": Cause(
            "Shapes have to match: equal or broadcastable for elementwise operations, equal inner dimensions for products.",
            "Print the shapes before that line, and transpose, reshape or unsqueeze what does not fit.",
            "broadcasting",
        ),
        "dtypes": Cause(
            "Products and losses take tensors of one dtype; NumPy's floats are float64, PyTorch's float32.",
            "Convert the data once, where it is created: .float() or dtype=torch.float32.",
            "converted-leaf",
        ),
        "no_tensor": Cause(
            "backward() is a method of tensors: a list or a number has none.",
            "Combine the losses with torch.stack(losses).sum(), and keep the loss a tensor.",
            "list-has-no-backward",
        ),
        "numpy_of_graph": Cause(
            "A tensor with history cannot become a NumPy array, since the history would be lost silently.",
            "Call detach() first where the numbers are only shown.",
            "no-grad-fn",
        ),
        "function_form": Cause(
            "A custom Function has two static methods, forward and backward, and is called through apply().",
            "Put @staticmethod before both methods, and call Name.apply(x) instead of Name()(x).",
            "wrong-count",
        ),
        "integer_values": Cause(
            "Integers stay integers in most operations: a mean, or a floating-point result written in place, does not fit into them.",
            "Convert them first with .float(), or create them with a decimal point.",
            "no-grad-fn",
        ),
        "several_values": Cause(
            "Only a tensor with one element can become a Python number or a condition.",
            "Reduce it first with sum(), mean(), any() or all(), choose one element, or use torch.where for a choice per element.",
        ),
        "class_index": Cause(
            "A class label, like an index, counts from 0 and must be below the number of classes or rows.",
            "Compare the largest label with the size of the last layer or of the table, and begin the labels at 0.",
        ),
        "missing_import": Cause(
            "A name has to be imported before it is used; code pasted from a page often begins below its imports.",
            "Add the import at the top of the program.",
        ),
        "undefined_value": Cause(
            "A name has to be assigned before it is used; the code shows which shape would fit, not which numbers.",
            "Copy the lines that define it too, or put a value of that shape there.",
        ),
        "refused": Cause(
            "The built-in engine has what programs about gradients use; real PyTorch has the rest.",
            "On your own computer, with PyTorch and `pip install 'autograd-studio[torch]'`, `autograd-studio record FILE` runs the "
            "program on real PyTorch and writes the same steps as a page.",
        ),
        "missing_module": Cause(
            "An import runs where the program runs, so the package must be installed there.",
            "A program about gradients seldom needs more than torch: make small inputs with torch.randn.",
        ),
        "cut_off": Cause(
            "Indentation tells Python which block a line belongs to, and a `return` belongs in a function.",
            "Copy the lines above it too, or write them again.",
        ),
        "session": Cause(
            "Prompts and notebook commands are meant for the console or notebook that reads them; they are not Python.",
            "Keep only the statements.",
        ),
        "page": Cause(
            "A page is made for readers: typographic quotes, the marks around code and dots for omitted lines are not Python.",
            "Keep only the code.",
        ),
        "no_cuda": Cause(
            "The built-in engine computes on the CPU, as PyTorch does on a machine without a GPU.",
            "Write device = torch.device('cuda' if torch.cuda.is_available() else 'cpu') and .to(device), which runs anywhere.",
        ),
        "exception": Cause(
            "The exception is not about gradients: Python or PyTorch cannot run this line.",
            "Read the message, print the shapes, types and values that the line uses just before it, and correct it.",
        ),
        "once_differentiable": Cause(
            "@once_differentiable runs a backward without recording it, so the gradients it gives cannot be differentiated.",
            "Compute the gradient from saved tensors with differentiable operations, and remove the decorator.",
            "double-backward",
        ),
        # ---- what PyTorch lets pass
    }
)
