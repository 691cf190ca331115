"""A server to ask, without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from rulewright.web.app import make_app
from rulewright.web.settings import MEGABYTE, Settings

SMALL = Settings(worker_bytes=768 * MEGABYTE, workers=3)


class Person:
    """Somebody with a browser."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(address, headers=headers)

    def post(self, address: str, data: dict[str, Any], code: int = 200) -> Any:
        response = self.send(address, data)
        assert response.status_code == code, response.text
        return response.json()

    def send(self, address: str, data: dict[str, Any]) -> Any:
        return self.client.post(address, content=json.dumps(data), headers={"content-type": "application/json"})

    def sit_down(self, game: str, **data: Any) -> Seat:
        return Seat(self, self.post("/api/tables", {"game": game, "seed": 1, **data}))


class Seat:
    """At a table."""

    def __init__(self, person: Person, opened: dict[str, Any]) -> None:
        self.person = person
        self.id = opened["table"]
        self.about = opened["about"]
        self.view = opened

    def ask(self, what: str, code: int = 200, **data: Any) -> Any:
        return self.person.post(f"/api/tables/{self.id}/{what}", {"ply": self.view["ply"], **data}, code)

    def play(self, *picks: str) -> Any:
        self.view = self.ask("play", picks=picks)
        return self.view

    def lit(self, *picks: str) -> list[str]:
        answer = self.ask("play", picks=picks)
        if "board" in answer:  # they were a whole move, which is taken back
            self.ask("back", ply=answer["ply"], upto=self.view["ply"])
            return []
        return [option["pick"] for option in answer["picks"]]

    @property
    def moves(self) -> list[str]:
        return [made["move"] for made in self.view["history"]]


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    with TestClient(make_app(SMALL), base_url="http://127.0.0.1:8017") as client:
        yield Person(client)
