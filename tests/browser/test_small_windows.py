"""Small windows: a phone, and twice the size of everything."""

import pytest

from .view import script

pytestmark = pytest.mark.thorough


def inside(place, width, height):
    return (
        place["x"] >= 0
        and place["y"] >= 0
        and place["x"] + place["width"] <= width
        and place["y"] + place["height"] <= height
    )


def controls(view):
    return view.page.locator(".bar").locator("button:visible, select:visible, [role=slider]").all()


def test_a_card_of_several_operands_swipes_on_a_phone(show):
    view = show("vector", width=400, height=800)
    cards = view.page.locator(".operands")
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        if cards.evaluate("e => e.children.length > 1"):
            break
    assert cards.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'auto'")
    assert cards.evaluate("e => [...e.children].every((child) => child.offsetWidth >= e.clientWidth)")


@pytest.mark.parametrize(("width", "height", "key"), [(400, 800, "0"), (860, 480, "0"), (1366, 768, "p")])
def test_a_long_sum_leaves_the_cells_where_they_are(show, width, height, key):
    """What is written out of a cell is long for a matrix product, and shorter for one that is 0."""
    view = show("lesson-two-layers", width=width, height=height, step=30)
    view.press(key)
    card, cells = view.page.locator(".card"), view.page.locator(".operands td[data-index]")
    written = view.page.locator(".written")
    assert len(written.inner_text()) > 40
    assert inside_card(cells.first, card)
    before = cells.first.bounding_box()
    cells.first.hover()
    assert cells.first.bounding_box() == before


def inside_card(part, card):
    part, card = part.bounding_box(), card.bounding_box()
    return part["y"] >= card["y"] and part["y"] + part["height"] <= card["y"] + card["height"]


def test_twice_as_large_is_one_column_with_every_control(show):
    view = show("vector", width=683, height=384, step=12)
    for control in controls(view):
        assert inside(control.bounding_box(), 683, 384)
    stage, code = view.page.locator(".stage").bounding_box(), view.page.locator(".code").bounding_box()
    assert code["y"] >= stage["y"] + stage["height"], "one column"
    assert view.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(400, 800), (860, 480)])
def test_a_card_in_a_small_window_is_read_without_scrolling_down(show, width, height):
    view = show("matrix", width=width, height=height)
    card = view.page.locator(".card")
    for _ in range(view.last - 1):  # but the summary of the pass, at its end
        assert card.evaluate("e => e.scrollHeight - e.clientHeight") <= 1, view.status.inner_text()
        view.press("ArrowRight")


def test_titles_of_frames_stay_in_their_frames(show):
    view = show("lesson-two-layers", width=400, height=800, step=30)
    tabs = view.page.locator(".box.tab .title")
    titles = tabs.evaluate_all("all => all.map((e) => e.getBoundingClientRect().toJSON())")
    pairs = [(a, b) for i, a in enumerate(titles) for b in titles[:i]]
    assert len(titles) > 1
    for a, b in pairs:
        beside = a["right"] <= b["left"] or b["right"] <= a["left"]
        assert beside or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]


def test_a_finger_meets_every_control_of_a_phone(show):
    view = show("lesson-two-layers", width=400, height=800, step=30)
    targets = view.page.locator(":is(.bar, .tray, .chapters, .chooser)").locator(
        "button:visible, select:visible, [role=slider]"
    )
    boxes = [target.bounding_box() for target in targets.all()]
    assert boxes and min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_a_room_reads_every_letter(show):
    view = show("lesson-two-layers", width=1366, height=768, step=30)
    view.press("p")
    sizes = view.player(script("sizes"))
    assert min(map(min, sizes.values())) >= 20 - 0.01


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("key", ["0", "v"])
def test_a_memory_stays_in_its_card_beside_wide_operands(show, key, turned):
    view = show("wide memory", width=1366, height=768)
    view.press(key, *(["t"] if turned else []))
    met = 0
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        for memory in view.page.locator(".card .memory").all():
            places = [
                part.bounding_box() for part in (view.page.locator(".card"), memory, *memory.locator("table").all())
            ]
            assert all(place["x"] + place["width"] <= places[0]["x"] + places[0]["width"] for place in places)
            assert places[1]["width"] > 150, "its heading has room"
            met += 1
    assert met


def test_a_long_sentence_is_read_whole_on_a_phone(show):
    view = show("wide memory", width=400, height=800)
    telling, play = view.page.locator(".telling"), view.button("Play")
    heights, before = set(), play.bounding_box()
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        assert telling.evaluate("e => e.scrollHeight <= e.clientHeight")
        assert play.bounding_box() == before
        heights.add(telling.bounding_box()["height"])
    assert len(heights) > 1, "otherwise no sentence was long"
