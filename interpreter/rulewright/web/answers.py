"""What routes share: what is asked for, reading JSON from a request, and refusing in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from .refusals import Refusal

Do = TypeVar("Do")


def known(does: Mapping[str, Do], request: Request) -> Do:
    """What the address asks for."""
    found = does.get(request.path_params["what"])
    if found is None:
        raise HTTPException(404)
    return found


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


async def refused(_: Request, error: Exception) -> JSONResponse:
    """For the app's `exception_handlers`."""
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.sentence, **error.details}, error.status)
