"""The server's side of its workers: start them, ask them, kill and replace those that misbehave."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from .refusals import NeverAsked, Refusal, WorkerLost
from .settings import Settings
from .worker import OUT_OF_MEMORY

Used = TypeVar("Used")
BUSY = "Everything is busy just now; try again in a moment."
ENDED = "The process that played this game has ended unexpectedly; try again."


class Worker:
    """A process that is asked one thing after the other."""

    def __init__(self, process: asyncio.subprocess.Process, most: int) -> None:
        self._process = process
        self._most = most
        self._turn = asyncio.Lock()
        self._number = 0
        self._given_up = False  # long before the system says that it is gone
        self.knows: object = None
        """For its user: what it has been told already, gone with it."""
        self.advises = False
        """Whether it works on an opinion only: that is cut short for whoever wants something else."""
        self._asking = self._pressing = 0  # how many ask, and how many of them something else than an opinion

    @classmethod
    async def start(cls, settings: Settings) -> Worker:
        """A new one; raises `WorkerLost` where the system gives none: no descriptors, no memory, no more processes."""
        try:
            return cls(await cls._process_of(settings), settings.waiting)
        except (OSError, RuntimeError, MemoryError, subprocess.SubprocessError) as error:
            said = (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__
            raise WorkerLost(f"No process could be started to play in ({said}); try again in a moment.") from None

    @staticmethod
    async def _process_of(settings: Settings) -> asyncio.subprocess.Process:
        return await _begun(
            settings.answer_bytes,
            sys.executable, "-P", "-m", "rulewright.web.worker", str(settings.worker_bytes), str(settings.effort),
            env=_environment(),
            cwd=_beginning(),
            start_new_session=True,  # Ctrl-C in the terminal is for the server, which then ends its workers
        )  # fmt: skip

    @property
    def busy(self) -> bool:
        return self._turn.locked()

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return not self._given_up and not self.buried

    @property
    def buried(self) -> bool:
        """Whether nothing is left of its process."""
        return self._process.returncode is not None

    async def ask(self, do: str, given: Mapping[str, Any], seconds: float, *, advice: bool = False) -> dict[str, Any]:
        """What it answers; raises `Refusal`, also if too many ask at a time, or `WorkerLost` if it had to be given up.

        Whoever waited for it while it was lost gets `NeverAsked`.
        """
        if self._asking >= self._most:
            raise Refusal(BUSY, status=503)
        self._asking += 1
        self._pressing += not advice
        if self.advises and not advice:
            self.stop()
        try:
            async with self._turn:
                if not self.alive:
                    raise NeverAsked(ENDED)
                self._number += 1
                self.advises = advice
                return await self._answered(do, given, seconds)
        finally:
            self._asking -= 1
            self._pressing -= not advice

    async def _answered(self, do: str, given: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        try:
            async with asyncio.timeout(seconds):
                return await self._asked(self._number, do, given)
        except TimeoutError:
            self.kill()
            raise WorkerLost(f"This took more than {seconds:g} seconds, so it was given up.") from None
        except asyncio.CancelledError:
            self.stop()
            raise
        except ValueError:
            self.kill()
            raise WorkerLost("The answer was too long, so it was given up.") from None
        except (OSError, EOFError):
            raise WorkerLost(await self._epitaph()) from None
        finally:
            self.advises = False

    async def _asked(self, number: int, do: str, given: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdout is not None
        await self._send({"id": number, "do": do, "with": given})
        if self.advises and self._pressing:
            self.stop()
        while line := await self._process.stdout.readline():
            said = json.loads(line)
            if said["id"] != number:
                continue  # to somebody who did not wait for it
            if "refused" in said:
                raise Refusal(said["refused"], said.get("details"))
            if "done" in said:
                done: dict[str, Any] = said["done"]
                return done
        raise EOFError

    async def _send(self, line: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n")
        await self._process.stdin.drain()

    def stop(self) -> None:
        """Asks it to hurry with what it works on."""
        if self.busy and self.alive and self._process.stdin is not None:
            self._process.stdin.write(b'{"stop":%d}\n' % self._number)

    async def _epitaph(self) -> str:
        try:
            async with asyncio.timeout(1):
                code = await self._process.wait()
        except TimeoutError:
            code = None
        self.kill()
        if code == OUT_OF_MEMORY:
            return "This needs more memory than a game may have, so it was given up."
        return ENDED

    def kill(self) -> None:
        self._given_up = True
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                # Also the programs that it has started. Only once: whoever kills a process by its own method first asks
                # whether it has ended, and takes the answer away from the event loop, which then complains.
                os.killpg(self._process.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Kills it and waits until nothing is left of it."""
        self.kill()
        await self._process.wait()


class _Streams(asyncio.subprocess.SubprocessStreamProtocol):
    """Of a process that is being started. Where that fails half way asyncio leaves the process running."""

    given_up = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.given_up and not transport.is_closing():
            begun: subprocess.Popen[bytes] = transport.get_extra_info("subprocess")
            transport.close()  # which kills it
            begun.wait()  # nobody watches it


