"""Double backward: the graph of the gradients comes while the first pass makes it."""


def test_what_a_recorded_pass_makes_is_not_there_before(visit):
    visitor = visit("?lesson=double-backward&step=3")
    visitor.ready()
    made = visitor.page.get_by_role("option", name="x^2, result")
    frame = visitor.page.get_by_role("option", name="backward of line 4")
    assert (made.count(), frame.count()) == (0, 0)
    visitor.press("ArrowRight", "ArrowRight")
    made.wait_for()
    frame.wait_for()
    visitor.press("ArrowLeft", "ArrowLeft")
    made.wait_for(state="hidden")
    assert (made.count(), frame.count()) == (0, 0)
