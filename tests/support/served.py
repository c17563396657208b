"""A folder behind a web server that knows nothing of what is in it, as that of any host."""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Quiet(SimpleHTTPRequestHandler):
    """Answers with the files of a folder."""

    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    """Serve a folder; give the address of what is in it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        server.handle_error = lambda *_: None  # a page that is left breaks off what it has asked for
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
