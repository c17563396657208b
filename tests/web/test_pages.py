"""The pages, run as Streamlit runs them, without a browser."""

import gzip
import json
from dataclasses import replace

import msgspec
import pytest
from streamlit.testing.v1 import AppTest

from autograd_studio import lessons, sandbox
from autograd_studio.answering.request import Request
from autograd_studio.lessons.operators import operators
from autograd_studio.outline.forms import EXAMPLE
from autograd_studio.outline.outline import Asked
from autograd_studio.outline.reading import outline
from autograd_studio.sandbox import Check, Outcome
from autograd_studio.sandbox import sandbox as box
from autograd_studio.web import compare, frame, links, run_view
from autograd_studio.web.forms import checks_panel
from autograd_studio.web.forms.checks import Checks, Comparison, check_program
from autograd_studio.web.forms.custom_op_examples import EXAMPLES
from autograd_studio.web.forms.forms import form_text
from autograd_studio.web.forms.pairs import Programs
from autograd_studio.web.routes import tokens
from autograd_studio.web.running import engines, outlines, running, runs
from autograd_studio.web.running import shelf as shelf_module

from ..sandbox.boxes import Unlocked
from ..support.pages import APP, own_server

URL = "http://studio.example/"
PROGRAM = "import torch\nx = torch.tensor(3., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"


@pytest.fixture(autouse=True, scope="module")
def server():
    """A server of one's own programs, with little patience."""
    with own_server():
        yield


@pytest.fixture(autouse=True)
def shelf():
    """An empty shelf."""
    running._shelf.clear()


@pytest.fixture
def visit():
    """Return a function that opens the studio, or one of its pages, at an address."""

    def open_page(page=None, *, embedded=False, **parameters):
        at = AppTest.from_file(str(APP), default_timeout=60)
        at.context = {"url": URL + (page or ""), "is_embedded": embedded}
        at.query_params = dict(parameters)
        if page:
            at = at.switch_page(f"pages/{page}.py")
        return checked(at.run())

    return open_page


def checked(at):
    assert not at.exception, at.exception[0].stack_trace
    return at


def components(at):
    return {element.proto.component_name: element.proto for element in at.get("bidi_component")}


def player(at):
    """Return what the player was given: its head and the payload."""
    head, _, body = components(at)["autograd_player"].bytes.partition(b"\n")
    return json.loads(head), json.loads(gzip.decompress(body)) if body else None


def printed(at, stream="stdout"):
    """Return what a run printed, as the player shows it."""
    return player(at)[0]["printed"][stream].rstrip("\n")


def message(at):
    """Return what the player says of a run that it does not tell: its text, and the line it is about."""
    found = player(at)[0]["message"] or {}
    return found.get("text"), found.get("line")


def shown(at):
    """Return the program that is in the player's editor."""
    return player(at)[0]["code"]["text"]


def source(at):
    """Return the program that the player shows."""
    return "\n".join("".join(text for _, text in line) for line in player(at)[1]["source"])


def written(at, key="program_editor"):
    return at.session_state[f"{key}_document"]


def editor(at, label):
    found = [json.loads(e.proto.json) for e in at.get("bidi_component") if e.proto.component_name == "autograd_editor"]
    return next(data for data in found if data["label"] == label)


def press(at, label):
    return checked(next(button for button in at.button if button.label == label).click().run())


def run_program(at, text):
    written(at).text = text
    return press(at, "Run")


def texts_as_markup(at):
    """Return all that the page gives to Streamlit as Markdown or HTML."""
    kinds = (
        "markdown",
        "caption",
        "title",
        "header",
        "subheader",
        "error",
        "warning",
        "info",
        "success",
        "html",
    )
    return " ".join(str(element.value) for kind in kinds for element in at.get(kind) if hasattr(element, "value"))


# ---- Program


def test_a_graph_is_on_screen_at_first_sight(visit):
    at = visit()
    first = lessons.default()
    assert source(at).rstrip() == first.source.rstrip()
    assert written(at).text == first.source
    assert player(at)[0]["step"] == first.step
    assert printed(at).startswith("tensor([3.0000e-01")


def test_a_link_to_a_lesson_opens_it_at_its_step(visit):
    at = visit(lesson="fan-out", step="5")
    assert written(at).text == lessons.lesson("fan-out").source
    head, _ = player(at)
    assert head["step"] == 5
    assert head["link"] == f"{URL}?lesson=fan-out"


def test_a_lesson_that_is_run_stays_at_its_step(visit):
    lesson = lessons.lesson("fan-out")
    at = press(visit(lesson="fan-out"), "Run")
    assert player(at)[0]["step"] == lesson.step
    changed = run_program(at, f"{lesson.source}print(x)\n")
    assert player(changed)[0]["step"] == 1


def test_a_link_to_a_program_opens_it(visit):
    text = "import torch\nx = torch.tensor(2., requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
    at = visit(program=links.token(text), step="3")
    assert written(at).text == text
    head, _ = player(at)
    assert (head["step"], head["link"]) == (3, f"{URL}?program={links.token(text)}")
    assert shown(at) == text
    assert printed(at) == "tensor(4.)"


@pytest.mark.parametrize(
    "parameters", [{"program": "AAAA"}, {"program": "<script>"}, {"lesson": "<script>"}, {"program": ""}]
)
def test_a_broken_link_says_so_and_opens_the_first_program(visit, parameters):
    at = visit(**parameters)
    assert "first program instead" in at.warning[0].value
    assert written(at).text == lessons.default().source
    assert "<script>" not in texts_as_markup(at)


