"""Writing the payload as JSON: `written` writes what the schema defines, `packed` makes of a payload what travels."""

from __future__ import annotations

import dataclasses
import functools
import gzip
import hashlib
import json
from typing import Any

from ..schema import Payload


def written(entry: Any) -> bytes:
    """Return as JSON what the schema defines, or a list of that, without the fields that have their default."""
    return _encoder.encode(entry).encode()


def packed(payload: Payload) -> bytes:
    """Return a payload as it travels: compressed JSON, the same bytes for the same payload."""
    return compressed(identified(payload))


def identified(payload: Payload) -> bytes:
    """Return a payload as JSON with an `id`, which is the same for the same payload."""
    body = written(payload)
    identity = hashlib.blake2b(body, digest_size=8).hexdigest()
    return b'{"id":"%s",%s' % (identity.encode(), body[1:])


def compressed(document: bytes) -> bytes:
    """Return a document as `packed` compresses it."""
    return gzip.compress(document, 5, mtime=0)  # 6 takes 1.6 times as long for 5 % less


def _fields(entry: Any) -> dict[str, Any]:
    """Return the fields of an entry that say something."""
    required, optional = _plan(type(entry))
    found = {key: getattr(entry, name) for name, key in required}
    for name, key, default in optional:
        value = getattr(entry, name)
        if value is not default and value != default:
            found[key] = value
    return found


@functools.cache
def _plan(kind: type) -> tuple[list[tuple[str, str]], list[tuple[str, str, Any]]]:
    """Return the names and keys of a class's fields without a default, and of the others with it."""
    required, optional = [], []
    for one in dataclasses.fields(kind):
        key = one.name.removesuffix("_")
        if one.default is not dataclasses.MISSING:
            optional.append((one.name, key, one.default))
        elif one.default_factory is not dataclasses.MISSING:
            optional.append((one.name, key, one.default_factory()))
        else:
            required.append((one.name, key))
    return required, optional


_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"), default=_fields
)
