"""Whose request it is."""

import pytest

from autograd_studio.web.client_address import UNKNOWN, address_of


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("not an address", UNKNOWN),
        ("127.0.0.1", UNKNOWN),
        ("::ffff:127.0.0.1", UNKNOWN),
        ("::1", UNKNOWN),
    ],
)
def test_an_address_is_counted_by_what_a_subscriber_has(client, counted):
    assert address_of({"client": (client, 1)}) == counted


def test_who_has_no_address_is_unknown():
    assert address_of({}) == address_of({"client": None}) == UNKNOWN
