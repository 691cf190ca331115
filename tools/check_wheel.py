"""Try a built wheel as a stranger would: in a clean environment, in a folder outside the checkout.

python tools/check_wheel.py dist/rulewright-*.whl
python tools/check_wheel.py dist/rulewright-*.whl --short --python python3.13   on another Python, in short
python tools/check_wheel.py dist/rulewright-*.whl --short --lowest              with the oldest dependencies
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from urllib.request import Request, urlopen

CHECKOUT = Path(__file__).resolve().parents[1]


def main(given: argparse.Namespace) -> None:
    wheel: Path = given.wheel
    check_contents(wheel)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        if folder.is_relative_to(CHECKOUT):
            sys.exit(f"{folder} lies in the checkout, so this would prove nothing")
        user = Stranger(folder, wheel, given.python, lowest() if given.lowest else ())
        check_commands(user, short=given.short)
        check_server(user, wheel)
        print(f"{wheel.name}: installs and works, {user.calls} commands tried; {user.has()}", flush=True)


def lowest() -> tuple[str, ...]:
    """The oldest releases that the project allows, which other packages of today may not have met."""
    from packaging.requirements import Requirement
    from packaging.version import Version

    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for text in (*project["dependencies"], *project["optional-dependencies"]["web"]):
        wanted = Requirement(text)
        asked = [sys.executable, "-m", "pip", "index", "versions", wanted.name]
        said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        listed = said.partition("Available versions: ")[2].splitlines()[0]
        released = sorted(Version(each) for each in listed.split(", ") if wanted.specifier.contains(each))
        found.append(f"{wanted.name}=={released[0]}")
    return tuple(found)


def check_contents(wheel: Path) -> None:
    """All data files of the checkout are in the wheel, and nothing that belongs to the developers."""
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    folders = {
        "docs/reference": "rulewright/_data/docs/reference",
        "games": "rulewright/_data/games",
        "grammar": "rulewright/_data/grammar",
        "interpreter/rulewright": "rulewright",
    }
    pages = {f"rulewright/_data/docs/{page}" for page in ("tutorial.md", "recipes.md", "reference/README.md")}
    expected = (
        {"rulewright/py.typed"}
        | pages
        | {
            f"{inside}/{path.as_posix()}"
            for outside, inside in folders.items()
            for path in files_below(CHECKOUT / outside)
        }
    )
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

    def __init__(self, folder: Path, wheel: Path, python: str, constraints: tuple[str, ...]) -> None:
        self.calls = 0
        self.constraints = folder / "constraints.txt"
        self.constraints.write_text("\n".join(constraints), encoding="utf-8")
        self.home = folder / "home"
        self.home.mkdir()
        environment = folder / "env"
        subprocess.run([python, "-m", "venv", str(environment)], check=True)
        self.programs = environment / ("Scripts" if os.name == "nt" else "bin")
        # Nothing of the checkout may help.
        self.environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        self.install(str(wheel.resolve()))

    def install(self, what: str) -> None:
        self.python("-m", "pip", "install", "-q", "-c", str(self.constraints), what)

    def python(self, *arguments: str) -> str:
        command = [str(self.programs / "python"), *arguments]
        return subprocess.run(
            command, cwd=self.home, env=self.environ, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def has(self) -> str:
        """The Python, and what was installed into it."""
        frozen = [each for each in self.python("-m", "pip", "freeze").splitlines() if "==" in each]
        return ", ".join([self.python("--version").strip(), *frozen])

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


def check_commands(user: Stranger, *, short: bool) -> None:
    user.rulewright("--help")
    user.rulewright("--version")
    user.rulewright("limits")
    listed = [game["id"] for game in json.loads(user.rulewright("list", "--json"))]
    shipped = sorted(path.stem for path in (CHECKOUT / "games").glob("*.yaml"))
    if sorted(listed) != shipped:
        sys.exit(f"rulewright list: {listed} instead of {shipped}")
    user.rulewright("validate", *(listed[:5] if short else ["--all"]))
    for code in json.loads(user.rulewright("explain", "--json"))[: 1 if short else None]:
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable, metavar="COMMAND", help="the Python of the environment")
    parser.add_argument("--lowest", action="store_true", help="with the oldest dependencies that are allowed")
    parser.add_argument("--short", action="store_true", help="not every game and message")
    main(parser.parse_args())