def test_a_note_in_a_link_is_shown_as_plain_text_and_stays_in_the_link(visit):
    at = visit(lesson="fan-out", step="3", note="Why is **this** sum 2?\n<b>Look</b>")
    assert player(at)[0]["note"] == "Why is **this** sum 2? <b>Look</b>"
    assert "note=Why+is" in player(at)[0]["link"]
    at = run_program(at, "import torch\nx = torch.tensor(2.0, requires_grad=True)\n(x * x).backward()\n")
    assert "note=Why+is" in player(at)[0]["link"]
    at = visit(lesson="fan-out")
    assert player(at)[0]["note"] is None
    at = checked(at.text_area(key="program_note_text").set_value("Step 7!").run())
    assert player(at)[0]["note"] == "Step 7!"
    assert "note=Step+7%21" in player(at)[0]["link"]
    at = checked(at.selectbox(key="program_example_0").set_value("second-backward").run())
    assert player(at)[0]["note"] is None


@pytest.mark.parametrize("note", ["", " \n\t", "\x00\x1b"])
def test_a_note_that_says_nothing_is_none(visit, note):
    assert player(visit(note=note))[0]["note"] is None


def test_a_long_note_is_cut(visit):
    assert player(visit(note="é" * 5000))[0]["note"] == "é" * 300


@pytest.mark.parametrize("step", ["x", "-1", "9" * 40, "0"])
def test_a_nonsensical_step_does_no_harm(visit, step):
    assert player(visit(lesson="fan-out", step=step))[0]["step"] >= 1


def test_running_another_program_shows_it_and_makes_its_link(visit):
    text = "import torch\na = torch.tensor(3., requires_grad=True)\nb = a * 5\nb.backward()\nprint(a.grad)\n"
    at = run_program(visit(), text)
    assert source(at).rstrip() == text.rstrip()
    assert links.text_of(at.query_params["program"]) == text
    assert printed(at) == "tensor(5.)"


def test_an_error_is_marked_at_its_line_and_the_player_goes_to_it(visit):
    text = "import torch\nx = torch.tensor([1., 2.], requires_grad=True)\ny = x * 2\ny.backward()\n"
    at = run_program(visit(), text)
    head, payload = player(at)
    assert head["step"] == len(payload["steps"])
    assert payload["error"]["line"] == 4
    assert "implicitly created only for scalar outputs" in payload["steps"][-1]["say"]
    assert message(at) == (None, None), "it is told once"
    assert written(at).text == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = = 3\n", 1),
        ("import torch\nif True:\nprint(1)\n", 3),
        ("import torch\nfoo\n", 2),
        ("raise ValueError\n", 1),
    ],
)
def test_bad_programs_keep_their_text_and_get_a_mark(visit, text, line):
    at = run_program(visit(), text)
    found, payload = player(at)
    assert (payload["error"] if payload else found["message"])["line"] == line
    assert written(at).text == text


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "print('hello')", "import torch\nx = torch.ones(3)", "exit()"])
def test_programs_without_a_graph_are_no_trouble(visit, text):
    at = run_program(visit(), text)
    assert written(at).text == text
    assert message(at)[1] is None


