"""Every sentence of the narration and every label, in one table, ready for gettext.

A message is looked up in the translations by its English text, then filled in. Whoever translates may move
the parts in braces; they stand for names, numbers and expressions of the user's program.
"""

from __future__ import annotations

import gettext

# ---- forward

CREATED_LEAF = (
    "{name} is a new leaf, not the result of an operation: {value}. It requires a gradient: backward() will put its "
    "gradient into {name}.grad."
)
CREATED = (
    "{name} is a new leaf, not the result of an operation: {value}. It does not require a gradient, so it gets none."
)
COMPUTED = "{name} = {expr} gives {value}."
COMPUTED_UNNAMED = "{expr} gives {value}."
IS_VIEW = "It is a view, not a copy: {name} and {base} share memory."
IS_DUAL = "{name} is dual: it carries the tangent {tangent}, the direction in which it moves."
PUSHED = (
    "In forward mode it carries the tangent {tangent}: the Jacobian of this step times the tangent of {inputs} (J·v)."
)
TANGENT_OF = "tangent of {name}"
COMPUTED_SEVERAL = "{expr} gives {count} tensors: {value}."
RECORDED = "PyTorch records {fn} for the backward pass"
KEEPS = "{recorded}; it saves {saved}."
KEEPS_NOTHING = "{recorded}; it saves nothing."
INSIDE_FORWARD = (
    "Operations inside {scope} are not recorded. In the backward pass PyTorch calls the Function's own backward "
    "instead."
)
INSIDE_BACKWARD = "This runs inside {scope}, during the backward pass."
COPIED_GRADIENT = (
    "The copy is needed if the gradient is changed in place afterwards: other nodes may hold the same tensor, and would "
    "run with the changed numbers."
)
GRADIENT_ALONE = "Without create_graph=True the pass is not recorded, so these gradients have no history."
INSIDE_HOOK = "A hook does this during the backward pass."
INSIDE_PASS = "With create_graph=True the backward pass is recorded too, so its result can be differentiated."
NOT_DIFFERENTIABLE = "Its gradient would be zero or undefined, so nothing is recorded."
SWITCHED_OFF = "Recording is off here, so autograd does not track this."
DETACHED = (
    "detach() returns a tensor that shares the memory but has no history: no gradient flows back to {name} through it."
)
NO_GRADIENT_REQUIRED = "No input requires a gradient, so nothing is recorded, and the result is a leaf."
FUNCTION = "The custom Function {fn} ran. Its forward returned {value}; its backward will receive the gradient of that."
WROTE = "{name} is overwritten in place: it was {before} and is now {after}. Its version is now {version}."
WROTE_UNSEEN = "{name} is overwritten in place and is now {after}. Its version is now {version}."
WROTE_UNNOTICED = (
    "{name} is overwritten through {way}: it was {before} and is now {after}. Autograd does not notice: "
    "the version is still {version}."
)
BY_DATA = ".data"
BY_NUMPY = "a NumPy array that shares its memory"
DETACHED_IN_PLACE = "detach_() removes the history of {name}: no gradient flows back through it from here on."
ALSO_CHANGED = "The change also shows in {names}: the memory is shared."
WAITING_CHANGED = (
    "The gradient that waits at {names} is overwritten too: it shares this memory, since no clone() was made."
)

# ---- chapters

TURN = "{number} of {total}"
ITERATION = "iteration {turns}"
BEFORE = "before the loop"
AFTER = "after the loop"

# ---- backward