async def _begun(most: int, *command: str, **how: Any) -> asyncio.subprocess.Process:
    """A process, which can say so many bytes at a time, or none."""
    loop = asyncio.get_running_loop()
    streams = _Streams(limit=most, loop=loop)
    try:
        transport, _ = await loop.subprocess_exec(
            lambda: streams, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None, **how
        )
    except BaseException:
        streams.given_up = True
        raise
    return asyncio.subprocess.Process(transport, streams, loop)


def _beginning() -> str:
    """The folder in which a worker begins: no file of anybody's lies there beside what is submitted.

    The folder for temporary files may be swept away while the server runs; it is asked for only once.
    """
    temporary = tempfile.gettempdir()
    return temporary if os.path.isdir(temporary) else os.path.abspath(os.sep)


def _environment() -> dict[str, str]:
    """Of a worker: it finds Python's modules where this process does, though it begins in another folder.

    There everybody can write, so what PYTHONPATH names from the current folder must not be looked for there.
    """
    deaf = sys.flags.ignore_environment  # python -E, -I: nor do its workers go by what it does not hear
    own = {name: value for name, value in os.environ.items() if not (deaf and name.startswith("PYTHON"))}
    named = filter(None, own.get("PYTHONPATH", "").split(os.pathsep))
    paths = [str(Path(__file__).resolve().parents[2]), *map(os.path.abspath, named)]
    return {**own, "PYTHONPATH": os.pathsep.join(paths)}


class Pool:
    """A bounded number of workers by what they are for; the one that was not used for longest makes room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._workers: OrderedDict[str, Worker] = OrderedDict()
        self._started: set[Worker] = set()  # all of them, until nothing is left of their processes
        self._making = asyncio.Lock()
        self._spare: asyncio.Task[Worker | None] | None = None
        self._ended = False

    def __len__(self) -> int:
        return len(self._workers)

    async def ask(self, key: str, do: str, given: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What the worker of this key answers."""
        return await self.using(key, lambda worker: worker.ask(do, given, seconds))

    async def using(self, key: str, use: Callable[[Worker], Awaitable[Used]]) -> Used:
        """Uses the worker of this key; if it is lost to somebody else before it has its turn, the next one."""
        while True:
            with suppress(NeverAsked):
                return await use(await self._worker(key))

    async def _worker(self, key: str) -> Worker:
        """The worker of this key; a new one if it has none or lost it. Only who needs a new one waits for new ones."""
        if not self._has(key):
            async with self._making:
                if not self._has(key):
                    self._make_room()
                    self._workers[key] = await self._fresh()
        self._workers.move_to_end(key)
        return self._workers[key]

    def _has(self, key: str) -> bool:
        return key in self._workers and self._workers[key].alive

    async def _fresh(self) -> Worker:
        """One that was started in advance, because to start takes a moment, if it is still well.

        Whoever goes away while it starts leaves it to the next one: cancelled, it would be a process that nobody has.
        """
        made = await asyncio.shield(self._spare) if self._spare is not None else None
        self._spare = None
        if made is None or not made.alive:
            made = await self._start()
        self.warm_up()
        return made

    async def _start(self) -> Worker:
        if not self._ended:
            made = await Worker.start(self.settings)
            self._started = {made, *(worker for worker in self._started if not worker.buried)}
            if not self._ended:
                return made
            made.kill()
        raise WorkerLost("Rulewright is being ended.")

    def warm_up(self) -> None:
        if self._spare is None:
            self._spare = asyncio.create_task(self._in_advance())

    async def _in_advance(self) -> Worker | None:
        """One that has answered: who starts and says nothing is given up before anybody has waited for an answer."""
        made = None
        try:
            made = await self._start()
            await made.ask("table.list", {"games": {}}, self.settings.open_seconds)
            return made
        except Exception:
            if made is not None:
                made.kill()  # it may have answered that it cannot, and nobody would have it
            return None  # whoever needs one tries again, and is told if that fails too

    def _make_room(self) -> None:
        for key, worker in list(self._workers.items()):
            if not worker.alive:
                del self._workers[key]
        if len(self._workers) < self.settings.workers:
            return
        idle = next((key for key, worker in self._workers.items() if not worker.busy), None)
        if idle is None:
            raise Refusal(BUSY, status=503)
        self._workers.pop(idle).kill()

    def known(self, key: str) -> Worker | None:
        """The worker of this key, if it has one."""
        return self._workers.get(key)

    def drop(self, key: str) -> None:
        """What this worker was for is over."""
        if key in self._workers:
            self._workers.pop(key).kill()

    def end(self) -> None:
        """Whoever waits for a worker is told at once that it is lost, and nobody gets a new one."""
        self._ended = True
        for worker in self._started:
            worker.kill()

    async def close(self) -> None:
        """Ends, and waits until nothing is left of any worker."""
        self.end()
        if self._spare is not None:
            await self._spare
        await asyncio.gather(*(worker.gone() for worker in self._started))
        self._workers.clear()
