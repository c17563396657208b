"""A visitor to the studio, who finds things by their roles and names."""

from tests.browser.view import View


class Visitor(View):
    """One window with the studio."""

    def __init__(self, page):
        super().__init__(page)
        page.set_default_timeout(60_000)  # a busy machine takes its time

    def editor(self, name="Program"):
        """Return the place where a text is written."""
        return self.page.get_by_role("textbox", name=name, exact=True)

    def written(self, name="Program"):
        """Return what is written in an editor."""
        return self.editor(name).evaluate("element => element.cmTile?.view?.state.doc.toString() ?? element.innerText")

    def write(self, text, name="Program"):
        """Replace what is written in an editor, by keyboard."""
        self.editor(name).click()
        self.press("ControlOrMeta+a", "Delete")
        self.page.keyboard.insert_text(text)

    def run(self, text):
        """Write a program and run it by keyboard."""
        self.write(text)
        self.press("ControlOrMeta+Enter")

    def choose(self, title, menu):
        """Choose from a menu as a keyboard does: the list is still scrolling when a script can click into it."""
        menu = self.page.get_by_role("combobox", name=menu)
        menu.click()
        menu.fill(title)
        self.page.get_by_role("option", name=title).wait_for()
        self.press("Enter")

    def sees(self, text):
        """Wait until a text is on the page."""
        self.page.get_by_text(text).first.wait_for()

    def has(self, pattern):
        """Wait until the graph has a node with such a name."""
        self.node(pattern).first.wait_for(state="attached")
