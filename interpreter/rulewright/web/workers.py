"""The server's side of its workers: start them, ask them, kill and replace those that misbehave."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .refusals import Refusal, WorkerLost
from .settings import Settings
from .worker import OUT_OF_MEMORY


class Worker:
    """A process that is asked one thing after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._turn = asyncio.Lock()
        self._number = 0
        self.knows: object = None
        """For its user: what it has been told already, gone with it."""
        self.advises = False
        """Whether it works on an opinion only: that is cut short for whoever wants something else."""
        self._pressing = 0  # how many want something else than an opinion

    @classmethod
    async def start(cls, settings: Settings) -> Worker:
        package = str(Path(__file__).resolve().parents[2])
        paths = [package, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "rulewright.web.worker", str(settings.worker_bytes),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=settings.answer_bytes,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            cwd=tempfile.gettempdir(),  # no file of anybody's lies beside what is submitted
            start_new_session=True,  # Ctrl-C in the terminal is for the server, which then ends its workers
        )  # fmt: skip
        return cls(process)

    @property
    def busy(self) -> bool:
        return self._turn.locked()

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def ask(
        self,
        do: str,
        given: Mapping[str, Any],
        seconds: float,
        tell: Callable[[Any], None] | None = None,
        *,
        advice: bool = False,
    ) -> dict[str, Any]:
        """What it answers; raises `Refusal` or, if it had to be given up, `WorkerLost`."""
        self._pressing += not advice
        if self.advises and not advice:
            self.stop()
        try:
            async with self._turn:
                self._number += 1
                self.advises = advice
                return await self._answered(do, given, seconds, tell)
        finally:
            self._pressing -= not advice

    async def _answered(
        self, do: str, given: Mapping[str, Any], seconds: float, tell: Callable[[Any], None] | None
    ) -> dict[str, Any]:
        try:
            async with asyncio.timeout(seconds):
                return await self._asked(self._number, do, given, tell)
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

    async def _asked(
        self, number: int, do: str, given: Mapping[str, Any], tell: Callable[[Any], None] | None
    ) -> dict[str, Any]:
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
            if tell is not None:
                tell(said["tell"])
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
        return "The process that played this game has ended unexpectedly; try again."

    def kill(self) -> None:
        if self.alive:
            self._process.kill()

    async def gone(self) -> None:
        """Kills it and waits until nothing is left of it."""
        self.kill()
        await self._process.wait()


class Pool:
    """A bounded number of workers by what they are for; the one that was not used for longest makes room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._workers: OrderedDict[str, Worker] = OrderedDict()
        self._making = asyncio.Lock()
        self._spare: asyncio.Task[Worker] | None = None

    def __len__(self) -> int:
        return len(self._workers)

    async def worker(self, key: str) -> Worker:
        """The worker of this key; a new one if it has none or lost it."""
        async with self._making:
            known = self._workers.pop(key, None)
            if known is None or not known.alive:
                self._make_room()
                known = await self._fresh()
            self._workers[key] = known
            return known

    async def _fresh(self) -> Worker:
        """One that was started in advance, because to start takes a moment."""
        made = await self._spare if self._spare is not None else await Worker.start(self.settings)
        self._spare = asyncio.create_task(Worker.start(self.settings))
        return made if made.alive else await Worker.start(self.settings)

    def warm_up(self) -> None:
        if self._spare is None:
            self._spare = asyncio.create_task(Worker.start(self.settings))

    def _make_room(self) -> None:
        for key, worker in list(self._workers.items()):
            if not worker.alive:
                del self._workers[key]
        if len(self._workers) < self.settings.workers:
            return
        idle = next((key for key, worker in self._workers.items() if not worker.busy), None)
        if idle is None:
            raise Refusal("Everything is busy just now; try again in a moment.", status=503)
        self._workers.pop(idle).kill()

    def known(self, key: str) -> Worker | None:
        """The worker of this key, if it has one."""
        return self._workers.get(key)

    def drop(self, key: str) -> None:
        """What this worker was for is over."""
        if key in self._workers:
            self._workers.pop(key).kill()

    async def close(self) -> None:
        workers = list(self._workers.values())
        if self._spare is not None:
            workers.append(await self._spare)
        await asyncio.gather(*(worker.gone() for worker in workers))
        self._workers.clear()
