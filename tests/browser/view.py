"""The player as a person meets it: by roles and names."""

import re
import time
from pathlib import Path

PATIENCE = 60  # s: a busy machine takes its time


def script(name):
    """Return a script of this folder: a function for the browser."""
    text = (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    return text.rstrip().removesuffix(";")


class View:
    """One page with a player on it."""

    def __init__(self, page):
        self.page = page
        page.set_default_timeout(PATIENCE * 1000)
        self.slider = page.get_by_role("slider", name="Step", exact=True)
        self.status = page.get_by_role("region", name="Autograd player").get_by_role("status")
        self.inspector = page.get_by_label("Inspector", exact=True)
        self.graph = page.get_by_role("listbox", name="Graph")
        self.program = page.get_by_role("textbox", name="Program")
        self.now = page.locator(".cm-line[aria-current='step']")

    def ready(self):
        self.page.locator("[role=slider][aria-valuenow]").last.wait_for()
        self.page.locator(".cm-content").first.wait_for(state="attached")  # on a phone it is behind a button
        self.letters_ready()

    def letters_ready(self):
        """Wait for the fonts: lines break elsewhere in others. `fonts.ready` holds before any is asked for, too."""
        self.page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")

    def switch(self, name, program):
        """Let the page show another payload in the same player, and wait until it does."""
        self.page.evaluate("name => switchTo(name)", name)
        wanted = [line.strip() for line in program.splitlines()] or [""]
        self.page.wait_for_function(
            script("listed"), arg=[self.page.locator(".cm-content").first.element_handle(), wanted]
        )

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def offers(self, menu="More"):
        """Open one of the player's menus and return it."""
        self.button(menu).click()
        return self.page.get_by_role("menu", name=menu)

    def choose(self, *names, menu="More"):
        """Have a menu do something, or several things, as "Present"."""
        for name in names:
            self.offers(menu).get_by_text(name, exact=True).click()

    def set_pace(self, times):
        """Have the run told faster or slower, by the setting below the menu."""
        self.offers()
        self.page.get_by_role("slider", name="Pace").fill(times)
        self.press("Escape")

    def panel(self, name):
        """Open what stands behind the caption, "Why?" or "Details", and return it."""
        button = self.page.locator(".telling").get_by_role("button", name=name)
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        return self.page.locator(".panel")

    def node(self, pattern):
        return self.graph.get_by_role("option", name=re.compile(pattern))

    def line(self, number):
        """Return the number of a line, at the side of the program."""
        return self.page.locator(".cm-lineNumbers .cm-gutterElement").get_by_text(str(number), exact=True)

    def bound(self, name):
        """Return what of the program shows what a name holds."""
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)} = "))

    @property
    def banner(self):
        """Return what stands above the graph where something is wrong with the program."""
        return self.page.get_by_role("region", name="Findings", exact=True)

    def open_output(self):
        """Unfold what the program printed."""
        self.page.get_by_text("Output", exact=True).click()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def step(self):
        return int(self.slider.get_attribute("aria-valuenow"))

    @property
    def last(self):
        return int(self.slider.get_attribute("aria-valuemax"))

    def focused(self):
        """Return the name of what has the focus, or its text."""
        return self.player(script("focused"))

    def labels(self):
        """Return the names of all nodes of the graph."""
        return self.graph.get_by_role("option").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")

    def places(self):
        """Return where all nodes of the graph are on the screen."""
        return self.graph.get_by_role("option").evaluate_all(script("places"))

    def at_rest(self):
        """Wait until the picture stands still, however long that takes on a busy machine."""
        self.graph.get_by_role("option").evaluate_all(script("at_rest"))

    def moves_from(self, places):
        """Wait until nodes of the graph are elsewhere on the screen than they were."""
        deadline = time.monotonic() + PATIENCE
        while self.places() == places:
            assert time.monotonic() < deadline, "nothing moved"
            self.page.wait_for_timeout(20)

    def player(self, function):
        """Return what a function of the player's root element gives."""
        return self.page.get_by_role("region", name="Autograd player").evaluate(function)
