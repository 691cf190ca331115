"""Who may ask, and what a page may do."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from rulewright.web.app import make_app
from rulewright.web.guard import Guard, Message, Receive, Scope, Send
from rulewright.web.settings import Settings
from tests.web.conftest import Person

STRANGERS = [
    "evil.example", "evil.example:8017", "127.0.0.1.evil.example", "localhost.evil.example", "", "10.0.0.1", ":8017",
    "[::1].evil.example", "[::1]evil.example", "[::1]:8017.evil.example", "[::1]@evil.example", "[::1", "::1", "[]",
    "localhost:8017@evil.example", "localhost:evil.example", "localhost:80:80", "localhost:", "localhost:123456",
    "user@localhost", "evil.example@localhost", "[localhost]", "[127.0.0.1]", "[::1%25lo]", "localhost/evil",
    "localhost.", "127.0.0.1.", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]",
    "localhost,evil.example", "localhost evil.example", "evil.example#localhost", "localhost\\@evil.example",
]  # fmt: skip


@pytest.mark.parametrize("host", STRANGERS)
def test_only_our_own_name_is_answered(person: Person, host: str) -> None:
    """Else a page of anybody's could give this server a name of its own by DNS, and read everything."""
    assert person.get("/", host=host).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8017", "localhost:8017", "LOCALHOST", "[::1]:8017"])
def test_our_own_names_are_answered(person: Person, host: str) -> None:
    assert person.get("/", host=host).status_code == 200


def test_where_others_may_play_numbers_are_answered_and_names_are_not() -> None:
    with TestClient(make_app(Settings(host="0.0.0.0"))) as client:
        assert client.get("/", headers={"host": "192.168.1.7:8017"}).status_code == 200
        assert client.get("/", headers={"host": "[fe80::7]:8017"}).status_code == 200
        assert client.get("/", headers={"host": "[::ffff:192.168.1.7]"}).status_code == 200
        for host in ("evil.example", "192.168.1.7.evil.example", "[fe80::7].evil.example", "[fe80::7%evil.a]", ""):
            assert client.get("/", headers={"host": host}).status_code == 421, host


@pytest.mark.parametrize(
    ("host", "public"),
    [("127.0.0.1", False), ("127.9.9.9", False), ("::1", False), ("::ffff:127.0.0.1", False), ("0.0.0.0", True),
     ("::", True), ("192.168.1.7", True), ("fe80::7%lo", True)],
)  # fmt: skip
def test_what_others_can_reach(host: str, public: bool) -> None:
    assert Settings(host=host).public == public


def test_the_name_that_was_asked_for_is_ours_and_none_is_not() -> None:
    with TestClient(make_app(Settings(host="127.0.1.1", name="MyMachine"))) as client:
        for host in ("mymachine:8017", "127.0.1.1", "localhost"):
            assert client.get("/", headers={"host": host}).status_code == 200, host
        for host in ("127.0.1.2", ""):
            assert client.get("/", headers={"host": host}).status_code == 421, host


def _twice(person: Person, name: str, first: str, second: str) -> int:
    headers = [("content-type", "application/json"), ("host", "127.0.0.1:8017")]
    headers = [*(pair for pair in headers if pair[0] != name), (name, first), (name, second)]
    status: int = person.client.post("/api/tables", content=b'{"game":"tictactoe"}', headers=headers).status_code
    return status


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("host", "evil.example", "127.0.0.1:8017"),
        ("host", "127.0.0.1:8017", "127.0.0.1:8017"),
        ("origin", "https://evil.example", "http://127.0.0.1:8017"),
        ("sec-fetch-site", "cross-site", "same-origin"),
        ("content-type", "text/plain", "application/json"),
    ],
)
def test_what_is_said_twice_is_refused(person: Person, name: str, first: str, second: str) -> None:
    assert _twice(person, name, first, second) == 400


@pytest.mark.parametrize("length", ["9" * 20, "9" * 5000, "-1", "1e3", "0x10", "", " "])
def test_a_length_that_is_none_is_refused_in_a_sentence(person: Person, length: str) -> None:
    headers = {"content-type": "application/json", "content-length": length}
    response = person.client.post("/api/tables", content=b"{}", headers=headers)
    assert response.status_code == 413
    assert "too long" in response.json()["error"]


