"""Under which address others in the network find this machine."""

from __future__ import annotations

import ipaddress
import socket

from .settings import Settings

_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for examples. Nothing is sent: the system is asked where it would begin the way."""


def address_for_others(settings: Settings) -> str | None:
    """`http://192.168.1.7:8017`; None if nobody else can reach this server, or nobody knows how."""
    if not settings.public:
        return None
    address = ipaddress.ip_address(settings.host)
    found = (
        _own(socket.AF_INET6 if address.version == 6 else socket.AF_INET) if address.is_unspecified else settings.host
    )
    if found is None:
        return None
    return f"http://[{found}]:{settings.port}" if ":" in found else f"http://{found}:{settings.port}"


def _own(family: socket.AddressFamily) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((_ELSEWHERE[family], 9))
            found: str = asking.getsockname()[0]
    except OSError:
        return None  # it is in no network
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found
