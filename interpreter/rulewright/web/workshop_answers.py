"""What a page is answered about a file that is being written, however it asks: files to begin with, and help.

Each page has a worker of its own for quick questions and another one for what takes seconds: proofs, and looks with
every combination of options; the lab has a third. The board beside the text is a table as on every other page.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from ..diagnostic_pages import page
from ..language.game_files import stem_of
from ..library.beginnings import copied, new_text
from ..workshop.glossary import words
from ..workshop.guide import PAGES, GuidePage, guide_page
from .refusals import Refusal
from .settings import Settings
from .sources import path_of, source_of, text_of
from .tables import Pool
from .values import number_in, text_in, texts_by_name_in

_TAB = re.compile(r"[A-Za-z0-9_-]{8,40}")
Data = dict[str, Any]
MOST_SECONDS_OF_STUDY = 30
"""In one request; a page asks again if somebody wants to know more."""


class WorkshopAnswers:
    def __init__(self, settings: Settings, pool: Pool) -> None:
        self.settings = settings
        self.pool = pool
        self.posts: Mapping[str, Callable[[Data], Awaitable[Data]]] = {
            "begin": self.begin, "check": self.check, "complete": partial(self.at_offset, "complete"),
            "hover": partial(self.at_offset, "hover"), "prove": partial(self.at_length, "prove"),
            "page": partial(self.at_length, "page"), "language": self.language,
            "guide": self.guide,
        }  # fmt: skip

    # ------------------------------------------------------------ what does not depend on the text

    def words(self) -> Data:
        """The words of the language by their kind, for colours."""
        return {word: about.kind for word, about in words().items()}

    async def language(self, _: Data) -> Data:
        """What each word of the language says, to be read."""
        return {"words": [{"word": word, **asdict(about)} for word, about in words().items()]}

    async def guide(self, data: Data) -> Data:
        """A page of the tutorial, the recipes or the reference, and which ones there are."""
        wanted = guide_page(text_in(data, "page", longest=40))
        if wanted is None:
            raise Refusal("There is no such page.", status=404)
        pages = [page for page in map(guide_page, PAGES) if page is not None]
        return {**asdict(wanted), "pages": [_titled(page) for page in pages]}

    def explain(self, code: str) -> Data:
        """The page of a message."""
        found = page(code)
        if found is None:
            raise Refusal("There is no such message.", status=404)
        return {"code": found.code, "title": found.title, "text": found.text}

    async def begin(self, data: Data) -> Data:
        """A text to begin with: a `copy` of a game, a `variant` of one, or a new one."""
        if "copy" in data:
            path = path_of(text_in(data, "copy", longest=200), self.settings)
            text = copied(await text_of(path))
            return {"name": stem_of(path), "text": text}
        if "variant" in data:
            path = path_of(text_in(data, "variant", longest=200), self.settings)
            name = stem_of(path)
            given = {"name": f"my_{name}"[:40], "game": name, "path": str(path)}
            answer = await self._asked(data, "vary", given)
            return {"name": given["name"], "text": answer["text"]}
        return {"name": "my_game", "text": new_text("my_game")}

    # ------------------------------------------------------------ what a worker does

    async def check(self, data: Data) -> Data:
        thorough = data.get("thorough") is True
        given = {**self._game(data), "thorough": thorough}
        return await self._asked(data, "check", given, "proof" if thorough else "workshop")

    async def at_offset(self, do: str, data: Data) -> Data:
        given = {"text": self._game(data)["text"], "offset": number_in(data, "offset", most=10**6)}
        return await self._asked(data, do, given)

    async def at_length(self, do: str, data: Data) -> Data:
        """In a worker of its own: whoever goes on writing is not kept waiting."""
        return await self._asked(data, do, self._game(data), "proof")

    async def study(self, data: Data) -> Data:
        """The lab: the first figures after some seconds, and more whenever they are asked for."""
        seconds = number_in(data, "seconds", most=MOST_SECONDS_OF_STUDY)
        given = {**self._game(data), "seconds": seconds, "more": data.get("more") is True}
        return await self._asked(data, "study", given, "lab")

    def _game(self, data: Data) -> Data:
        text = source_of({"text": text_in(data, "text")}, self.settings)["text"]
        return {"text": text, "options": texts_by_name_in(data, "options")}

    async def _asked(self, data: Data, do: str, given: Data, what: str = "workshop") -> Data:
        tab = text_in(data, "tab", longest=40)
        if not _TAB.fullmatch(tab):
            raise Refusal('"tab" should name the page that asks.', status=400)
        settings = self.settings
        seconds = {"proof": settings.proof_seconds, "lab": settings.study_seconds}.get(what, settings.write_seconds)
        return await self.pool.ask(f"{what}:{tab}", f"workshop.{do}", given, seconds)


def _titled(page: GuidePage) -> Data:
    return {"name": page.name, "title": page.title}
