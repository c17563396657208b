"""Every sentence of the narration and every label, in one table, ready for gettext.

A message is looked up in the translations by its English text, then filled in. Whoever translates may move
the parts in braces; they stand for names, numbers and expressions of the user's program.
"""

from __future__ import annotations

import gettext

# ---- forward

CREATED_LEAF = "{name} is a new leaf: {value}. It wants a gradient, so a backward pass adds to {name}.grad."
CREATED = "{name} is a new tensor: {value}. It wants no gradient."
COMPUTED = "{name} = {expr} gives {value}."
COMPUTED_UNNAMED = "{expr} gives {value}."
COMPUTED_SEVERAL = "{expr} gives {count} tensors: {value}."
RECORDED = "Autograd records it as {fn}"
KEEPS = "{recorded}, which keeps {saved} for the backward pass."
KEEPS_NOTHING = "{recorded}, which needs to keep nothing."
INSIDE_FORWARD = "Inside {scope} autograd does not watch: only the Function's own backward counts."
INSIDE_BACKWARD = "This happens inside {scope}, in the middle of the backward pass."
INSIDE_HOOK = "A hook does this, in the middle of the backward pass."
INSIDE_PASS = "create_graph=True: the backward pass is recorded too, so that its result can be differentiated."
NOT_DIFFERENTIABLE = "Its gradient would be zero or does not exist, so nothing is recorded."
SWITCHED_OFF = "Recording is switched off here: autograd knows nothing of it."
NO_GRADIENT_WANTED = "No input wants a gradient, so nothing is recorded."
FUNCTION = (
    "The custom Function {fn} ran: its forward gave {value}, and its backward will be called with the gradient of that."
)
WROTE = "{name} is overwritten in place: it was {before} and is now {after}. Its version is now {version}."
WROTE_UNSEEN = "{name} is overwritten in place and is now {after}. Its version is now {version}."
WROTE_UNNOTICED = (
    "{name} is overwritten: it was {before} and is now {after}. Through .data autograd does not notice: "
    "the version stays {version}."
)
ALSO_CHANGED = "The change shows in {names} too: it is the same memory."

# ---- backward

BACKWARD = "The backward pass starts at {name}. The seed is {seed}: how much each element of {name} counts."
BACKWARD_IMPLICIT = (
    "The backward pass starts at {name}. It has one element, so the seed is 1: the derivative of {name} by itself."
)
GRAD = (
    "torch.autograd.grad starts at {name} with the seed {seed}. It returns the gradient of {inputs} and "
    "changes no .grad."
)
SEVERAL_ROOTS = "The backward pass starts at {count} tensors: {names}."
SEED_ARRIVES = "The seed {value} arrives at {fn}."
ARRIVES = "{name} receives {value} from {fn}."
ARRIVES_NONE = "{fn} sends {name} no gradient at all: None, which is not zero."
SUM = "Together with what was there: {before} + {value} = {after}."
SUM_LARGE = "Together with what was there that makes {after}."
WAITING = "It has {arrived} of {expected} contributions and waits for {missing} more."
READY = "Nothing is missing, so {fn} is ready."
CAPTURED = "Nothing is missing: this is what torch.autograd.grad will return."
RUNS = "{fn} runs with the gradient {grad}."
RUNS_LINE = "{fn} (line {line}: {expr}) runs with the gradient {grad}."
RUNS_FIRST = "Of {count} ready nodes it was made last, so it goes first."
SENDS_VALUE = "To {name}: {value}."
SENDS = "To {name}: {formula} = {value}."
COPY_SLICES = "What was overwritten gets its gradient through {expr}, the rest passes on as it is."
BROADCAST = "{name} was broadcast in the forward pass, so its gradient is summed back to its shape."
SENDS_NONE = "To {name}: None."
SENDS_NOWHERE = "Nothing before it wants a gradient."
CALLS = "{fn} calls the Function's own backward with the gradient {grad}."
RETURNS = "The Function's backward returned {value}."
FREES = "Its saved tensors are freed: a second backward pass would need retain_graph=True."
STORES = "{name}.grad is None; AccumulateGrad stores {value}."
ADDS = "AccumulateGrad adds {value} to {name}.grad: {before} + {value} = {after}."
ADDS_LARGE = "AccumulateGrad adds the gradient to {name}.grad: that was {before} and is now {after}."
ADDS_NOTHING = "No gradient arrived for {name}, so {name}.grad stays as it is."
REFUSES = "{name} does not require a gradient any more, so {name}.grad stays as it is."
RETAINS = "{name} is no leaf, but retain_grad() was called: {name}.grad is now {after}."
HOOK_KEEPS = "The hook {hook} of {name} sees {value} and leaves it as it is."
HOOK_CHANGES = "The hook {hook} of {name} turns {value} into {after}."
GRAD_NONE = "{name}.grad is set to None."
GRAD_SET = "{name}.grad is set to {after}."
GRAD_ZEROED = "{name}.grad is set to zero in place: it was {before}. Zero is not None."
END = "The backward pass is over."
BREAKS = "The backward pass breaks off: {name} fails with {error}"
NO_PASS = "The program ends without a backward pass: backward() would start one."
END_GRAD = "The pass is over. It returns {value}."
ERROR = "The program stops with {error}"
OMITTED = "{count} further operations ran and are not shown."

# ---- values of which there are too many to tell one by one

EMPTY = "an empty tensor"
NUMBERS = "{count} numbers {range}"
EQUAL_NUMBERS = "{count} numbers that are all {value}"
MIXED_NUMBERS = "{count} numbers, {strange}, the rest {range}"
STRANGE_NUMBERS = "{count} numbers, {strange}"
SO_MANY = "{count} of them {what}"
RANGE = "from {low} to {high} with mean {mean}"
ALL = "all {value}"
FLAGS = "{count} truth values, {true} of them True"
EQUAL_FLAGS = "{count} truth values that are all {value}"
MIXED_FLAGS = "{count} truth values, some True and some False"
ASIDE = "({value})"

# ---- words and labels

AND = "{first} and {second}"
NOTHING = "nothing"
SEED = "seed"
WAITING_SHORT = "waiting for {count} more"

ARIA_LEAF = "leaf"
ARIA_CONSTANT = "constant"
ARIA_OP = "result"
ARIA_FUNCTION = "result of a custom Function"
ARIA_OUTPUT = "output"
ARIA_HUB = "operation with several outputs"
ARIA_SEED = "seed"
ARIA_VALUE = "value {value}"
ARIA_NOT_YET = "not computed yet"
GRAD_STATES = {
    "none": "no grad yet",
    "pending": "grad pending {arrived} of {expected}",
    "complete": "grad {value}",
    "kept": "grad {value}",
    "passed": "grad {value}, not kept",
    "undefined": "grad None",
}


class Words:
    """Says messages in one language: `words(SUM, before=..., value=..., after=...)`."""

    def __init__(self, translations: gettext.NullTranslations | None = None) -> None:
        self._translate = (translations or gettext.NullTranslations()).gettext

    def __call__(self, message: str, **parts: object) -> str:
        """Return a message, translated and filled in."""
        return self._translate(message).format(**parts)

    def template(self, message: str) -> str:
        """Return a message for the player to fill in."""
        return self._translate(message)

    def join(self, parts: list[str]) -> str:
        """Return a list in words: "a, b and c"."""
        if len(parts) < 2:
            return parts[0] if parts else self(NOTHING)
        return self(AND, first=", ".join(parts[:-1]), second=parts[-1])
