"""Several people at one table, each at a screen of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest

from rulewright.web import network
from rulewright.web.network import address_for_others
from rulewright.web.settings import Settings
from rulewright.web.watching import Watching
from tests.web.conftest import Person, Seat


def _join(person: Person, table: str, game: str = "tictactoe", code: int = 200) -> Any:
    return person.post(f"/api/tables/{table}/join", {"game": game}, code)


def _news(person: Person, seen: dict[str, Any]) -> Any:
    return person.post(f"/api/tables/{seen['table']}/news", {"game": "tictactoe", "version": seen["version"]})


def _while_somebody_waits(person: Person, seat: Seat, seen: dict[str, Any], act: Callable[[], object]) -> Any:
    """What somebody is told who waits for news while this happens."""
    watching: Watching = person.client.app.state.server.tables.watching  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as screen:
        asked: Future[Any] = screen.submit(_news, person, seen)
        while seat.id not in watching._waiting.values() and not asked.done():
            sleep(0.001)
        act()
        return asked.result()


def test_a_second_screen_sees_the_game_and_each_move_at_once(person: Person) -> None:
    first = person.sit_down("tictactoe")
    first.play("site:b2")
    second = _join(person, first.id)
    assert [made["move"] for made in second["history"]] == ["b2"]
    assert second["about"] == first.about
    assert second["version"] == first.view["version"]
    told = _while_somebody_waits(person, first, second, lambda: first.play("site:a1"))
    assert [made["move"] for made in told["history"]] == ["b2", "a1"]
    assert told["version"] == first.view["version"]
    again = _while_somebody_waits(person, first, told, lambda: first.ask("back", upto=1))
    assert [made["move"] for made in again["history"]] == ["b2"]


def test_who_is_late_is_told_at_once(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    seen = _join(person, seat.id)
    seat.play("site:b2")
    assert _news(person, seen)["ply"] == 1


def test_a_new_game_takes_the_place_of_the_old_one_at_all_screens(person: Person) -> None:
    first = person.sit_down("tictactoe")
    first.play("site:b2")
    seen = _join(person, first.id)
    told = _while_somebody_waits(person, first, seen, lambda: person.sit_down("tictactoe", table=first.id))
    assert (told["table"], told["ply"]) == (first.id, 0)


def test_after_a_new_start_of_the_server_the_first_who_comes_brings_the_moves(person: Person) -> None:
    given = {"game": "tictactoe", "seed": 1, "table": "of-before-it-was", "again": True}
    first = person.post("/api/tables", {**given, "moves": ["b2", "a1"]})
    second = person.post("/api/tables", {**given, "moves": ["b2"]})
    assert [made["move"] for made in second["history"]] == ["b2", "a1"]
    assert second["version"] == first["version"]


def test_without_its_secret_nobody_finds_a_table(person: Person) -> None:
    """96 bits of chance, and no address that lists tables."""
    names = {person.sit_down("tictactoe").id for _ in range(5)}
    assert len(names) == 5
    assert all(len(name) == 16 for name in names)
    for guess in ("", next(iter(names))[:-1], "x" * 16, "x" * 5000):
        assert person.send(f"/api/tables/{guess}/join", {"game": "tictactoe"}).status_code == 404
    assert person.get("/api/tables").status_code == 405
    assert person.get(f"/api/tables/{next(iter(names))}/join").status_code == 405


@pytest.mark.parametrize("name", ["", "a", "x" * 15, "x" * 17, "../../etc/passwd", "ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ", "x" * 15 + "\n"])
def test_no_table_has_a_name_that_can_be_guessed(person: Person, name: str) -> None:
    """Also where a page names the table, as it does after a new start of the server."""
    for again in (False, True):
        told = person.post("/api/tables", {"game": "tictactoe", "table": name, "again": again}, 400)
        assert told["error"].startswith('"table" should be')


def test_at_a_table_of_another_game_nobody_sits_down(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    assert "another game" in _join(person, seat.id, "hex", 404)["error"]
    written = person.post("/api/tables", {"text": _TEXT})
    assert "another game" in _join(person, written["table"], code=404)["error"]
    assert person.post(f"/api/tables/{written['table']}/join", {})["about"]["title"] == "Mine", "who has the link"


_TEXT = """\
game: Mine
players: [white, black]
board: {tiling: square, size: 2x2}
pieces: {man: {}}
actions: {drop: {place: my man, to: empty}}
turn: drop
end: draw if no empty
"""


def _run(what: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: the browser of other tests has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, what).result()


def test_of_too_many_who_wait_the_first_is_answered() -> None:
    async def crowd() -> list[bool]:
        watching = Watching(Settings(watchers=2))
        waiting = []
        for _ in range(3):
            waiting.append(asyncio.ensure_future(watching.change("a")))
            await asyncio.sleep(0)
        await waiting[0]
        found = [one.done() for one in waiting]
        watching.changed("b")
        await asyncio.sleep(0)
        found += [one.done() for one in waiting[1:]]
        watching.end()
        await asyncio.gather(*waiting)
        return found

    assert _run(crowd()) == [True, False, False, False, False]


def test_who_waits_is_answered_after_a_while() -> None:
    async def waits() -> None:
        watching = Watching(Settings(watch_seconds=0.01))
        await watching.change("a")
        assert not watching._waiting

    _run(waits())


@pytest.mark.parametrize(
    ("host", "found", "address"),
    [
        ("127.0.0.1", "192.168.1.7", None), ("0.0.0.0", "192.168.1.7", "http://192.168.1.7:8017"),
        ("::", "fd00::7", "http://[fd00::7]:8017"), ("192.168.1.8", "192.168.1.7", "http://192.168.1.8:8017"),
        ("fd00::8", None, "http://[fd00::8]:8017"), ("0.0.0.0", None, None),
    ],
)  # fmt: skip
def test_where_others_find_the_server(
    host: str, found: str | None, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_own", lambda _: found)
    assert address_for_others(Settings(host=host)) == address


def test_the_system_tells_an_address_that_others_can_use_or_none() -> None:
    import ipaddress
    import socket

    for family in (socket.AF_INET, socket.AF_INET6):
        found = network._own(family)
        assert found is None or not ipaddress.ip_address(found).is_loopback
