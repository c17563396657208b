"""The player as a person meets it: by roles and names."""

import re
from pathlib import Path


def script(name):
    """Return a script of this folder: a function for the browser."""
    text = (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    return text.rstrip().removesuffix(";")


class View:
    """One page with a player on it."""

    def __init__(self, page):
        self.page = page
        self.slider = page.get_by_role("slider", name="Step", exact=True)
        self.status = page.get_by_role("region", name="Autograd player").get_by_role("status")
        self.inspector = page.get_by_label("Inspector", exact=True)
        self.graph = page.get_by_role("listbox", name="Graph")
        self.program = page.get_by_role("textbox", name="Program")
        self.now = page.locator(".cm-line[aria-current='step']")

    def ready(self):
        self.page.locator("[role=slider][aria-valuenow]").last.wait_for(timeout=20_000)
        self.page.locator(".cm-content").first.wait_for()
        self.page.evaluate(
            "document.fonts.ready.then(() => true)"
        )  # `wait_for_function` is eval, which the studio refuses

    def switch(self, name, program):
        """Let the page show another payload in the same player, and wait until it does."""
        self.page.get_by_label("A text field").fill(name)
        self.page.keyboard.press("Enter")
        wanted = [line.strip() for line in program.splitlines()] or [""]
        self.page.wait_for_function(script("listed"), arg=[self.program.element_handle(), wanted])
        self.page.get_by_label("A text field").blur()

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def node(self, pattern):
        return self.graph.get_by_role("option", name=re.compile(pattern))

    def line(self, number):
        """Return the number of a line, at the side of the program."""
        return self.page.locator(".cm-lineNumbers .cm-gutterElement").get_by_text(str(number), exact=True)

    def bound(self, name):
        """Return the row of the program that shows what a name holds."""
        return self.page.locator(".bound").filter(has_text=re.compile(rf"^{name} = "))

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

    def player(self, function):
        """Return what a function of the player's root element gives."""
        return self.page.get_by_role("region", name="Autograd player").evaluate(function)
