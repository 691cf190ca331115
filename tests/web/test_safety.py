"""Files that mean harm, and workers that break: the server goes on answering."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rulewright.web.app import make_app
from rulewright.web.settings import MEGABYTE, Settings
from rulewright.web.workers import Pool
from tests.web.conftest import SMALL, Person

TIGHT = Settings(worker_bytes=700 * MEGABYTE, workers=2, open_seconds=8, answer_seconds=8, think_seconds=3)

HUGE = """
game: Huge
players: [white, black]
board: {{tiling: square, size: 60x60}}
pieces: {{man: {{letter: o}}}}
setup: {{white man: rows 1..20, black man: rows 40..60}}
actions:
  go: {{move: my man, to: empty}}
turn: {turn}
end: [win if some mine in row 30]
"""
SOME = """
game: Some
players: [white, black]
board: {{tiling: square, size: 3x3}}
pieces: {{man: {{letter: o}}}}
{more}
actions:
  go: {{place: man, to: empty}}
turn: go
end: [win if some mine in row 3]
"""
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{this}: &{this} [{', '.join([f'*{before}'] * 9)}]\n" for before, this in zip("abcdefgh", "bcdefghi", strict=True)
)
ABUSES = {
    "a bomb of aliases": BOMB,
    "nested without end": "game: x\nboard: " + "[" * 20_000,
    "a board beyond all limits": SOME.format(more="").replace("3x3", "99999x99999"),
    "four million moves": HUGE.format(turn="go"),
    "turns of many parts": HUGE.format(turn="go then go then go then go"),
    "brackets without end": SOME.format(more="").replace("win if some mine", "win if " + "(" * 900 + "some mine"),
    "hooks": SOME.format(more="hooks: {file: os.py, system: {gives: number}}"),
    "a path out of the library": SOME.format(more="extends: ../../../etc/passwd"),
    "a file that extends itself": "game: x\nextends: game\n",
    "not text at all": "\x00\x01\x02\ud800 \x1b[2J" * 500,
    "a million keys": "".join(f"k{number}: 1\n" for number in range(9000)),
    "a game that only rolls dice": """
game: Dice
players: [white, black]
board: {tiling: square, size: 2x2}
pieces: {man: {letter: o}}
actions:
  roll: {with: {n: 1..6}, do: []}
turn: chance roll
end: [draw if ply > 4000]
""",
}


@pytest.fixture(scope="module")
def tight() -> Iterator[Person]:
    with TestClient(make_app(TIGHT), base_url="http://127.0.0.1:8017") as client:
        yield Person(client)


def workers(person: Person) -> Pool:
    app = person.client.app
    assert isinstance(app, Starlette)
    found: Pool = app.state.server.pool
    return found


def _is_well(person: Person) -> None:
    """It answers; also when the machine is so busy that some attempts take more than the few seconds they have here."""
    assert person.get("/").status_code == 200
    until = monotonic() + 120
    while (answer := person.send("/api/tables", {"game": "tictactoe", "moves": ["b2"]})).status_code == 503:
        assert monotonic() < until, answer.text
    assert answer.json()["ply"] == 1


def test_abusive_files_in_a_row_leave_the_server_answering(tight: Person) -> None:
    for name, text in ABUSES.items():
        response = tight.send("/api/tables", {"text": text})
        answer = response.json()
        assert response.status_code in (200, 400, 413, 422, 503), (name, response.text)
        if response.status_code == 200:
            seat = f"/api/tables/{answer['table']}"
            for what, data in (("play", {"picks": []}), ("think", {"spec": "random", "play": True})):
                assert tight.send(f"{seat}/{what}", data).status_code in (200, 422, 503), (name, what)
        else:
            assert len(answer["error"]) > 10, name
            assert "Traceback" not in response.text
    _is_well(tight)


def test_a_game_too_large_for_its_worker_is_given_up_in_a_sentence(tight: Person) -> None:
    answer = tight.send("/api/tables", {"text": ABUSES["turns of many parts"]})
    # Its time, its memory or the limit of turns: which comes first is the machine's affair.
    assert answer.status_code in (422, 503), answer.text
    assert answer.json()["error"].endswith(".")
    _is_well(tight)


def test_hooks_of_a_submitted_file_never_run(person: Person) -> None:
    answer = person.post("/api/tables", {"text": ABUSES["hooks"]}, 422)
    assert answer["error"] == "This game has mistakes."
    assert all(problem["message"] for problem in answer["problems"])


def test_not_even_hooks_of_the_library_run_for_a_submitted_file(person: Person) -> None:
    """What it does can be said in the language as well; then no Python is needed."""
    answer = person.post("/api/tables", {"text": "game: My Hive\nextends: hive\n"}, 422)
    assert [problem["code"] for problem in answer["problems"]] == ["hook-permission"]
    without = "game: My Hive\nextends: hive\nnotation: ~\nhooks: {uhp: ~}\n"
    assert person.post("/api/tables", {"text": without})["about"]["title"] == "My Hive"


def test_mistakes_are_told_at_their_place(person: Person) -> None:
    answer = person.post("/api/tables", {"text": SOME.format(more="").replace("empty", "emty")}, 422)
    assert [problem["line"] for problem in answer["problems"]] == [8]
    assert "emty" in answer["problems"][0]["message"]


def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(person: Person) -> None:
    seat = person.sit_down("tictactoe")
    seat.play("site:a1")
    portal = person.client.portal
    assert portal is not None
    portal.call(workers(person).drop, f"table:{seat.id}")
    assert seat.play("site:b2")["ply"] == 2
    assert seat.moves == ["a1", "b2"]


def test_more_tables_than_workers(person: Person) -> None:
    seats = [person.sit_down("tictactoe") for _ in range(4)]
    for seat in seats:
        assert seat.play("site:a1")["ply"] == 1
    assert seats[0].play("site:b2")["ply"] == 2
    assert len(workers(person)) <= SMALL.workers
