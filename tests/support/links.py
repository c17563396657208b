"""Links as the front end makes and reads them: a program, or a form, as a token of an address."""

import base64
import json
import zlib
from dataclasses import asdict


def token(text):
    """Return a text as a token, of whatever length and whether or not it is one that the studio would make."""
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def form_token(form):
    """Return a form, a dataclass or its fields, as a token."""
    return token(json.dumps(form if isinstance(form, dict) else asdict(form), separators=(",", ":")))
