"""Causes: the one list of why a gradient is None, zero, NaN or wrong, with its rule, its remedy and its lesson."""

from __future__ import annotations

from .finding import CAUSES, Cause

CAUSES.update(
    {
        # ---- the gradient is None
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
