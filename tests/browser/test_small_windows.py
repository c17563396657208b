"""Small windows: a phone, and twice the size of everything."""

import pytest

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


def test_a_card_of_several_products_swipes_on_a_phone_and_says_so(show):
    view = show("vector", width=400, height=800)
    cards = view.page.locator(".card .groups")
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        if cards.count() and cards.evaluate("e => e.children.length > 1"):
            break
    assert cards.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX === 'auto'")
    places = cards.evaluate("e => [e, ...e.children].map((one) => one.getBoundingClientRect().toJSON())")
    assert places[2]["left"] < places[0]["right"] - 8, "the second one looks in"
    pages = cards.evaluate("e => [...e.children].map((one) => getComputedStyle(one, '::before').content)")
    assert ["1 of 2" in pages[0], "2 of 2" in pages[1]] == [True, True]


def test_the_pace_is_set_on_a_phone(show):
    view = show("vector", width=400, height=800)
    view.set_pace("1.5")
    view.offers()
    assert view.page.get_by_role("slider", name="Pace").get_attribute("aria-valuetext") == "1.5×"


@pytest.mark.parametrize(("width", "height"), [(400, 800), (860, 480)])
def test_a_long_sum_leaves_the_cells_where_they_are(show, width, height):
    """What is written out of a cell is long for a matrix product, and shorter for one that is 0."""
    view = show("lesson-two-layers", width=width, height=height, step=30)
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
    assert view.page.locator(".stage").bounding_box()["width"] == 683, "one column"
    view.button("Program").click()
    assert inside(view.page.locator(".code").bounding_box(), 683, 384)
    assert view.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(400, 800), (860, 480)])
def test_a_card_in_a_small_window_is_read_without_scrolling_down(show, width, height):
    view = show("matrix", width=width, height=height)
    card = view.page.locator(".card")
    for _ in range(view.last - 1):  # but the summary of the pass, at its end
        assert card.evaluate("e => e.scrollHeight - e.clientHeight") <= 1, view.status.inner_text()
        view.press("ArrowRight")


def test_a_sheet_ends_above_a_long_caption_on_a_phone_and_the_stage_keeps_its_size(show):
    view = show("lesson-softmax-cross-entropy", width=400, height=800)
    stage, bar, card = (view.page.locator(part) for part in (".stage", ".player > .bar", ".card"))
    size, heights = stage.bounding_box(), set()
    for _ in range(view.last - 1):
        place, below = card.bounding_box(), bar.bounding_box()
        assert place is None or place["y"] + place["height"] <= below["y"] + 1, view.status.inner_text()
        assert stage.bounding_box() == size
        heights.add(below["height"])
        view.press("ArrowRight")
    assert len(heights) > 1, "otherwise no caption was long"


def test_titles_of_frames_stay_in_their_frames(show):
    view = show("lesson-two-layers", width=400, height=800, step=30)
    tabs = view.page.locator(".box.tab .head")
    titles = tabs.evaluate_all("all => all.map((e) => e.getBoundingClientRect().toJSON())")
    pairs = [(a, b) for i, a in enumerate(titles) for b in titles[:i]]
    assert len(titles) > 1
    for a, b in pairs:
        beside = a["right"] <= b["left"] or b["right"] <= a["left"]
        assert beside or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]


def test_a_finger_meets_every_control_of_a_phone(show):
    view = show("lesson-two-layers", width=400, height=800, step=30)
    targets = view.page.locator(":is(.bar, .corner)").locator("button:visible, select:visible, [role=slider]")
    boxes = [target.bounding_box() for target in targets.all()]
    assert boxes and min(min(box["width"], box["height"]) for box in boxes) >= 44


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
    lines, before = set(), play.bounding_box()
    for _ in range(view.last - 1):
        view.press("ArrowRight")
        assert telling.evaluate("e => e.scrollHeight <= e.clientHeight")
        assert play.bounding_box() == before
        lines.add(telling.locator(".status > span").last.evaluate("e => e.getClientRects().length"))
    assert max(lines) > 1, "otherwise no sentence was long"


PHONE = {"width": 400, "height": 850}
FRAME = {"width": 860, "height": 480}


@pytest.mark.parametrize("size", [PHONE, FRAME, {"width": 1366, "height": 768}])
def test_no_button_lies_over_the_picture(show, size):
    view = show("loop", step=9, **size)
    bar, layers = view.page.locator(".player > .bar").bounding_box(), view.button("Layers").bounding_box()
    assert layers["y"] >= bar["y"]


def test_a_curve_is_added_by_a_button_whose_words_are_read_whole_on_a_phone(show):
    view = show("fifty iterations", **PHONE)
    added = view.page.get_by_role("combobox", name="Add a curve")
    wanted = added.evaluate(
        """e => {
          const alone = e.cloneNode(false);
          alone.append(e.selectedOptions[0].cloneNode(true));
          alone.style.maxWidth = "none";
          e.after(alone);
          const width = alone.offsetWidth;
          alone.remove();
          return width;
        }"""
    )
    assert added.bounding_box()["width"] >= wanted


@pytest.mark.parametrize("size", [PHONE, FRAME])
@pytest.mark.parametrize("name", ["lesson-upstream-gradient", "lesson-vanishing-gradient", "vanishing"])
def test_nothing_of_a_card_is_cut_at_its_side(show, name, size):
    view = show(name, motion="reduce", **size)
    cut = "e => [...e.querySelectorAll('.numbers, .summed')].some((one) => one.scrollWidth > e.clientWidth - 20)"
    while view.step < view.last:
        view.press("ArrowRight")
        assert not view.page.locator(".card").evaluate(cut), view.page.locator(".card").inner_text()