def test_a_whole_address_is_no_path(person: Person) -> None:
    """Its host would count instead of the one that was looked at."""
    seen: list[int] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        seen.append(message.get("status", 0))

    scope = {
        "type": "http", "method": "GET", "path": "http://evil.example/", "query_string": b"", "root_path": "",
        "headers": [(b"host", b"127.0.0.1:8017")],
    }  # fmt: skip
    person.client.portal.call(person.client.app, scope, receive, send)  # type: ignore[union-attr]
    assert seen[0] == 400


@pytest.mark.parametrize("origin", [
    "https://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8017",
    "http://127.0.0.1:8017.evil.example", "http://127.0.0.1:8017@evil.example", "http://127.0.0.1", "127.0.0.1:8017",
    "", "http://127.0.0.1:8017/", "http://127.0.0.1:8017, https://evil.example", "file://127.0.0.1:8017",
])  # fmt: skip
def test_other_sites_may_not_ask(person: Person, origin: str) -> None:
    response = person.client.post("/api/tables", json={"game": "tictactoe"}, headers={"origin": origin})
    assert response.status_code == 403
    assert "another site" in response.json()["error"]


def test_a_request_that_a_browser_marks_as_foreign_is_refused(person: Person) -> None:
    response = person.client.post("/api/tables", json={}, headers={"sec-fetch-site": "cross-site"})
    assert response.status_code == 403


def test_our_own_pages_may_ask(person: Person) -> None:
    response = person.client.post(
        "/api/tables",
        json={"game": "tictactoe"},
        headers={"origin": "http://127.0.0.1:8017", "sec-fetch-site": "same-origin"},
    )
    assert response.status_code == 200


def test_what_a_plain_form_can_send_is_refused(person: Person) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        response = person.client.post("/api/tables", content=b'{"game":"hive"}', headers={"content-type": kind})
        assert response.status_code == 415, kind


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_only_get_and_post(person: Person, method: str) -> None:
    assert person.client.request(method, "/api/games").status_code == 405


def test_long_bodies_are_refused_whether_they_say_so_or_not(person: Person) -> None:
    long = b'{"text": "' + b"x" * 300_000 + b'"}'
    json = {"content-type": "application/json"}
    assert person.client.post("/api/tables", content=long, headers=json).status_code == 413
    pieces = (long[start : start + 5000] for start in range(0, len(long), 5000))
    assert person.client.post("/api/tables", content=pieces, headers=json).status_code == 413


@pytest.mark.parametrize("body", [b"", b"x" * 300_000], ids=["that never comes", "that is too long"])
def test_a_body_changes_nothing_once_the_answer_has_begun(body: bytes) -> None:
    """As where a file is sent: it listens meanwhile, for somebody who leaves."""
    sent: list[str] = []
    heard: list[str] = []

    async def file(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while "http.disconnect" not in heard:
            heard.append((await receive())["type"])

    async def send(message: Message) -> None:
        sent.append(message["type"])

    async def ask() -> None:
        late = asyncio.Event()
        asyncio.get_running_loop().call_later(5 * seconds, late.set)
        coming = [body] if body else []

        async def receive() -> Message:
            if coming:
                return {"type": "http.request", "body": coming.pop(), "more_body": True}
            await late.wait()
            return {"type": "http.disconnect"}

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"127.0.0.1")]}
        await Guard(file, Settings(client_seconds=seconds))(scope, receive, send)

    seconds = 0.01
    with ThreadPoolExecutor(1) as apart:  # while a browser of other tests is open, a loop is running in this one
        apart.submit(asyncio.run, ask()).result()
    assert sent == ["http.response.start"]
    assert heard == [*(["http.request"] if body else []), "http.disconnect"]


@pytest.mark.parametrize("address", ["/", "/play/hive", "/rules/hive", "/static/board.js", "/api/players", "/nothing"])
def test_every_answer_says_what_a_page_may_do(person: Person, address: str) -> None:
    headers = person.get(address).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in headers


def test_no_page_has_a_script_or_a_style_inside(person: Person) -> None:
    """The policy would not let it run; this says so before a browser does."""
    for address in ("/", "/play/hive", "/rules/hive"):
        page = person.get(address).text
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page
        assert page.count("<script") == page.count('<script type="module" src="/static/')


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/"])
def test_nothing_beside_the_static_files_is_served(person: Person, path: str) -> None:
    assert person.get(path).status_code == 404
