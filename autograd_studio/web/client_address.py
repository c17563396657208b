"""Whose request it is: the address of a visitor, by which floods are told apart.

A class of 300 may share one address, so an address is never a person: what is counted by it may only bind while others
wait. Behind a proxy it is the proxy's word that counts, if the host trusts that proxy (`FORWARDED_ALLOW_IPS`, which
uvicorn reads); otherwise all visitors have the proxy's own address.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

UNKNOWN = ""
NETWORK = 64  # bits of an IPv6 address that a subscriber is given, and chooses the others


def address_of(scope: Scope) -> str:
    """Return the address that a request or a websocket comes from, unknown if it is this computer."""
    client = scope.get("client")
    return _counted(client[0]) if client else UNKNOWN


def _counted(text: str) -> str:
    """Return what stands for an address in counts: an IPv6 address by its network, this computer by nothing."""
    try:
        found = ip_address(text)
    except ValueError:
        return UNKNOWN
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return UNKNOWN
    return str(found if found.version == 4 else ip_network((found.packed, NETWORK), strict=False))