BACKWARD = "backward() starts at {name} with the numbers passed to it: {seed}."
BACKWARD_WEIGHTS = (
    "It differentiates one number, L, and {name} has {count}: each number passed says how much L grows when its element of "
    "{name} grows by 1."
)
BACKWARD_LOSS = (
    "It differentiates one number, L = {loss}: each says how much L grows when its element of {name} grows by 1."
)
BACKWARD_ONE = "It says how much L, the number that the pass differentiates, grows when {name} grows by 1."
BACKWARD_IMPLICIT = (
    "The backward pass starts at {name}. It has one element, so the seed is 1: the derivative of {name} with "
    "respect to itself."
)
RETAINS_GRAPH = "With retain_graph=True the nodes keep what they have saved{names} for another pass."
STILL_KEEPS = (
    "The nodes still hold what they have saved{names}: it stays until a pass runs without retain_graph=True, or until "
    "nothing refers to {root} any more."
)
NAMED = " ({names})"
CREATES_GRAPH = "With create_graph=True the pass is recorded too, so the gradients it computes can be differentiated."
SECOND_PASS = (
    "{name} comes from a recorded backward pass: it is a derivative, and operations on the graph computed it. This pass "
    "goes back through them, and so differentiates the derivative."
)
GRAD = (
    "torch.autograd.grad starts at {name} with the seed {seed}. It returns the gradient with respect to "
    "{inputs} and does not change any .grad."
)
SEVERAL_ROOTS = "The backward pass starts at {count} tensors: {names}."
SEED_ARRIVES = "The seed {value} arrives at {fn}."
ARRIVES = "{name} receives {value} from {fn}."
ARRIVES_NONE = "{fn} sends {name} no gradient: None, which is not the same as zero."
SUM = "It is added to what was already there: {before} + {value} = {after}."
SUM_WHY = "{name} was used {count} times, and a change to it acts through every use: the gradients from all uses are added up."
SUM_LARGE = "It is added to what was already there. The sum is now {after}."
WAITING = "It has {arrived} of {expected} contributions and is waiting for {missing} more."
READY = "Every gradient that {fn} was waiting for has arrived: it can run."
CAPTURED = "All contributions have arrived: this is what torch.autograd.grad will return."
RUNS = "{fn} runs with the gradient {grad}."
RUNS_LINE = "{fn} (line {line}: {expr}) runs with the gradient {grad}."
RUNS_OVERWRITTEN = "What had arrived was {value}: line {line} overwrote it while it waited here."
RUNS_FIRST = "{count} nodes are ready; PyTorch runs the most recently created first."
SENDS_VALUE = "To {name}: {value}."
SENDS = "To {name}: {formula} = {value}."
SENDS_FLAT = "The slope is 0 everywhere, so {name} gets {value}."
SENDS_ONE = "{names} receive the same tensor, not copies: a change made by one shows in all."
COPY_SLICES = "The overwritten part gets its gradient through {expr}; the rest passes through unchanged."
BROADCAST = "{name} was broadcast in the forward pass, so its gradient is summed back to its shape."
SENDS_NONE = "To {name}: None."
SENDS_NOWHERE = "Nothing before it requires a gradient."
CALLS = "{fn} calls the Function's own backward with the gradient {grad}."
RETURNS = "The Function's backward returned {value}."
FREES = "It frees what it had saved{names}: another pass through it would need retain_graph=True in this one."
RETAINS_SAVED = (
    "It keeps what it has saved{names}; without retain_graph=True it would free that, and another pass would fail."
)
STORES = "{name}.grad was None, so AccumulateGrad stores {value}."
ADDS = "AccumulateGrad adds {value} to {name}.grad: {before} + {value} = {after}."
ADDS_LARGE = "AccumulateGrad adds the gradient to {name}.grad, which was {before} and is now {after}."
ADDS_WHY = "Gradients add up in .grad until the program clears it: the gradient of a sum of losses is the sum of their gradients."
ADDS_NOTHING = "No gradient arrived for {name}, so {name}.grad does not change."
REFUSES = "{name} no longer requires a gradient, so {name}.grad does not change."
RETAINS = "{name} is not a leaf, but retain_grad() was called on it: {name}.grad is now {after}."
HOOK_KEEPS = "The hook {hook} on {name} receives {value} and leaves it unchanged."
HOOK_CHANGES = "The hook {hook} on {name} changes {value} to {after}."
GRAD_NONE = "{name}.grad is set to None."
GRAD_SET = "{name}.grad is set to {after}."
GRAD_ZEROED = "{name}.grad is set to zero in place: it was {before}. Zero is not the same as None."
END = "The backward pass has finished."
WAS_FREED = "{name} is still there, but the pass of line {line} freed what it had saved{names}."
BREAKS = "The backward pass stops: {name} fails with {error}"
NO_PASS = "The program ends without a backward pass. Call backward() to start one."
REACHES = "{name} reaches {root} along {count} paths."
REACHES_BY_ONE = "{name} reaches {root} along one path."
REACHES_ONCE = "{name} reaches {root} along one path: seed × slopes = {value}."
REACHES_CHANGED = "{name} reaches {root} along one path, which contributes {value}."
REACHES_ALONG = "{name} reaches {root} along {count} paths: {ways}. Their products add up: {sum} = {value}."
REACHES_GROUPED = (
    "{name} reaches {root} along {count} paths, which end {ways}. Their contributions add up: {sum} = {value}."
)
REACHES_MEETING = (
    "{name} reaches {root} along {count} paths. They meet at {place}, where {sum} = {whole} arrived. From there one path leads "
    "on to {name}: {value}."
)
HOOK_CHANGED = "A hook then changed it to {value}."
CHANGED_ON_THE_WAY = (
    "What had arrived at {place} was changed before it was passed on, so this is not the product of seed and slopes."
)
WAS_THERE = "It was added to what {name}.grad already was."
DIRECTLY = "directly"
THROUGH = "through {names}"
AS_OPERAND = "{way} (as {operand})"
AS = "as {operand}"
AND_MORE = "{count} more"
WORK = (
    "Multiplications by a local slope: {reverse} in reverse mode, one for each edge. Forward mode takes one of the "
    "{inputs} input numbers at a time: it would need {forward}."
)
WORK_ONE = (
    "Multiplications by a local slope: {reverse} in reverse mode, one for each edge. With a single input number, forward "
    "mode would need as many."
)
END_GRAD = "The pass has finished. It returns {value}."
NOT_BEGUN = (
    "The backward pass does not start: {error}. No gradient was sent. The program catches the exception and goes on."
)
ERROR = "The program stops with {error}"
STOPPED = "The program was {error}. Look for an endless loop, or do less."
OMITTED = "{count} more operations ran; they are not shown."

