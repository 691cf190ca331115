"""`rulewright serve`: the games in a browser, on this machine."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import shown
from .terminal import InputError, say, tell

if TYPE_CHECKING:
    import socket

HELP = "play and write games in the browser"
DEFAULT_PORT = 8017


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="files of your own beside the library; the first game given is opened"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: only this machine)")
    parser.add_argument(
        "--port", metavar="N", type=whole_number(0, 65535),
        help=f"the port to listen on ({DEFAULT_PORT}, or a free one if that is taken; 0: any free one)",
    )  # fmt: skip
    parser.add_argument("--no-open", action="store_true", help="do not open the browser")


def run(arguments: argparse.Namespace) -> int:
    import importlib.util

    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"this needs {' and '.join(missing)}; install it with:  pip install 'rulewright[web]'")
    files, first = _chosen(arguments.games)
    listening = _listening(arguments.host, arguments.port)
    _serve(arguments, files, f"play/{first}" if first else "", listening)
    return 0


def _chosen(games: list[str]) -> tuple[dict[str, Path], str | None]:
    """The files of the user's own by what they are called in addresses, and the game to begin with."""
    from ..language.diagnostics import Report
    from ..language.library import find_game, is_shipped, shipped

    files: dict[str, Path] = {}
    names = []
    for game in games:
        report = Report()
        path = find_game(game, report)
        if path is None or not path.is_file():
            problem = report.errors[0].message if report.errors else f"there is no file {game}"
            raise InputError(shown(problem.rstrip(".")))
        name = path.stem
        if not is_shipped(path):
            taken = {*shipped(), *(known for known, other in files.items() if other != path.resolve())}
            while name in taken:
                name = f"my_{name}"
            files[name] = path.resolve()
        names.append(name)
    return files, names[0] if names else None


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
    raise InputError(f"cannot listen on {shown(host)}, port {tried}: {shown(problem)}")


def _serve(arguments: argparse.Namespace, files: dict[str, Path], page: str, listening: socket.socket) -> None:
    import uvicorn

    from ..web.app import make_app
    from ..web.settings import LOOPBACK, Settings

    host, port = arguments.host, listening.getsockname()[1]
    shown_host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown_host}:{port}/"
    say(f"Rulewright is at {address} (Ctrl+C ends it)", now=True)
    if host not in LOOPBACK:
        tell(f"Everybody who can reach {shown(host)} can play here, and use this machine's time to do so.")
    app = make_app(Settings(host=host, port=port, files=files))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, server_header=False))
    if not arguments.no_open:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address + page,), daemon=True).start()
    server.run(sockets=[listening])
