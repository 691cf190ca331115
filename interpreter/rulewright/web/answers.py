"""What routes share: reading JSON from a request, and refusing in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from .refusals import Refusal


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent."""
    try:
        data = json.loads(await request.body())
        json.dumps(data, ensure_ascii=False).encode()  # half a character cannot be said again in any answer
    except (ValueError, RecursionError):
        raise Refusal("That is not JSON.", status=400) from None
    if not isinstance(data, dict):
        raise Refusal("That is not a JSON object.", status=400)
    return data


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


async def refused(_: Request, error: Exception) -> JSONResponse:
    """For the app's `exception_handlers`."""
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.sentence, **error.details}, error.status)
