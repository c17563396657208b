"""A visitor's first minutes."""

FIRST = (
    "import torch\nspeed = torch.tensor(3., requires_grad=True)\ndouble = speed * 2\n"
    "double.backward()\nprint(speed.grad)\n"
)
FAILING = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = x * 2\ny.backward()\n"


def test_a_graph_is_there_before_anything_is_typed(visit):
    visitor = visit()
    visitor.ready()
    visitor.has("^x, leaf")
    assert "y = x * x + x" in visitor.written()
    assert visitor.page.title() == "Autograd Studio"


def test_type_and_run_by_keyboard(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(FIRST)
    visitor.has("^speed, leaf")
    assert visitor.step == 1
    assert visitor.written() == FIRST
    visitor.page.locator("[role=slider]:focus").wait_for()
    visitor.press("End")
    visitor.open_output()
    visitor.sees("tensor(2.)")


def test_after_a_run_the_arrows_step(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(FIRST)
    visitor.has("^speed, leaf")
    visitor.page.locator("[role=slider]:focus").wait_for()
    visitor.press("ArrowRight", "ArrowRight")
    assert visitor.step == 3
    assert visitor.written() == FIRST


def test_a_reload_keeps_what_was_not_run(visit):
    visitor = visit()
    visitor.ready()
    visitor.write("print('half a program')")
    visitor.page.reload()
    visitor.ready()
    visitor.editor().get_by_text("half a program").wait_for()


def test_an_error_is_shown_at_its_line_and_in_the_graph_and_goes_when_mended(visit):
    visitor = visit()
    visitor.ready()
    visitor.run_program(FAILING)
    told = visitor.banner.get_by_text("grad can be implicitly created only for scalar outputs")
    told.wait_for()
    visitor.page.locator(".cm-lint-marker-error").wait_for()
    assert "y.backward()" in visitor.now.inner_text()
    assert visitor.step == visitor.last
    assert visitor.written() == FAILING
    visitor.run_program(FAILING.replace("y.backward", "y.sum().backward"))
    told.wait_for(state="hidden")
    visitor.page.locator(".cm-lint-marker-error").wait_for(state="detached")
