"""The studio as a visitor uses it, with a mouse and by keyboard: everything is found by its role and its name."""

import re

from tests.browser.view import View, script

PLACES = {
    "Learn": "gallery",
    "Play": "",
    "Compare": "compare",
    "Practice": "practice",
    "Reference": "operators",
}


class StudioPage(View):
    """One window with the studio."""

    def ready(self):
        """Wait until the place that is shown has a run, its program and its letters."""
        self.slider.and_(self.page.locator("[aria-valuenow]")).last.wait_for()
        self.page.locator(".cm-content").first.wait_for(state="attached")
        self.letters_ready()

    # Places

    def go(self, place):
        """Go to a place by the header, as "Practice"."""
        link = self.page.get_by_role("navigation").get_by_role("link", name=place, exact=True)
        if not link.is_visible():
            self.page.get_by_role("banner").get_by_role("button", name="Menu").click()
            link = self.page.get_by_role("menuitem", name=place, exact=True)
        link.click()
        self.place(place).wait_for()

    def place(self, name):
        """Return the part of the page that shows a place."""
        return self.page.get_by_role("region", name=name, exact=True)

    def back(self):
        """Go back, as the browser's button does."""
        self.page.go_back()

    def search(self, words):
        """Ask the search, and return what it found."""
        self.page.get_by_role("button", name=re.compile("^Ask")).click()
        field = self.page.get_by_role("combobox")
        field.fill(words)
        return self.page.get_by_role("dialog", name="Search").get_by_role("option")

    # Programs

    def editor(self, name="Program"):
        """Return the place where a text is written, as soon as it can be."""
        return self.page.get_by_role("textbox", name=name, exact=True).and_(self.page.locator(".cm-content"))

    def written(self, name="Program"):
        """Return what is written in an editor."""
        return self.editor(name).evaluate("element => element.cmTile.view.state.doc.toString()")

    def write(self, text, name="Program"):
        """Replace what is written in an editor, by keyboard."""
        self.editor(name).click()
        self.press("ControlOrMeta+a", "Delete")
        self.page.keyboard.insert_text(text)

    def run_program(self, text, name="Program"):
        """Write a program and run it by keyboard."""
        self.write(text, name)
        self.press("ControlOrMeta+Enter")

    def more(self, name):
        """Do what the player's menu offers, as "Copy link"."""
        self.page.get_by_role("button", name=re.compile("^More")).filter(visible=True).first.click()
        self.page.get_by_role("menu").locator("button").get_by_text(name, exact=True).click()

    # What is seen

    def sees(self, text):
        """Wait until a text is on the page."""
        self.page.get_by_text(text).filter(visible=True).first.wait_for()

    def has(self, pattern):
        """Wait until the graph has a node with such a name."""
        self.node(pattern).first.wait_for(state="attached")

    def controls(self):
        """Return the names of what can be used in the window, each with whether Tab leads to it."""
        return [(one["name"], one["tabs"]) for one in self.page.evaluate(script("controls"))]

    def at_control(self):
        """Return the name of the control that has the focus, None if none has it."""
        return next((one["name"] for one in self.page.evaluate(script("controls")) if one["focused"]), None)

    def smallest(self):
        """Return the size of the smallest letters in the window, and what they say."""
        found = self.page.evaluate(script("letters"))
        return found["size"], found["text"]

    def violations(self):
        """Return the rules of accessibility that are broken, each with the elements and what is wrong with them."""
        from axe_playwright_python.sync_playwright import Axe  # as playwright: only where the suite can run

        found = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]

    def moved(self):
        """Return what of what is painted moved by itself, and by how much of the window."""
        return self.page.evaluate(script("shifts"))
