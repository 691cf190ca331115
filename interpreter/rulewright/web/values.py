"""What a request says, read with care: a value of another kind is refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .refusals import Refusal


def text_in(data: Mapping[str, Any], key: str, default: str | None = None, longest: int = 65536 * 2) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or len(value) > longest:
        raise Refusal(f'"{key}" should be a text of at most {longest} characters.', status=400)
    return value


def number_in(data: Mapping[str, Any], key: str, default: int | None = None, most: int = 2**64 - 1) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Refusal(f'"{key}" should be a whole number from 0 to {most}.', status=400)
    return value


def texts_in(data: Mapping[str, Any], key: str, most: int) -> list[str]:
    values = data.get(key, [])
    if not isinstance(values, list) or len(values) > most or not all(isinstance(value, str) for value in values):
        raise Refusal(f'"{key}" should be a list of at most {most} texts.', status=400)
    return values


def texts_by_name_in(data: Mapping[str, Any], key: str) -> dict[str, str]:
    values = data.get(key, {})
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise Refusal(f'"{key}" should be an object of texts.', status=400)
    return values


def object_in(data: Mapping[str, Any], key: str) -> dict[str, Any] | None:
    """Whatever is in it; None if it is not there."""
    value = data.get(key)
    if value is not None and not isinstance(value, dict):
        raise Refusal(f'"{key}" should be an object.', status=400)
    return value
