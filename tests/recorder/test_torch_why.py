"""`run.why` on recorded runs of real PyTorch: it names the cause and its line."""

from pathlib import Path

import pytest
import torch
from torch import nn

from autograd_studio import record
from autograd_studio.__main__ import main
from autograd_studio.torch_recorder import program
from autograd_studio.why.findings import findings

pytestmark = pytest.mark.torch


class Block(nn.Module):
    is_odd = False

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(32, 32)

    def forward(self, x):
        h = self.linear(x)
        if self.is_odd:
            h = (h - h).sqrt()  # NaN
        return torch.tanh(h)


class Fork(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(32, 32), nn.Linear(32, 32)

    def forward(self, x):
        return self.left(x) + self.right(x).detach()  # cut


@pytest.fixture
def model():
    torch.manual_seed(0)
    return nn.Sequential(*[Block() for _ in range(12)])


def recorded(model):
    x = torch.randn(40, 32)
    with record() as run:
        loss = model(x).square().mean()
        loss.backward()
    return run


def line_of(text):
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return 1 + next(i for i, line in enumerate(lines) if line.endswith(text))


def test_nan_made_in_layer_7_of_12(model):
    model[7].is_odd = True
    run = recorded(model)
    assert f"Line {line_of('# NaN')}, in model.7 (Block), computes (h - h).sqrt()" in run.why("model.3.linear.weight")
    assert run.why("model.11.linear.weight") == "Nothing wrong was found with model.11.linear.weight."


def test_nan_in_a_weight_of_layer_7_of_12(model):
    with torch.no_grad():
        model[7].linear.weight[3, 4] = float("nan")
    assert "model.7.linear.weight, made before the recording began, is" in recorded(model).why("model.3.linear.weight")


def test_nan_that_reaches_a_loss_of_several_nodes(model):
    model[7].is_odd = True
    x, classes = torch.randn(4, 10, 32), torch.zeros(40, dtype=torch.long)
    with record() as run:
        nn.functional.cross_entropy(model(x).flatten(0, 1), classes).backward()
    assert f"Line {line_of('# NaN')}, in model.7 (Block), computes (h - h).sqrt()" in run.why(model[3].linear.weight)


def test_a_parameter_or_the_end_of_its_name_is_enough(model):
    model[7].is_odd = True
    run = recorded(model)
    told = run.why("model.3.linear.weight")
    assert "NaN" in told
    assert run.why(model[3].linear.weight) == run.why("3.linear.weight") == told


def test_what_was_not_recorded_is_no_answer(model):
    run = recorded(model)
    with pytest.raises(ValueError, match="no recorded line uses it"):
        run.why(torch.ones(3))
    with pytest.raises(ValueError, match="Several tensors are called linear.weight: is it model.0.linear.weight or"):
        run.why("linear.weight")
    with pytest.raises(
        ValueError, match="No recorded tensor is called model.3.linear.wait: is it model.3.linear.weight or"
    ):
        run.why("model.3.linear.wait")


def test_every_layer_whose_gradient_is_zero_is_told_why(model):
    with torch.no_grad():
        model[7].linear.bias.fill_(-100.0)
    run = recorded(model)
    assert "computes torch.tanh(h)" in run.why(model[7].linear.weight)


def test_every_parameter_that_was_not_cleared_is_told_so(model):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    x = torch.randn(40, 32)
    with record() as run:
        for _ in range(2):
            model(x).square().mean().backward()
            optimizer.step()
    assert run.why(model[9].linear.bias).startswith("model.9.linear.bias: wrong (accumulates)")


def test_what_is_wrong_is_printed_with_its_lines(model, capsys):
    def trained(**options):
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with record(**options) as run:
            for _ in range(2):
                model(torch.ones(4, 32)).square().mean().backward()
                optimizer.step()  # not cleared
        return run

    run = trained()
    told = capsys.readouterr().err
    assert told.splitlines()[0].startswith(f"{__file__}:{line_of('# not cleared') - 1}: model.0.linear.weight")
    assert {(one.cause, one.line, one.file) for one in run.findings} == {
        ("accumulates", line_of("# not cleared") - 1, __file__)
    }
    trained(tell=False)
    assert capsys.readouterr().err == ""


def test_a_run_without_a_mistake_prints_nothing(capsys):
    with record() as run:
        w = torch.tensor(2.0, requires_grad=True)
        (w * w).backward()
    assert run.findings == [] and capsys.readouterr().err == ""


def test_the_command_says_the_same_of_both_engines(tmp_path, capsys):
    (tmp_path / "sizes_of_the_net.py").write_text("WIDTH = 2\n", encoding="utf-8")
    path = tmp_path / "train.py"
    path.write_text(
        "import torch\nfrom sizes_of_the_net import WIDTH\nw = torch.ones(WIDTH, requires_grad=True)\n"
        "for _ in range(2):\n    (w * w).sum().backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n",
        encoding="utf-8",
    )
    said = []
    for engine in ("built-in", "torch"):
        assert main(["why", str(path), "--engine", engine]) == 1
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and said[0].startswith(f"{path}:5: w: wrong (accumulates)")


def test_a_pass_that_failed_is_named():
    model = nn.Linear(3, 3)
    with record() as run, pytest.raises(RuntimeError):
        (model(torch.randn(2, 3)).argmax(1) != 0).float().mean().backward()
    found = run.why(model.weight)
    assert found.startswith("model.weight: none (argmax)") and "could not start. An index does not change" in found
    with record() as run, pytest.raises(RuntimeError):
        h = model(torch.randn(2, 3)).exp()
        h += 1
        h.sum().backward()
    assert "stopped with an error: RuntimeError: one of the variables" in run.why(model.weight)


def test_a_frozen_layer(model):
    model[4].linear.requires_grad_(False)
    run = recorded(model)
    assert run.why("model.4.linear.weight").startswith("model.4.linear.weight: none (frozen)")
    assert run.why("model.3.linear.weight") == "Nothing wrong was found with model.3.linear.weight."


def test_a_detached_branch():
    model = Fork()
    run = recorded(model)
    assert f"line {line_of('# cut')} computes self.right(x).detach()" in run.why("model.right.weight")
    assert run.why("model.left.weight") == "Nothing wrong was found with model.left.weight."


def test_a_parameter_that_no_optimizer_has(model):
    optimizer = torch.optim.SGD(model[:6].parameters(), 0.1)
    x = torch.randn(40, 32)
    with record() as run:
        for _ in range(2):
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()  # of six layers
    found = run.why("model.8.linear.weight")
    assert found.startswith("model.8.linear.weight: wrong (not_in_optimizer)")
    assert f"line {line_of('# of six layers')} updates model.0.linear.weight and 11 more" in found
    assert run.why("model.2.linear.weight") == "Nothing wrong was found with model.2.linear.weight."
    assert run.why() == "Nothing wrong was found with the gradients."  # it may be meant


def test_layers_that_a_loop_has_frozen(model):
    for p in model[9].parameters():
        p.requires_grad = False  # frozen in a loop
    run = recorded(model)
    told = f"line {line_of('# frozen in a loop')} sets requires_grad to False"
    assert told in run.why("model.9.linear.weight")
    assert run.why(model[9].linear.weight) == run.why("model.9.linear.weight")


def test_a_layer_that_was_frozen_elsewhere(model):
    freeze(model[5])
    assert "model.5.linear.bias is frozen" in recorded(model).why("model.5.linear.bias")


def freeze(module):
    for parameter in module.parameters():
        setattr(parameter, "requires_grad", False)  # noqa: B010 (so that no text says it)


def test_optimizers_of_other_functions_are_no_matter():
    def one(net):
        optimizer = torch.optim.SGD(net.parameters(), 0.1)
        optimizer.step()

    def other(net):
        optimizer = torch.optim.SGD(net.parameters(), 0.1)
        optimizer.step()

    net = nn.Linear(32, 1)
    assert recorded(net).why() == "Nothing wrong was found with the gradients."


MISTAKES = sorted((Path(__file__).parents[1] / "why" / "mistakes").glob("*.py"))
SOUND = sorted((Path(__file__).parents[1] / "why" / "sound").glob("*.py"))

# Planted mistakes of which a recording of PyTorch says something else than the built-in engine, and why.
OTHERWISE = {
    "complex_numbers": "PyTorch has them",
    "expert_chosen_by_an_index": "that a number became an index of a list is not recorded",
    "parameter_in_a_dict_unused": "what a dict holds has no names",
    "penalty_through_what_forward_saved": "a pass that is recorded is one call, without what its nodes compute",
    "rows_renormalised_by_max_norm": "that an embedding writes to its rows is not recorded",
    "rows_normalised_in_place": "which tensor a failed call was for is not told",
    "saved_output_overwritten": "it is told twice: the saved tensor that was changed, too",
}


def findings_on_pytorch(path):
    trace = program.run(path.read_text(encoding="utf-8")).trace
    torch.set_grad_enabled(True)  # a program may leave it off
    torch.autograd.set_detect_anomaly(False)
    found = findings(trace)
    assert not any("line None" in one.text for one in found)
    return [f"{one.kind} {one.line} {one.cause}" for one in found]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_a_planted_mistake_is_named_with_its_line_as_on_the_built_in_engine(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = [line.removeprefix("# -> ") for line in lines if line.startswith("# -> ")]
    found = findings_on_pytorch(path) == [" ".join(one.rsplit(" ", 3)[1:]) for one in expected]
    assert found != (path.stem in OTHERWISE)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_nothing_is_said_of_a_sound_program(path):
    assert findings_on_pytorch(path) == []


def test_a_copy_that_pytorch_makes_out_of_sight_is_told_where_it_is_used():
    replica = Path(__file__).parents[1] / "why" / "reported" / "replica.py"
    assert set(findings_on_pytorch(replica)) == {"none 12 not_in_optimizer"}


def test_what_pytorch_does_not_record_has_no_derivative():
    (one,) = findings(
        program.run("""import torch
w = torch.tensor([0.2, 0.9, 1.7], requires_grad=True)
counts = torch.histc(w, bins=3, min=0.0, max=2.0)
counts.sum().backward()
""").trace
    )
    assert (one.kind, one.line, one.cause) == ("error", 3, "not_differentiable")
