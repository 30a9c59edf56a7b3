"""Runs the program."""

from __future__ import annotations

import inspect
import re
import subprocess
import threading
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Callable, Optional

from ._arguments import as_keywords
from ._errors import HealthConvError, HealthConvWarning
from ._tool import find_tool


@dataclass(frozen=True)
class Progress:
    """How far the program has read."""

    #: The part of the input that was read, from 0 to 1; ``None`` if that is not known.
    fraction: float | None = None
    #: Which reading of the input this is, from 1.
    step: int = 1
    #: How many times the input is read.
    steps: int = 1


#: Called at least ten times a second, in the thread of the caller. An exception that it raises ends the work, removes what was
#: written, and is raised to the caller.
ProgressCallback = Callable[[Progress], object]

#: What the program draws: a line that replaces the one before.
_BAR = re.compile(rb"\r([^\r\n]*)\x1b\[K")
_SHARE = re.compile(rb"(\d+) % of ")
_PASS = re.compile(rb"pass (\d+) of (\d+)")

#: How long one waits for the program before the callback is called again.
_INTERVAL = 0.1


def run(
    arguments: Sequence[str], progress: Optional[ProgressCallback] = None, *, accepted: Sequence[int] = (0,),
    usual: Optional[str] = None,
) -> tuple[bytes, int]:
    """Run the program to its end.

    :param accepted: the exit statuses that are not errors.
    :param usual: the beginning of a note that is no warning.
    :returns: what it printed on standard output, and its exit status.
    :raises HealthConvError: if it fails.
    """
    command = [find_tool(), *arguments]
    if progress is not None:
        command.insert(2, "--progress=bar")
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    results, messages = _Reader(process.stdout), _Reader(process.stderr)
    try:
        while True:
            try:
                process.wait(_INTERVAL if progress is not None else None)
                break
            except subprocess.TimeoutExpired:
                if progress is not None:
                    progress(_progress(messages.data))
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        results.join()
        messages.join()
    text = _BAR.sub(b"", bytes(messages.data)).decode("utf-8", "replace").strip()
    if process.returncode not in accepted:
        raise HealthConvError(_message(text, process.returncode), process.returncode)
    for line in text.splitlines():
        if not line.startswith("healthconv: note: "):
            continue
        note = line.removeprefix("healthconv: note: ")
        if usual is None or not note.startswith(usual):
            warnings.warn(as_keywords(note), HealthConvWarning, stacklevel=_caller())
    return bytes(results.data), process.returncode


class _Reader(threading.Thread):
    """Reads a pipe to its end, so that the program never waits for it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self.pipe = pipe
        self.data = bytearray()
        self.start()

    def run(self) -> None:
        with self.pipe:
            while chunk := self.pipe.read1(65536):  # type: ignore[attr-defined]
                self.data += chunk


def _caller() -> int:
    """How many calls are between a warning of :func:`run` and the code that uses this package."""
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    return level


def _progress(drawn: bytearray) -> Progress:
    bars = _BAR.findall(bytes(drawn[-4096:]))
    if not bars:
        return Progress()
    share, number = _SHARE.search(bars[-1]), _PASS.search(bars[-1])
    return Progress(
        int(share[1]) / 100 if share else None,
        int(number[1]) if number else 1,
        int(number[2]) if number else 1)


def _message(text: str, status: int) -> str:
    lines = [line.removeprefix("healthconv: ") for line in text.splitlines()]
    if lines:
        return as_keywords("\n".join(lines))
    return f"healthconv was ended by signal {-status}" if status < 0 else f"healthconv failed with exit status {status}"
