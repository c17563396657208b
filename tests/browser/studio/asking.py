"""A studio where nothing isolates what a link brings: it answers as the server does there."""

import re

UNLOCKED = '{"kind":"unlocked"}\n'


def open_link(visit, studio, path):
    """Open an address where a foreign program is not run; return the visitor and what was asked: (route, is_foreign)."""
    visitor = visit("operators")
    sent = []

    def answer(route):
        is_foreign = route.request.post_data_json["foreign"]
        sent.append((route.request.url.rpartition("/")[2], is_foreign))
        if is_foreign:
            route.fulfill(body=UNLOCKED, content_type="application/x-ndjson")
        else:
            route.continue_()

    visitor.page.route(re.compile(r"/(run|check|compare)$"), answer)
    visitor.page.goto(studio + path)
    return visitor, sent