STRETCHED = {
    "a million elements": ("x = torch.ones(1000, 1000, requires_grad=True)\n(x * 2).sum().backward()", "x"),
    "no elements": ("x = torch.zeros(0, 3, requires_grad=True)\n(x * 2).sum().backward()", "x"),
    "not a number": ("x = torch.tensor([0.0, -1.0], requires_grad=True)\nx.log().sum().backward()", "x"),
    "no backward": ("x = torch.ones(2, requires_grad=True)\ny = x * 2", "y"),
    "names of all nations": (
        "вес = torch.tensor(2.0, requires_grad=True)\n变量 = вес * 3\n变量.backward()", "变量",
    ),
    "a name that is markup": (
        "d = {'<b>': torch.tensor(2.0, requires_grad=True)}\ny = d['<b>'] * 3\ny.backward()", "y",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STRETCHED)
def test_what_is_unusual_is_drawn_all_the_same(visit, name):
    text, box = STRETCHED[name]
    at = run_program(visit(), f"import torch\n{text}\n")
    _, payload = player(at)
    assert box in [found["title"] for found in payload["boxes"]]
    assert payload["steps"][-1]["kind"] != "error"
    assert not at.error
    assert "<b>" not in texts_as_markup(at)
    assert written(at).text == f"import torch\n{text}\n"


def test_a_program_that_leaves_by_exit_says_so(visit):
    at = run_program(visit(), "import torch\nx = torch.ones(2)\nexit(3)\n")
    assert message(at)[0] == "The program ended by exit(3)."
    assert "x" in [box["title"] for box in player(at)[1]["boxes"]]


def test_a_graph_that_cannot_be_drawn_is_explained(visit, monkeypatch):
    monkeypatch.setattr(runs, "draw", lambda *_: None)
    at = run_program(visit(), "print('shown')\n")
    assert message(at)[0] == runs.NOT_DRAWN
    assert printed(at) == "shown"


def test_long_output_is_shown_to_its_end(visit):
    at = run_program(visit(), "for i in range(3000): print(i)\n")
    assert printed(at).endswith("2999")
    assert not at.error


def test_an_endless_loop_ends_with_a_message_and_the_next_run_works(visit):
    at = run_program(visit(), "while True: pass\n")
    told, line = message(at)
    assert "stopped after 3 s" in told
    assert line == 1
    assert written(at).text == "while True: pass\n"
    at = run_program(at, "print('again')")
    assert printed(at) == "again"
    assert message(at) == (None, None)


def test_output_is_shown_as_it_is_and_never_as_markup(visit):
    text = (
        "print('<b>bold</b> **stars** $x$ :material/home:')\nclass B(Exception): pass\n"
        "B.__name__ = '<img src=x>'\nraise B('<script>')\n"
    )
    at = run_program(visit(), text)
    assert printed(at) == "<b>bold</b> **stars** $x$ :material/home:"
    assert "<script>" in printed(at, "stderr")
    markup = texts_as_markup(at)
    assert not any(piece in markup for piece in ("<b>", "**stars**", "<script>", "<img"))


def test_a_program_too_long_for_a_link_runs_all_the_same(visit):
    text = "".join(f"x{i} = {i * 7919 % 104729}\n" for i in range(3000)) + "print('end')"
    at = run_program(visit(), text)
    assert printed(at) == "end"
    assert player(at)[0]["link"] is None
    assert "too long for a link" in " ".join(caption.value for caption in at.caption)
    assert not at.query_params


def test_a_program_too_long_to_run_is_refused_and_kept(visit):
    text = "x = 1\n" * 400_000
    at = run_program(visit(), text)
    assert "longer than" in message(at)[0]
    assert written(at).text == text


def test_choosing_an_example_opens_it(visit):
    at = visit()
    at.selectbox(key="program_example_0").set_value("fan-out")
    checked(at.run())
    assert written(at).text == lessons.lesson("fan-out").source
    assert at.query_params["lesson"] == "fan-out"


def test_an_example_that_was_changed_is_chosen_again(visit):
    at = visit()
    at.selectbox(key="program_example_0").set_value("fan-out")
    run_program(at.run(), "x = 1")
    at.selectbox(key="program_example_1").set_value("fan-out")
    checked(at.run())
    assert written(at).text == lessons.lesson("fan-out").source


def test_a_rerun_changes_nothing_and_runs_nothing(visit, monkeypatch):
    at = run_program(visit(), "print(1)")
    before = components(at)["autograd_player"].bytes
    monkeypatch.setattr(shelf_module, "Job", None)
    checked(at.run())
    assert components(at)["autograd_player"].bytes == before


def test_another_visitor_gets_the_same_run_without_running(visit, monkeypatch):
    run_program(visit(), "print('shared')")
    monkeypatch.setattr(shelf_module, "Job", None)
    assert printed(run_program(visit(), "print('shared')")) == "shared"


def test_embedded_there_is_only_the_player_and_the_way_out(visit):
    at = visit(embedded=True, lesson="fan-out", step="2")
    assert set(components(at)) == {"autograd_codemirror", "autograd_player"}
    assert player(at)[0]["code"]["locked"]
    assert not at.title
    assert not at.button
    assert player(at)[0]["step"] == 2


@pytest.mark.parametrize("status", ["busy", "unavailable", "crashed", "memory"])
def test_what_the_sandbox_says_is_shown_and_the_next_run_is_tried(visit, monkeypatch, status):
    at = visit()
    with monkeypatch.context() as patch:
        patch.setattr(sandbox.RateLimited, "run", lambda *_, **__: Outcome(status=status, message="Not now."))
        at = run_program(at, "print('later')")
        assert message(at)[0] == "Not now."
        assert written(at).text == "print('later')"
    assert printed(press(at, "Run")) == "later"


@pytest.fixture
def refusing(monkeypatch):
    """A hosted server whose sandbox does not hold."""

    class Open:
        def __init__(self, workers, locked, *_):
            assert locked, "a program's process was started without its lock"
            self.checks = (Check("system-call filter", False, "the kernel has none"),)

        def close(self):
            pass

    monkeypatch.delenv(frame.LOCAL)
    monkeypatch.setattr(box, "Client", Open)
    monkeypatch.setattr(sandbox, "_default", None)
    frame.server.clear()
    yield
    frame.server.clear()


@pytest.mark.parametrize("switch", ["0", "1"])
def test_where_the_lock_does_not_hold_lessons_open_and_nothing_is_run(visit, refusing, monkeypatch, switch):
    monkeypatch.setenv(frame.LOCAL, switch)
    monkeypatch.setattr(frame.st, "get_option", {"server.address": "0.0.0.0"}.get)
    for lesson in ("fan-out", "two-layers", "misspelt"):
        at = visit(lesson=lesson)
        assert source(at).rstrip() == lessons.lesson(lesson).source.rstrip()
    written(at).text = "print('it ran')"
    written(at).run_wanted = True  # Ctrl+Enter
    checked(at.run())
    assert message(at)[0] == "Programs cannot be run on this server at the moment."
    assert "it ran" not in printed(at)
    checked(at.run())
    assert "system-call filter: the kernel has none" in at.warning[0].value
    assert next(button for button in at.button if button.label == "Run").disabled


@pytest.mark.parametrize("page", ["expression", "custom_op", "jacobian", "practice"])
def test_where_the_lock_does_not_hold_nothing_is_read_and_the_page_says_so(visit, refusing, page):
    outlines._read.clear()
    assert "Programs cannot be read on this server at the moment." in [text.value for text in visit(page).text]


# ---- the Program page on PyTorch


@pytest.fixture
def with_torch(monkeypatch):
    """A studio beside PyTorch, whose part the built-in engine plays, in a process of its own."""
    monkeypatch.setattr(engines, "torch_version", lambda: "2.13.0")
    monkeypatch.setattr(box, "TORCH_PROGRAMS", box.PROGRAMS)
    own = sandbox.Sandbox("local")
    monkeypatch.setattr(sandbox, "_default", own)
    yield
    own.close()


@pytest.fixture
def lending(monkeypatch):
    """A hosted server that lends PyTorch, whose part the built-in engine plays, from a zygote of its own."""
    monkeypatch.setattr(engines, "torch_version", lambda: "2.13.0")
    monkeypatch.setattr(box, "LOCKED_TORCH_PROGRAMS", box.PROGRAMS)
    monkeypatch.setattr(run_view, "server", lambda: "hosted")
    own = sandbox.Sandbox("hosted", lends_torch=True)
    monkeypatch.setattr(sandbox, "_default", own)
    yield
    own.close()


@pytest.fixture
def without_torch(monkeypatch):
    """A studio beside which there is no PyTorch, whatever is installed where the tests run."""
    monkeypatch.setattr(engines, "torch_version", lambda: None)


def switch(at):
    """Return the switch between the engines, None if there is none."""
    return next((group for group in at.get("button_group") if group.key == "program_engine"), None)


def test_without_pytorch_there_is_no_switch(visit, without_torch):
    assert switch(visit()) is None


def test_a_link_that_asks_for_pytorch_says_where_there_is_none_and_runs(visit, without_torch):
    at = visit(program=links.token(PROGRAM), engine="torch")
    assert "does not offer" in at.warning[0].value
    assert printed(at) == "tensor(6.)"
    assert "engine" not in at.query_params
    assert "engine" not in player(at)[0]["link"]


@pytest.mark.thorough
def test_the_engine_that_is_picked_runs_the_program_and_is_in_its_link(visit, with_torch):
    at = run_program(visit(), PROGRAM)
    at = checked(switch(at).set_value("torch").run())
    assert at.session_state.program_run.request.engine == "torch"
    assert at.query_params["engine"] == "torch"
    head, payload = player(at)
    assert head["link"].endswith("&engine=torch")
    assert payload is not None
    at = run_program(at, PROGRAM + "print('again')\n")
    assert at.session_state.program_run.request.engine == "torch"
    at = checked(switch(at).set_value("built-in").run())
    assert at.session_state.program_run.request.engine == "built-in"
    assert "engine" not in at.query_params


@pytest.mark.thorough
def test_the_engine_survives_a_reload(visit, with_torch):
    run_program(visit(), PROGRAM)
    at = visit(lesson=lessons.default().id, engine="torch")
    assert switch(at).value == "torch"
    assert at.session_state.program_run.request.engine == "torch", "not the stored run"


@pytest.mark.thorough
def test_on_pytorch_the_program_is_run_again_there_and_the_page_says_so(visit, with_torch):
    at = run_program(visit(), PROGRAM)
    assert granted(at).engine == "built-in"
    assert run_view.AGAIN not in [caption.value for caption in at.caption]
    at = checked(switch(at).set_value("torch").run())
    assert granted(at).engine == "torch"
    assert run_view.AGAIN in [caption.value for caption in at.caption]


def granted(at):
    """Return what the player may ask for."""
    return program_of(player(at)[0])


def program_of(head):
    """Return the program that the head of a player grants."""
    sent = head["nudge"]["sent"]
    program = msgspec.convert(sent["program"], Request)
    assert tokens.visitor_of(sent["token"], program)
    return program


@pytest.mark.thorough
def test_a_linked_program_runs_on_pytorch_only_when_confirmed(visit, with_torch):
    at = visit(program=links.token(PROGRAM), engine="torch")
    assert asks(at)
    at = press(at, "Run this program")
    assert not asks(at)
    assert printed(at) == "tensor(6.)"


REFUSED = "import torch\nx = torch.tensor([1 + 2j], requires_grad=True)\n"


def test_what_the_built_in_engine_refuses_is_offered_to_pytorch(visit, with_torch):
    at = run_program(visit(), PROGRAM)
    assert "program_on_torch" not in [button.key for button in at.button]
    assert player(at)[0]["offer"] is None
    at = run_program(at, REFUSED)
    assert at.session_state.program_run.outcome.status == "error"
    assert player(at)[0]["offer"] == "Run it on PyTorch 2.13.0", "the error says so, too"
    at = press(at, "Run it on PyTorch 2.13.0")
    assert player(at)[0]["offer"] is None
    assert at.session_state.program_run.request.engine == "torch"
    assert at.query_params["engine"] == "torch"
    assert "program_on_torch" not in [button.key for button in at.button]


def test_without_pytorch_a_refusal_says_how_to_get_it(visit, without_torch):
    at = run_program(visit(), REFUSED)
    assert run_view.INSTALL in [caption.value for caption in at.caption]
    assert player(at)[0]["offer"] is None
    assert "program_on_torch" not in [button.key for button in at.button]


def test_visitors_of_a_hosted_server_are_told_of_no_pytorch(visit, monkeypatch):
    monkeypatch.setattr(run_view, "server", lambda: "hosted")
    at = run_program(visit(), REFUSED)
    assert at.session_state.program_run.outcome.status == "error"
    assert "pip install" not in texts_as_markup(at)


def test_visitors_of_a_server_that_lends_pytorch_have_the_switch_and_are_told_that_it_is_locked(visit, lending):
    at = run_program(visit(), REFUSED)
    at = press(at, "Run it on PyTorch 2.13.0")
    assert at.session_state.program_run.request.engine == "torch"
    at = run_program(at, PROGRAM)
    assert at.session_state.program_run.outcome.isolated
    assert run_view.LOCKED in [caption.value for caption in at.caption]
    assert switch(at).value == "torch"


def test_a_linked_program_runs_on_a_lent_pytorch_at_once(visit, lending):
    at = visit(program=links.token(PROGRAM), engine="torch")
    assert not asks(at)
    assert at.session_state.program_run.request.engine == "torch"
    assert printed(at) == "tensor(6.)"


# ---- programs that links bring, where no lock holds


@pytest.fixture(scope="module")
def open_box(server):
    """A sandbox of one's own programs without its lock."""
    box = Unlocked("local")
    yield box
    box.close()


@pytest.fixture
def unlocked(monkeypatch, open_box):
    """A server of one's own programs where no lock holds."""
    monkeypatch.setattr(sandbox, "_default", open_box)


@pytest.fixture
def marker(tmp_path):
    """A folder that planted programs make."""
    return tmp_path / "it ran"


def planted(marker):
    return f"import os\nos.mkdir({str(marker)!r})\nprint('it ran')\n"


def planted_expression(marker):
    return f"a * float(__import__('os').mkdir({str(marker)!r}) is None)"


def planted_op(marker):
    form = EXAMPLES["MyReLU"]
    return replace(form, use=f"import os\nos.path.isdir({str(marker)!r}) or os.mkdir({str(marker)!r})\n{form.use}")


def asks(at):
    """Return whether the page asks before it runs anything, and shows nothing of a run."""
    asked = run_view.QUESTION in [element.value for element in at.header]
    assert asked == ("Run this program" in [button.label for button in at.button])
    found, payload = player(at)
    assert asked == (payload is None and found["printed"] is None)
    return asked


@pytest.mark.parametrize("embedded", [False, True])
def test_a_linked_program_is_shown_and_run_only_when_confirmed(visit, unlocked, marker, embedded):
    text = planted(marker)
    at = visit(embedded=embedded, program=links.token(text), step="2")
    assert asks(at)
    assert shown(at) == text
    assert asks(checked(at.run())), "a rerun is no answer"
    assert not marker.exists()
    at = press(at, "Run this program")
    assert marker.exists()
    assert not asks(at)
    assert source(at) == text.rstrip()


def test_running_a_linked_program_from_its_editor_is_an_answer(visit, unlocked, marker):
    at = visit(program=links.token(planted(marker)))
    run_program(at, planted(marker) + "# read")
    assert marker.exists()


@pytest.mark.parametrize("parameters", [{"lesson": "fan-out"}, {"lesson": "fan-out", "step": "3"}, {}, {"step": "2"}])
def test_lessons_run_at_once_without_a_lock(visit, unlocked, parameters):
    assert not asks(visit(**parameters))


def test_the_studios_own_programs_run_at_once_by_any_link(visit, unlocked):
    for text in (lessons.lesson("fan-out").source, operators()[0].program):
        assert not asks(visit(program=links.token(text)))


def test_what_one_has_run_need_not_be_confirmed_after_a_reload(visit, unlocked, marker):
    at = run_program(visit(), planted(marker))
    assert marker.exists()
    marker.rmdir()
    assert not asks(visit(program=at.query_params["program"]))
    assert not marker.exists(), "it is shown as it was run before"


def test_a_program_in_the_browsers_history_asks_again(visit, unlocked, marker):
    at = run_program(visit(), "print('mine')")
    at.query_params["program"] = links.token(planted(marker))
    assert asks(checked(at.run()))
    assert not marker.exists()


def test_a_linked_expression_asks_however_it_is_edited(visit, unlocked, marker):
    form = replace(EXAMPLE, expression=planted_expression(marker))
    at = visit("expression", form=links.token(form_text(form)))
    assert asks(at)
    at.text_input(key="expression_value_1").set_value("[1.0, 2.0, 4.0]")
    assert asks(checked(at.run()))
    assert asks(press(at, "Open as a program"))
    assert not marker.exists()


def test_a_linked_expression_runs_when_confirmed_and_then_as_ones_own(visit, unlocked, marker):
    form = replace(EXAMPLE, expression=planted_expression(marker))
    at = press(visit("expression", form=links.token(form_text(form))), "Run this program")
    assert marker.exists()
    at.text_input(key="expression_expression").set_value("a * b")
    assert not asks(checked(at.run()))


def test_a_linked_custom_op_and_its_checks_run_only_when_confirmed(visit, unlocked, marker):
    token = links.token(form_text(planted_op(marker)))
    at = visit("custom_op", form=token)
    assert asks(at)
    assert [header.value for header in at.header] == [run_view.QUESTION], "there are no checks"
    assert asks(press(at, "Open as a program"))
    assert not marker.exists()
    at = press(visit("custom_op", form=token), "Run this program")
    assert marker.exists()
    assert any("agrees" in text for text in findings(at))


def test_the_checks_of_a_linked_custom_op_ask_even_if_its_run_is_known(visit, unlocked, marker, monkeypatch):
    form = planted_op(marker)
    token = links.token(form_text(form))
    press(visit("custom_op", form=token), "Run this program")
    marker.rmdir()
    monkeypatch.delitem(
        running._shelf()._runs, Request(check_program(form, outline(Asked(custom_op=form)))[0], draw=False)
    )
    at = visit("custom_op", form=token)
    assert "Run this program" in [button.label for button in at.button]
    assert not marker.exists()
    press(at, "Run this program")
    assert marker.exists()


def test_own_forms_run_at_once_without_a_lock(visit, unlocked):
    assert not asks(visit("expression"))
    assert not asks(visit("expression", form=links.token(form_text(EXAMPLE))))
    at = visit("custom_op")
    assert not asks(at)
    at.selectbox(key="custom_op_example").set_value("A wrong derivative")
    assert not asks(checked(at.run()))


def test_invisible_characters_are_pointed_out(visit, unlocked):
    assert run_view.HIDDEN in [one.value for one in visit(program=links.token("print('a\u202eb')")).warning]
    assert not visit(program=links.token("print('größe')\n\tx")).warning


def test_behind_the_lock_linked_programs_run_at_once_and_reach_nothing(visit, marker):
    at = visit(program=links.token(planted(marker)))
    assert not asks(at)
    assert "PermissionError" in printed(at, "stderr")
    assert not marker.exists()


# ---- Expression


def test_the_expression_writes_its_program_and_runs_it(visit):
    at = visit("expression")
    assert "y = 3 * a + 2 * b * b + torch.log(c)" in shown(at)
    assert source(at).rstrip() == shown(at).rstrip()
    at.text_input(key="expression_expression").set_value("a * b * c")
    checked(at.run())
    assert "y = a * b * c" in source(at)


def test_rows_are_added_and_removed(visit):
    at = press(visit("expression"), "Add an input")
    assert "d = torch.tensor(1.0, requires_grad=True)" in source(at)
    at.text_input(key="expression_expression").set_value("a + b")
    at = press(at, "✕")
    assert at.text[0].value == "expression: there is no input named 'a'."
    at.text_input(key="expression_expression").set_value("d * b")
    at = checked(at.run())
    assert not at.text
    assert "a = " not in source(at)


def test_a_fault_names_its_cell_and_the_last_graph_stays(visit):
    at = visit("expression")
    before = source(at)
    at.text_input(key="expression_value_1").set_value("[1.0, <b>")
    at = checked(at.run())
    assert at.text[0].value.startswith("row 2, value: is not valid Python")
    assert source(at) == before
    assert "<b>" not in texts_as_markup(at)


def test_calls_of_backward_and_retain_graph(visit):
    at = visit("expression")
    at.number_input(key="expression_calls").set_value(3)
    at.checkbox(key="expression_retain").check()
    at = checked(at.run())
    assert source(at).count("y.backward(gradient, retain_graph=True)") == 3


def test_the_program_opens_on_the_program_page(visit):
    at = visit("expression")
    text = shown(at)
    at = press(at, "Open as a program")
    assert at.title[0].value == "Autograd Studio"
    assert written(at).text.rstrip() == text.rstrip()


def test_the_form_is_in_the_link(visit):
    at = visit("expression")
    at.text_input(key="expression_expression").set_value("a - b - c")
    checked(at.run())
    again = visit("expression", form=at.query_params["form"])
    assert again.text_input(key="expression_expression").value == "a - b - c"
    assert player(again)[0]["link"] == f"{URL}expression?form={at.query_params['form']}"


def test_a_broken_form_opens_the_example(visit):
    at = visit("expression", form="AAAA")
    assert "example instead" in at.warning[0].value
    assert at.text_input(key="expression_expression").value == "3*a + 2*b*b + torch.log(c)"


# ---- Compare


def both(at):
    """Return what the two players were given."""
    heads = [e.proto.bytes for e in at.get("bidi_component") if e.proto.component_name == "autograd_player"]
    return [json.loads(head.partition(b"\n")[0]) for head in heads]


def compared(at):
    """Return what the transport of both players was given."""
    return json.loads(components(at)["autograd_compare"].json)


def test_the_program_page_leads_to_its_program_on_both_sides(visit, without_torch):
    at = visit("program")
    program = "import torch\nx = torch.ones(2, requires_grad=True)\n(x * 2).sum().backward()\n"
    written(at).text = program
    checked(at.button(key="program_compare").click().run())
    assert [written(at, key).text for key in ("compare_left", "compare_right")] == [program, program]
    assert [head["side"] for head in both(at)] == ["left", "right"]
    assert compared(at)["differences"] == []


def test_two_programs_are_opened_at_their_first_difference(visit):
    at = visit("compare")
    left, right = both(at)
    assert (left["side"], left["step"], right["side"], right["step"]) == ("left", 12, "right", 13)
    assert [mark["line"] for mark in left["code"]["marks"]] == [12]
    assert compared(at)["row"] == 12
    assert compared(at)["rows"][12] == [None, 12]


def test_numbers_of_both_programs_can_be_nudged(visit):
    heads = both(checked(visit("compare").run()))
    assert [head["code"]["text"] for head in heads] == [program_of(head).source for head in heads]


def test_both_programs_and_the_row_are_in_the_link(visit):
    at = visit("compare")
    written(at, "compare_left").text = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2\n"
    written(at, "compare_right").text = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 3\n"
    at = press(at, "Run")
    assert [one["kind"] for one in compared(at)["differences"]] == ["program", "value"]
    again = visit("compare", form=at.query_params["form"], step="1")
    assert compared(again)["differences"] == compared(at)["differences"]
    assert (compared(again)["row"], [head["step"] for head in both(again)]) == (0, [1, 1])
    assert both(again)[0]["link"] == f"{URL}compare?form={at.query_params['form']}"


def test_a_ready_pair_is_run_when_it_is_picked(visit):
    at = visit("compare")
    at.selectbox(key="compare_pick").set_value("A loop with and without zero_grad()")
    at = checked(at.run())
    assert any("w.grad is -4.8 on the left" in one["text"] for one in compared(at)["differences"])


@pytest.mark.parametrize("text", ["", "print('hello')", "x = = 3\n", "import torch\nfoo\n"])
def test_a_program_without_steps_is_beside_one_with_steps(visit, text):
    at = visit("compare")
    written(at, "compare_right").text = text
    at = press(at, "Run")
    assert len(both(at)) == 2
    assert written(at, "compare_right").text == text


def test_runs_that_cannot_be_compared_are_shown_all_the_same(visit, monkeypatch):
    def fail(*_):
        raise compare.NotCompared("It took too long.")

    monkeypatch.setattr(compare, "compared", fail)
    at = visit("compare")
    assert "could not be compared. It took too long." in at.warning[0].value
    assert len(both(at)) == 2


@pytest.mark.thorough
def test_the_program_page_leads_to_both_engines(visit, with_torch):
    at = visit("program")
    written(at).text = PROGRAM
    at = checked(at.menu_button(key="program_compare_with").set_value(compare.ITSELF).run())
    assert [at.session_state[f"compare_{side}_run"].request.engine for side in ("left", "right")] == [
        "built-in",
        "torch",
    ]
    assert components(at)["autograd_compare"].json
    data = compared(at)
    assert data["differences"] == []
    assert data["words"]["none"].startswith(f"Identical up to rounding in all {len(data['rows'])} steps")
    assert [head["code"]["locked"] for head in both(at)] == [False, True]


@pytest.mark.thorough
def test_both_engines_run_what_is_written_on_the_left(visit, with_torch):
    at = visit("compare")
    at.selectbox(key="compare_pick").set_value("The left program on both engines")
    at = checked(at.run())
    written(at, "compare_left").text = PROGRAM
    at = press(at, "Run")
    assert [at.session_state[f"compare_{side}_run"].request.source for side in ("left", "right")] == [PROGRAM, PROGRAM]
    assert compared(at)["differences"] == []


@pytest.mark.thorough
def test_both_engines_are_in_the_link(visit, with_torch):
    form = Programs(PROGRAM, PROGRAM, on_torch=True)
    at = visit("compare", form=links.token(form_text(form)))
    assert asks(at), "PyTorch is not locked"
    at = press(at, "Run this program")
    assert at.session_state.compare_right_run.request.engine == "torch"
    assert at.query_params["form"] == links.token(form_text(form))


def test_without_pytorch_a_link_to_both_engines_says_so(visit, without_torch):
    at = visit("compare", form=links.token(form_text(Programs(PROGRAM, PROGRAM, on_torch=True))))
    assert "does not offer" in at.warning[0].value
    assert [head["code"]["label"] for head in both(at)] == ["Left program", "Right program"]
    assert compared(at)["differences"] == []
    assert "The left program on both engines" not in at.selectbox(key="compare_pick").options


def test_a_link_from_before_there_were_two_engines_opens(visit):
    form = json.dumps({"left": PROGRAM, "right": PROGRAM.replace("x * x", "x + x")})
    at = visit("compare", form=links.token(form))
    assert not at.warning
    assert [one["kind"] for one in compared(at)["differences"]][0] == "program"


# ---- Jacobian


def test_the_jacobian_adds_up_the_rows_that_the_seed_picks(visit):
    at = visit("jacobian")
    assert at.text[-2].value == "vᵀJ = 1 · row y[0] + 1 · row y[1] + 1 · row y[2] = [3, 6, 1]"
    at.selectbox(key="jacobian_pick_v").set_value("1 for y[1] alone")
    at = checked(at.run())
    assert at.text[-2].value == "vᵀJ = 1 · row y[1] = [0, 4, 0]"
    assert at.text[-1].value == "Ju = 1 · column x[0] + 1 · column x[1] + 1 · column x[2] = [3, 4, 3]"
    assert at.slider(key="jacobian_v_y[1]").value == 1.0
    at.slider(key="jacobian_v_y[0]").set_value(-0.5)
    at = checked(at.run())
    assert at.text[-2].value == "vᵀJ = −0.5 · row y[0] + 1 · row y[1] = [−1, 3.5, 0]"


def test_the_jacobian_opens_on_a_box_of_a_program(visit):
    program = "import torch\nx = torch.tensor([1.0, 2.0], requires_grad=True)\ny = x * x\nz = y.sum()\nz.backward()\n"
    at = visit("jacobian", program=links.token(program), output="y", input="x", line="3")
    assert at.text[-2].value == "vᵀJ = 1 · row y[0] + 1 · row y[1] = [2, 4]"
    at.text_input(key="jacobian_output").set_value("3 * y")
    at = checked(at.run())
    assert at.text[-2].value.endswith("= [6, 12]")
    again = visit("jacobian", form=at.query_params["form"])
    assert again.text_input(key="jacobian_output").value == "3 * y"
    assert again.text[-2].value == at.text[-2].value


def test_what_has_no_jacobian_is_explained(visit):
    at = visit("jacobian")
    at.text_input(key="jacobian_output").set_value("nothing")
    assert "NameError: name 'nothing' is not defined" in checked(at.run()).error[0].value
    at.text_input(key="jacobian_output").set_value("y +")
    assert "'y +' is not an expression" in checked(at.run()).error[0].value


def test_a_linked_jacobian_asks_before_it_runs(visit, unlocked, marker):
    at = visit("jacobian", program=links.token(planted(marker)), output="y", input="x")
    assert [element.value for element in at.header] == [run_view.QUESTION]
    assert not marker.exists()
    press(at, "Run this program")
    assert marker.exists()


# ---- Practice


def test_a_linked_exercise_asks_before_it_runs(visit, unlocked, marker):
    at = visit("practice", program=links.token(planted(marker) + "loss = 1\n"))
    assert [element.value for element in at.header] == [run_view.QUESTION]
    assert not marker.exists()
    press(at, "Run this program")
    assert marker.exists()


def test_an_output_that_the_program_does_not_have_is_refused(visit):
    at = visit("practice")
    at.text_input(key="practice_output").set_value("lost")
    press(at, "Run")
    assert "TypeError: lost is not a tensor of the program" in [element.value for element in at.text]


def test_a_gradient_that_was_shown_is_gone_with_its_name(visit):
    at = visit("practice")
    at.multiselect(key="practice_shown").set_value(["a"])
    assert checked(at.run()).multiselect(key="practice_shown").value == ["a"]
    at.session_state[
        "practice_program_document"
    ].text = "import torch\nq = torch.ones(2, requires_grad=True)\nloss = q.sum()\n"
    press(at, "Run")
    assert not at.exception
    assert at.multiselect(key="practice_shown").options == ["q"]
    assert at.multiselect(key="practice_shown").value == []


# ---- Custom op


def findings(at):
    """Return what the checks say."""
    return [text.value for text in at.text]


def test_my_relu_is_right(visit):
    at = visit("custom_op")
    assert "class MyReLU" in source(at)
    found = findings(at)
    assert printed(at) == "tensor([0.1000, 2.0000])"
    assert all("agrees" in text or "backward" in text or "Each" in text for text in found)
    assert len(at.table) == 3


def test_a_forgotten_clone_is_noticed(visit):
    at = visit("custom_op")
    at.selectbox(key="custom_op_example").set_value("MyReLU without clone()")
    at = checked(at.run())
    assert any("modified grad_output" in text for text in findings(at))
    assert written(at, "custom_op_backward").text == EXAMPLES["MyReLU without clone()"].backward


def test_of_many_arguments_only_the_first_tables_are_shown(visit, monkeypatch):
    found = Checks([], [Comparison(number, [[1.0]], [[2.0]]) for number in range(60)])
    monkeypatch.setattr(checks_panel, "read", lambda stdout, mark: found)
    at = visit("custom_op")
    assert len(at.get("table")) == 3 * checks_panel.MOST_TABLES
    assert "Only the tables of the first 10 arguments are shown." in [caption.value for caption in at.caption]


def test_an_error_is_marked_in_the_cell_it_came_from(visit):
    at = visit("custom_op")
    written(at, "custom_op_backward").text = "def backward(ctx, g):\n    return nothing\n"
    at = press(at, "Run")
    (mark,) = editor(at, "Backward")["marks"]
    assert (mark["line"], mark["message"]) == (2, "NameError: name 'nothing' is not defined")
    assert editor(at, "Use")["marks"] == []


def test_a_cell_that_is_not_python_is_marked_and_the_last_graph_stays(visit):
    at = visit("custom_op")
    before = source(at)
    written(at, "custom_op_forward").text = "def forward(ctx, x)\n    return x\n"
    at = press(at, "Run")
    assert [mark["line"] for mark in editor(at, "Forward")["marks"]] == [1]
    assert source(at) == before


def test_the_custom_op_opens_as_a_program_and_by_its_link(visit):
    token = links.token(form_text(EXAMPLES["A wrong derivative"]))
    at = visit("custom_op", form=token)
    assert "class Cube" in source(at)
    assert any("differs" in text for text in findings(at))
    at = press(at, "Open as a program")
    assert "class Cube" in written(at).text


# ---- Gallery


def test_the_gallery_has_every_lesson(visit):
    at = visit("gallery")
    queries = [element.proto.query_string for element in at.get("page_link")]
    assert queries == [f"lesson={lesson.id}" for topic in lessons.topics() for lesson in topic.lessons]


def test_the_gallery_is_searched(visit):
    at = visit("gallery")
    at.text_input[0].set_value("Legendre")
    assert len(checked(at.run()).get("page_link")) == 1
    at.text_input[0].set_value("why clone")
    first = checked(at.run()).get("page_link")[0].proto.query_string
    assert first == "lesson=my-relu-in-a-sum"
    at.text_input[0].set_value("xyzzy")
    at = checked(at.run())
    assert "No program" in at.info[0].value and not at.get("page_link")


def test_a_search_has_so_many_words_at_most(visit):
    for page in ("gallery", "operators"):
        at = visit(page)
        at.text_input[0].set_value("clone " * 20_000)
        assert len(checked(at.run()).text_input[0].value) == 200


# ---- Operators


def test_the_operators_are_searched_and_open_in_the_player(visit):
    at = visit("operators")
    assert len(at.dataframe[0].value) == len(operators())
    at.text_input[0].set_value("softmax")
    at = checked(at.run())
    assert "torch.softmax" in list(at.dataframe[0].value["Function"])
    (query,) = [element.proto.query_string for element in at.get("page_link")]
    found = next(operator for operator in operators() if "softmax" in operator.name)
    assert links.text_of(query.removeprefix("program=")) == found.program


def test_a_search_for_an_operator_that_finds_nothing_says_so(visit):
    at = visit("operators")
    at.text_input[0].set_value("no such function")
    assert "No function" in checked(at.run()).info[0].value