# ---- slopes

SLOPE = "{result} grows by {slope} for each unit that {name} grows."
SLOPE_CUT = (
    "{result} grows by {slope} for each unit that {name} grows: where it is 0, the result does not depend on it."
)
SLOPE_CUT_AT = "No gradient goes back to {names} here."
SLOPE_HERE = "Here: {slope}."
SLOPE_ONE_HOT = "{where}: p − onehot = {p} − {onehot} = {difference}, times {weight}."
SLOPE_SHARES = "{where}: p · (g − Σ p·g) = {p} · ({grad} − {mean}) = {sent}."
SLOPE_NORM_ROW = (
    "{where}, where g is {arriving}: (g − mean(g) − x̂ · mean(g·x̂)) / σ = ({given} − {mean} − {normal} · {share}) / {deviation} = "
    "{sent}."
)
SLOPE_ARRIVING = "what arrives"
SLOPE_WEIGHTED_ARRIVING = "what arrives times the weight"
SLOPE_FIRST_QUERY = "The first query attends to the keys with the weights {p}."
SLOPE_QUERY_AT = "The query at {place} attends to the keys with the weights {p}."
SLOPE_KEY_AT = "The key at {place} is attended to by the queries with the weights {p}."
SLOPE_ROW = "In row {row}"
SLOPE_CHANNEL = "In channel {row}"
SLOPE_GROUP = "In group {row}"
SLOPE_ALONE = "Here"
SLOPE_RECEIVERS = "Here the gradient goes to {names}."
SLOPE_SUM = "Each element of {name} counts once in the sum, so each slope is 1."
SLOPE_MEAN = "Each element of {name} counts 1/{count} in the mean, so each slope is 1/{count}."
SLOPE_MOVED = "The numbers of {name} are only rearranged, so each slope is 1 and each gradient goes back to its place."
SLOPE_COPIED = "{name} was copied, so the gradients of its copies are added up."
SLOPE_BROADCAST = (
    "{name} was broadcast: each of its elements was used {count} times in the forward pass, so {count} gradients are "
    "added up in the backward pass."
)
SLOPE_EACH = "An element of {name} changes only the element of {result} at its own place; the formula says by how much."
SLOPE_FLAT = "{result} stays the same when {name} grows a little, so each slope is 0."
SLOPE_WINDOW_MEAN = (
    "Each result is the mean of a window of {name}: an element's slope is 1 divided by the size of the window, and "
    "windows that overlap add up."
)
SLOPE_WINDOW_MAX = (
    "Only the largest element of each window of {name} counts and gets the gradient; of several equal ones, one "
    "gets all of it."
)
SLOPE_FOLDED = "Elements of {name} that land on the same place were added up, so each slope is 1."
SLOPE_WEIGHTED = "Each result is a weighted sum of elements of {name}, and the weights are the slopes."
SLOPE_PLACE = "When {name} moves, the place that is read moves: the slope is the difference between neighbours there."
SLOPE_CONV = (
    "Each element of {name} is multiplied by the weights in every window that contains it: their sum is sent back."
)
SLOPE_FILTER = (
    "Each weight in {name} is multiplied by one input element per window: its gradient is the sum over all windows."
)
SLOPE_BIAS = "{name} is added everywhere in its channel, so each slope is 1 and all gradients there are added up."
SLOPE_SCALE = (
    "{name} multiplies the normalized input: that is its slope, and the gradients of all its uses are added up."
)
SLOPE_NORMALIZED = (
    "An element of {name} also moves the mean and the deviation that it is normalized with, so the gradients of all "
    "elements that are normalized together add up to 0."
)
SLOPE_FIXED_SCALE = (
    "{name} is normalized with numbers that it does not change: the slope is weight / √(variance + eps)."
)
SLOPE_NORM = "The norm grows in the direction of {name}: for p = 2 the slope of an element is the element / the norm."
SLOPE_DISTANCE = "The distance grows when {name} moves away: for p = 2 the slope is the difference / the distance."
SLOPE_LOGSUMEXP = (
    "When an element of {name} grows by 1, the result grows by the softmax of that element; these softmax values add "
    "up to 1."
)
SLOPE_SCAN = (
    "Each element of {name} counts in every sum from its place onward, so the gradients from there onward are added up."
)
SLOPE_FACTORS = "The slope of each element of {name} is the product of all other elements it is multiplied with."
SLOPE_VARIANCE = (
    "The further an element of {name} is from the mean, the steeper: 2 · (element − mean) / (count − correction)."
)
SLOPE_DEVIATION = (
    "The further an element of {name} is from the mean, the steeper: the slope is (element − mean) / (deviation · "
    "(count − correction))."
)
SLOPE_KEPT = "Only the elements of {name} that were not replaced count, with slope 1; the replaced ones get 0."
SLOPE_WRITTEN = "Elements of {name} count where they were written, with slope 1; the gradient is read from there."
SLOPE_SOURCE = "Each element of {name} was added at its index: its slope is 1, and the gradient is read from there."
SLOPE_SCATTERED = "Which elements of {name} count, and how much, is decided by the reduction at each index."
SLOPE_PROBABILITY = (
    "The slope at an element p of {name} with target t is (p − t) / (p · (1 − p)): steep where p is certain and wrong. "
    "The loss averages or adds them."
)
SLOPE_LOGIT = "The slope at an element x of {name} with target t is sigmoid(x) − t, the prediction minus the target."
SLOPE_TARGET = "The target {name} counts too: the slope is how the loss grows when the target moves away."
SLOPE_HUBER = (
    "Near the target the slope at an element of {name} is its difference from the target, further away it is limited."
)
SLOPE_QUERY = (
    "{name} changes how much each value is attended to: what it sends passes through the softmax of the scores."
)
SLOPE_ATTENDED = "Each element of {name} counts as much as it is attended to: the attention weights are its slopes."
SLOPE_MATRIX = (
    "Each element of the result depends on all elements of {name}: its slopes are a matrix, which the formula applies."
)
SLOPE_DIRECTION = (
    "Only the direction of {name} counts here: making it longer has slope 0, since the other input gives the length."
)
SLOPE_LENGTH = "{name} is the length along a direction: its slope is that direction."
SLOPE_GATE = "One half of {name} is multiplied by the sigmoid of the other: each is the other's slope."
SLOPE_RECURRENT = "{name} acts in every time step, so the gradients of all time steps are added up."
SLOPE_SAMPLE = "The sample moves along when {name} does: the slope says how, with the same random number."
SLOPE_LINEAR_BACK = (
    "A backward formula is linear in the gradient: {name} is multiplied by the slopes of the forward pass."
)
SLOPE_SECOND = "{name} decides how steep the forward pass is: this is the second derivative."
SLOPE_PLACED = "The numbers of {name} are only joined or split: each gets back the gradient of its own place."
SLOPE_TAKEN = "Only the elements of {name} that were taken count: they get their gradients back, the others get 0."
SLOPE_CHOSEN = "Only the elements of {name} that were chosen count: the gradient goes to them, and ties may share it."
SLOPE_PRODUCT = "Each element of {name} is multiplied by a row or column of the other factor, and these are its slopes."
SLOPE_SOFTMAX = "When one element of {name} grows, its probability grows and all others shrink, since they add up to 1."
SLOPE_LOG_SOFTMAX = "When one element of {name} grows by 1, its log-probability grows by 1 minus its probability."
SLOPE_NLL = "Only the element of {name} at the target counts, with a negative slope: the loss falls as it grows."
SLOPE_SQUARES = (
    "A squared difference grows by twice the difference for each unit that {name} grows; the loss averages or sums "
    "them."
)
SLOPE_ADDED = "{name} is only added, so each slope is 1; where it was broadcast, its gradients are added up."

