"""Ctrl-C ends a command at once, whatever it is busy with.

Python hears a signal between two of its own steps. Machine code, or a compiler, may take minutes to the next one; so a
thread listens too, and ends the process if nobody else does.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import NoReturn

_PATIENCE = 0.25  # seconds in which Python has to hear a signal


def leave(code: int) -> NoReturn:
    """Ends the process without tidying up: to take gigabytes apart, or to wait for threads, takes longer than to go."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whoever read it has gone
            stream.flush()
    os._exit(code)


def listen(code: int) -> None:
    """From now on Ctrl-C ends this process with a code, also where Python does not hear it."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        return
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return  # somebody has other plans for it
    ears, mouth = os.pipe()
    os.set_blocking(mouth, False)
    heard = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        heard.set()
        raise KeyboardInterrupt

    def watch() -> None:
        while True:
            # While a player is asked to hurry, or a server runs, the signal is theirs.
            ours = signal.SIGINT in os.read(ears, 64) and signal.getsignal(signal.SIGINT) is interrupt
            if ours and not heard.wait(_PATIENCE):
                leave(code)

    signal.signal(signal.SIGINT, interrupt)
    signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    # It watches, and the main thread hears: whoever is deaf for a moment there would else be told by way of this one.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    threading.Thread(target=watch, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
