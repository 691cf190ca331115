"""The workshop over HTTP: what it answers, what it refuses, and that no text brings the server down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.game_files import shipped
from tests.web.conftest import Person
from tests.workshop.cursor import GAME, in_game, split

_TAB = "tab-of-a-test"


def _ask(person: Person, what: str, text: str, code: int = 200, **more: Any) -> Any:
    return person.post(f"/api/workshop/{what}", {"tab": _TAB, "text": text, **more}, code)


def test_the_page_lets_only_its_own_styles_through(person: Person) -> None:
    first, second = person.get("/workshop"), person.get("/workshop")
    policy = first.headers["content-security-policy"]
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    assert f'nonce="{nonce}"' in first.text
    assert len(nonce) >= 20
    assert nonce not in second.text
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy


def test_a_text_is_checked(person: Person) -> None:
    assert _ask(person, "check", GAME)["valid"]
    text = in_game("step forward to", "step forwrd to")
    found = _ask(person, "check", text)
    (error,) = [one for one in found["diagnostics"] if one["severity"] == "error"]
    assert text[error["from"] : error["to"]] == "forwrd"
    assert error["fixes"][0]["insert"] == "forward"


def test_completion_and_hover(person: Person) -> None:
    text, offset = split(in_game("move: my pawn,", "move: my p¦,"))
    assert "pawn" in [item["label"] for item in _ask(person, "complete", text, offset=offset)["items"]]
    assert _ask(person, "hover", GAME, offset=GAME.index("tiling"))["card"]["title"] == "tiling"
    assert _ask(person, "hover", GAME, offset=len(GAME))["card"] is None


def test_a_game_is_proved_by_playing(person: Person) -> None:
    text = f"{GAME}tests:\n  - perft: [6]\n"
    found = _ask(person, "prove", text)
    assert [one["code"] for one in found["diagnostics"] if one["severity"] == "error"] == ["test-perft"]
    right = _ask(person, "prove", text.replace("[6]", "[5]"))
    assert right["valid"]
    assert right["summary"].startswith("1 test, 10 random games")


def test_the_lab_goes_on_with_what_it_has(person: Person) -> None:
    first = _ask(person, "study", GAME, seconds=1)
    assert len(first["verdict"]) == 3
    assert first["games"] > 0
    second = first
    while second["games"] == first["games"]:  # on a machine that is busy, one more game may take a while
        second = _ask(person, "study", GAME, seconds=1, more=True)
    assert second["games"] > first["games"]
    page = person.get(second["page"])
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert "<h2>Balance</h2>" in page.text
    assert person.get("/workshop/lab/nobody-asked").status_code == 404
    assert (
        "has mistakes" in _ask(person, "study", in_game("step forward to", "step forwrd to"), 422, seconds=1)["error"]
    )
    assert person.post("/api/workshop/study", {"tab": _TAB, "text": GAME, "seconds": 10**9}, 400)["error"]


@pytest.mark.parametrize(
    ("wanted", "name"), [({}, "my_game"), ({"copy": "hive"}, "hive"), ({"variant": "chess"}, "my_chess")]
)
def test_beginnings_have_no_mistakes(person: Person, wanted: dict[str, str], name: str) -> None:
    begun = person.post("/api/workshop/begin", {**wanted, "tab": _TAB})
    assert begun["name"] == name
    assert _ask(person, "check", begun["text"])["valid"]


def test_a_copy_of_a_game_that_is_not_there(person: Person) -> None:
    person.post("/api/workshop/begin", {"copy": "../../etc/passwd", "tab": _TAB}, 404)
    person.post("/api/workshop/begin", {"copy": "no_such_game", "tab": _TAB}, 404)


def test_messages_are_explained(person: Person) -> None:
    assert person.get("/api/workshop/explain/name-unknown").json()["title"]
    assert person.get("/api/workshop/explain/..%2F..%2Fx").status_code == 404


def test_the_guide_is_at_hand(person: Person) -> None:
    page = person.post("/api/workshop/guide", {"page": "reference/paths"})
    assert (page["title"], page["text"]) == tuple(Path("docs/reference/paths.md").read_text("utf-8")[2:].split("\n", 1))
    reference = {f"reference/{path.stem}" for path in Path("docs/reference").glob("*.md")}
    assert {one["name"] for one in page["pages"]} == {"tutorial", "recipes", *reference}
    for other in ("../README", "reference/../playing", "hooks", "", "/etc/passwd"):
        person.post("/api/workshop/guide", {"page": other}, 404)


def test_the_words_have_their_kinds(person: Person) -> None:
    assert person.get("/api/workshop/words").json()["step"] == "verb"


def test_hooks_never_run(person: Person) -> None:
    text = shipped()["entropy"].read_text(encoding="utf-8").replace(", same_as: rows_along(n) + rows_along(e)", "")
    assert [one["code"] for one in _ask(person, "check", text)["diagnostics"]] == ["cost-hook", "hook-permission"]
    assert not _ask(person, "prove", text)["valid"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"tab": _TAB},
        {"tab": "x", "text": "game: A"},
        {"tab": "../../../secret", "text": "game: A"},
        {"tab": _TAB, "text": 3},
        {"tab": _TAB, "text": "game: A", "options": ["a"]},
    ],
)
def test_nonsense_is_refused_in_a_sentence(person: Person, data: dict[str, Any]) -> None:
    assert person.post("/api/workshop/check", data, 400)["error"].endswith(".")


def test_a_text_that_is_too_long_is_refused(person: Person) -> None:
    assert "64 KiB" in _ask(person, "check", "#" * 70_000, 422)["error"]


_ABUSE = {
    "brackets": "game: " + "[" * 30_000,
    "braces": "{" * 60_000,
    "dashes": "- " * 30_000,
    "colons": "a: " * 20_000,
    "indentation": "".join(" " * depth + "a:\n" for depth in range(340)),
    "names": "define:\n" + "".join(f"  n{number}: n{number + 1} n{number + 1}\n" for number in range(2_000)),
    "board": "game: A\nplayers: [a, b]\nboard: {tiling: square, size: 9999x9999}\npieces: {x: {}}\nturn: x\n",
    "quotes": "'\"" * 30_000,
    "nothing": "",
    "half a character": "game: A\ndefine:\n  a: \ud800 mine\n\ud800",
    "a rule": "end:\n  - win if " + "(" * 20_000,
}


@pytest.mark.parametrize("name", _ABUSE)
def test_no_text_brings_it_down(person: Person, name: str) -> None:
    """Whatever is sent, there is an answer, and the next text is answered as ever."""
    for what, more in (("check", {}), ("complete", {"offset": 5_000}), ("hover", {"offset": 18})):
        body = json.dumps({"tab": _TAB, "text": _ABUSE[name], **more})
        response = person.client.post(
            f"/api/workshop/{what}", content=body, headers={"content-type": "application/json"}
        )
        assert response.status_code in (200, 400, 422, 503), response.text
    assert _ask(person, "check", GAME)["valid"]


def test_a_board_takes_the_place_of_another(person: Person) -> None:
    """The same table goes on with other rules, and says which move does not fit them."""
    first = person.post("/api/tables", {"text": GAME, "seed": 1, "moves": ["a1-a2", "a5-a4"]})
    wider = GAME.replace("size: 5x5", "size: 5x6").replace("row 5", "row 6")
    second = person.post("/api/tables", {"text": wider, "seed": 1, "table": first["table"], "moves": ["a1-a2"]})
    assert second["table"] == first["table"]
    assert second["ply"] == 1
    refused = person.post(
        "/api/tables", {"text": wider, "seed": 1, "table": first["table"], "moves": ["a1-a2", "a5-a4"]}, 422
    )
    assert refused["move"] == 2