# ---- values with too many elements to list

EMPTY = "an empty tensor"
NUMBERS = "{count} numbers {range}"
EQUAL_NUMBERS = "{count} numbers, all {value}"
MIXED_NUMBERS = "{count} numbers, {strange}, the rest {range}"
STRANGE_NUMBERS = "{count} numbers, {strange}"
SO_MANY = "{count} of them {what}"
RANGE = "from {low} to {high} with mean {mean}"
ALL = "all {value}"
FLAGS = "{count} boolean values, {true} of them True"
EQUAL_FLAGS = "{count} boolean values, all {value}"
MIXED_FLAGS = "{count} boolean values, some True and some False"
ASIDE = "({value})"

# ---- two runs side by side

LEFT = "left"
RIGHT = "right"
DOES = {
    "create": "{subject} is created",
    "op": "{subject} is computed",
    "write": "{subject} is overwritten",
    "backward": "a backward pass begins",
    "arrive": "a gradient arrives at {subject}",
    "run": "{subject} runs",
    "accumulate": "a gradient is added to {subject}.grad",
    "hook": "the hook {subject} runs",
    "grad": "{subject}.grad is changed by the program",
    "refuse": "a backward pass is refused",
    "end": "a backward pass ends",
    "error": "the program fails",
    "omitted": "steps are left out",
}
LINE_DIFFERS = "Line {line} is `{left}` on the left, `{right}` on the right."
LINE_ONLY = "Only the {side} program has line {line}: `{text}`"
STEP_ONLY = "Step {step} is only on the {side}: {what}."
OTHER_ORDER = "The order differs: {what} at step {left} on the left, at step {right} on the right."
NUMBERS_DIFFER = "Step {step}: {name} is {left} on the left, {right} on the right."
NUMBERS_DIFFER_LATER = "Step {step}, on the right {other}: {name} is {left} on the left, {right} on the right."

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

    def sentences(self, *said: str) -> str:
        """Return sentences as one text, without those that are empty."""
        return " ".join(filter(None, said))

    def join(self, parts: list[str]) -> str:
        """Return a list in words: "a, b and c"."""
        if len(parts) < 2:
            return parts[0] if parts else self(NOTHING)
        return self(AND, first=", ".join(parts[:-1]), second=parts[-1])
