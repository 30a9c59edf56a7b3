"""Errors and warnings."""

from __future__ import annotations


class HealthConvError(Exception):
    """The program failed.

    :ivar status: its exit status: 64 wrong usage, 65 malformed input, 66 no input, 69 not supported, 73 the output
        cannot be created, 74 reading or writing failed; negative if a signal ended it.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[type[HealthConvError], tuple[str, int]]:
        # Errors of worker processes are pickled.
        return type(self), (str(self), self.status)


class HealthConvWarning(UserWarning):
    """A note of the program about a result, such as samples that do not count."""
