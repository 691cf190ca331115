"""Try a built wheel as a stranger would: in a clean environment, in a folder outside the checkout.

python tools/check_wheel.py dist/rulewright-*.whl
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path
from urllib.request import Request, urlopen

CHECKOUT = Path(__file__).resolve().parents[1]


def main(wheel: Path) -> None:
    check_contents(wheel)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        if folder.is_relative_to(CHECKOUT):
            sys.exit(f"{folder} lies in the checkout, so this would prove nothing")
        user = Stranger(folder, wheel)
        check_commands(user)
        check_server(user, wheel)
        print(f"{wheel.name}: installs and works, {user.calls} commands tried")


def check_contents(wheel: Path) -> None:
    """All data files of the checkout are in the wheel, and nothing that belongs to the developers."""
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    folders = {
        "games": "rulewright/_data/games",
        "grammar": "rulewright/_data/grammar",
        "interpreter/rulewright": "rulewright",
    }
    expected = {"rulewright/py.typed"} | {
        f"{inside}/{path.as_posix()}" for outside, inside in folders.items() for path in files_below(CHECKOUT / outside)
    }
    missing = sorted(expected - packed)
    strangers = sorted(n for n in packed - expected if not n.split("/")[0].endswith(".dist-info"))
    if missing or strangers:
        sys.exit(f"{wheel.name}: not in the wheel: {missing}; should not be in it: {strangers}")


def files_below(folder: Path) -> list[Path]:
    """Without what tools leave behind (.mypy_cache, __pycache__), and without what packages tell developers."""
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.name != "README.md"]
    return [path for path in found if not any(part.startswith((".", "__pycache__")) for part in path.parts)]


class Stranger:
    """Somebody with a fresh virtual environment, an empty folder and the wheel."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.calls = 0
        self.home = folder / "home"
        self.home.mkdir()
        environment = folder / "env"
        venv.create(environment, with_pip=True)
        self.programs = environment / ("Scripts" if os.name == "nt" else "bin")
        # Nothing of the checkout may help.
        self.environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        self.install(str(wheel.resolve()))

    def install(self, what: str) -> None:
        install = [str(self.programs / "python"), "-m", "pip", "install", "-q", what]
        subprocess.run(install, cwd=self.home, env=self.environ, check=True)

    def rulewright(self, *arguments: str, code: int = 0) -> str:
        """What the command prints; it must end with this exit code."""
        command = [str(self.programs / "rulewright"), *arguments]
        done = subprocess.run(
            command, cwd=self.home, env=self.environ, capture_output=True, text=True, encoding="utf-8"
        )
        self.calls += 1
        if done.returncode != code:
            print(done.stdout + done.stderr, file=sys.stderr)
            sys.exit(f"rulewright {' '.join(arguments)}: exit code {done.returncode} instead of {code}")
        return done.stdout


def check_commands(user: Stranger) -> None:
    user.rulewright("--help")
    user.rulewright("--version")
    user.rulewright("limits")
    listed = [game["id"] for game in json.loads(user.rulewright("list", "--json"))]
    shipped = sorted(path.stem for path in (CHECKOUT / "games").glob("*.yaml"))
    if sorted(listed) != shipped:
        sys.exit(f"rulewright list: {listed} instead of {shipped}")
    user.rulewright("validate", "--all")
    for code in json.loads(user.rulewright("explain", "--json")):
        user.rulewright("explain", code["code"])
    user.rulewright("show", listed[0])
    user.rulewright("dump", listed[0], "--stage", "rules", "--json")
    user.rulewright("new", "my_game")
    user.rulewright("new", "my_variant", "--from", listed[0])
    user.rulewright("validate", "my_game.yaml", "my_variant.yaml")
    schema = (user.home / "my_game.yaml").read_text(encoding="utf-8").splitlines()[0].partition("$schema=")[2]
    if not Path(schema).is_file():
        sys.exit(f"rulewright new: its schema {schema} is not a file")
    user.rulewright("export", "my_game.yaml", "-o", "my_game.html")
    if "<!doctype html>" not in (user.home / "my_game.html").read_text(encoding="utf-8"):
        sys.exit("rulewright export: my_game.html is no page")
    user.rulewright("site", "my_game.yaml", "-o", "pages", "--workers", "1")
    if not (user.home / "pages" / "play" / "my_game.html").is_file():
        sys.exit("rulewright site: there is no page of my_game")
    user.rulewright("validate", "no_such_game", code=1)
    user.rulewright("validate", code=2)


def check_server(user: Stranger, wheel: Path) -> None:
    """The browser's side: a sentence without its extra; with it, pages, a picture and a game."""
    user.rulewright("serve", "--no-open", code=1)
    user.install(f"rulewright[web] @ {wheel.resolve().as_uri()}")
    command = [str(user.programs / "rulewright"), "serve", "--no-open", "--port", "0", "my_game.yaml"]
    server = subprocess.Popen(command, cwd=user.home, env=user.environ, stdout=subprocess.PIPE, text=True)
    user.calls += 1
    try:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        pages = ["/", "/play/hive", "/rules/hive", "/workshop", "/static/board.js", "/static/page.css", "/api/games"]
        for page in [*pages, "/api/games/hive/picture.svg", "/api/games/my_game/picture.svg"]:
            with urlopen(address + page, timeout=60) as answer:
                if not answer.read():
                    sys.exit(f"rulewright serve: {page} is empty")
        asked = Request(f"{address}/api/tables", b'{"game":"hive"}', {"content-type": "application/json"})
        with urlopen(asked, timeout=60) as answer:
            if not json.load(answer)["next"]["picks"]:
                sys.exit("rulewright serve: nothing can be picked in Hive")
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/check_wheel.py WHEEL")
    main(Path(sys.argv[1]))
