"""`rulewright serve`: the games in a browser, on this machine."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from .named_files import named_files
from .numbers import whole_number
from .positions import add_effort_argument, shown
from .terminal import InputError, UsageError, say, tell

if TYPE_CHECKING:
    import socket

HELP = "play and write games in the browser"
EXAMPLES = (
    "serve",
    "serve my_game.yaml --port 8080 --no-open",
    "serve hive --host 0.0.0.0",
)
DEFAULT_PORT = 8017


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="files of your own beside the library; the first game given is opened"
    )
    parser.add_argument(
        "--host", default="127.0.0.1",
        help="the address to listen on (127.0.0.1: only this machine; 0.0.0.0: others join a table by its link)",
    )  # fmt: skip
    parser.add_argument(
        "--port", metavar="N", type=whole_number(0, 65535),
        help=f"the port to listen on ({DEFAULT_PORT}, or a free one if that is taken; 0: any free one)",
    )  # fmt: skip
    parser.add_argument(
        "--engine", metavar="COMMAND", action="append", default=[], dest="engines",
        help="another program that may play here, such as stockfish; may be given several times",
    )  # fmt: skip
    add_effort_argument(parser)
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")


def run(arguments: argparse.Namespace) -> int:
    import importlib.util

    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"this needs {' and '.join(missing)}; install it with:  pip install 'rulewright[web]'")
    if not arguments.host.strip():  # to the system that means every address there is
        raise UsageError(
            "--host is empty; leave it out to listen to this machine alone, or write 0.0.0.0 for the whole network"
        )
    arguments.engines = _engines(arguments.engines)
    files, first = _chosen(arguments.games)
    listening = _listening(arguments.host, arguments.port)
    _serve(arguments, files, f"play/{quote(first, safe='')}" if first else "", listening)
    return 0


def _engines(commands: list[str]) -> dict[str, str]:
    """Other programs, each as a player is written, by a name for pages: these never learn or choose a command."""
    import re

    from ..errors import InvalidPlayer
    from ..players.spec import PLAYERS, specs

    found: dict[str, str] = {}
    for command in commands:
        try:
            (engine,) = specs(f"engine:{command}")
        except (InvalidPlayer, ValueError) as error:
            why = str(error) if isinstance(error, InvalidPlayer) else "name one program with each --engine"
            raise UsageError(shown(why)) from None
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", Path(engine.command.split()[0].strip("\"'")).stem) or "engine"
        name, number = stem, 2
        while name in found or name in PLAYERS or name == "person":
            name, number = f"{stem}_{number}", number + 1
        found[name] = str(engine)
    return found


def _chosen(games: list[str]) -> tuple[dict[str, Path], str | None]:
    """The files of the user's own by what they are called in addresses, and the game to begin with."""
    from ..language.place import place_of

    found = named_files(games)
    return {name: path for name, path in found.items() if not place_of(path).shipped}, next(iter(found), None)


def _listening(host: str, port: int | None) -> socket.socket:
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in (DEFAULT_PORT, 0) if port is None else (port,):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen()  # from now on nobody is turned away, however long the rest takes to start
            return listening
        except OSError as error:
            listening.close()
            problem = error.strerror or str(error)
        except (UnicodeError, TypeError):  # it cannot even be written as one
            listening.close()
            problem = "that is no name of a machine"
    raise InputError(f"cannot listen on {shown(host)}, port {tried}: {shown(problem)}")


def _serve(arguments: argparse.Namespace, files: dict[str, Path], page: str, listening: socket.socket) -> None:
    from ..web.listening import Listening
    from ..web.network import address_for_others
    from ..web.settings import Settings

    host, port = listening.getsockname()[:2]
    settings = Settings(
        host=host,
        port=port,
        name=arguments.host,
        files=files,
        engines=arguments.engines,
        folder=os.getcwd(),
        effort=arguments.effort,
    )
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
    shown_host = everywhere.get(host, f"[{host}]" if ":" in host else shown(arguments.host))
    address = f"http://{shown_host}:{port}/"
    say(f"Rulewright is at {address} (Ctrl+C ends it)", now=True)
    if settings.public:
        where = f"all addresses of this machine ({host})" if host in everywhere else host
        others = address_for_others(settings)
        found = f", at {others}/" if others else ""
        tell(
            f"ATTENTION: it listens on {where}. Everybody in the network who can reach this machine can play "
            f"here{found}, and use its time to do so. Your table is joined by its link (Invite) alone; whoever has the "
            "link can move. Nothing is encrypted. Without --host it is for this machine alone."
        )
    server = Listening(settings)
    if not arguments.no_open:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address + page,), daemon=True).start()
    server.run(sockets=[listening])
