"""The exports of a study: where they are, whose they are, and which of them are processed together."""

from __future__ import annotations

import csv
import fnmatch
import glob
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    import pyarrow.fs

    Map = Union[str, os.PathLike[str], Mapping[str, Union[str, tuple[str, str]]], None]

#: Exports of this size together are processed by one task: a larger one has a task of its own.
BIN_BYTES = 32 << 20


@dataclass(frozen=True)
class Export:
    """An export and whose it is. ``path`` is a path or the address of a file on an object store."""

    path: str
    participant: str | None
    zone: str | None
    size: int


def is_remote(path: str) -> bool:
    """Whether a path is the address of an object store, such as ``s3://bucket/a.zip``."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", path) is not None


def find(paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]) -> list[tuple[str, int]]:
    """The exports of paths and patterns, each once, with their sizes; patterns such as ``exports/*.zip`` are expanded.

    :raises FileNotFoundError: if a path does not exist, or a pattern has no file.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: dict[str, int] = {}
    for item in given:
        path = os.fspath(item)
        if path.startswith("file://"):
            path = path[len("file://"):]
        for name, size in _find_remote(path) if is_remote(path) else _find_local(path):
            found.setdefault(name, size)
    return list(found.items())


def _find_local(path: str) -> list[tuple[str, int]]:
    # A file may have a name with brackets.
    names = [path] if os.path.exists(path) else sorted(glob.glob(path))
    if not names:
        raise FileNotFoundError(f"there is no export '{path}'")
    return [(name, _size(name)) for name in names]


def _size(path: str) -> int:
    if not os.path.isdir(path):
        return os.stat(path).st_size
    files = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return sum(os.stat(name).st_size for name in files)


def _find_remote(address: str) -> list[tuple[str, int]]:
    import pyarrow.fs

    folder, slash, name = address.rpartition("/")
    if not re.search(r"[*?[]", name):
        filesystem, path = filesystem_of(address)
        info = filesystem.get_file_info(path)
        if info.type == pyarrow.fs.FileType.NotFound:
            raise FileNotFoundError(f"there is no export '{address}'")
        return [(address, info.size or 0)]
    filesystem, path = filesystem_of(folder)
    entries = filesystem.get_file_info(pyarrow.fs.FileSelector(path))
    found = sorted(
        (folder + slash + entry.base_name, entry.size or 0)
        for entry in entries
        if entry.type == pyarrow.fs.FileType.File and fnmatch.fnmatchcase(entry.base_name, name)
    )
    if not found:
        raise FileNotFoundError(f"there is no export '{address}'")
    return found


def filesystem_of(address: str) -> tuple[pyarrow.fs.FileSystem, str]:
    """The file system of an address and the path on it."""
    import pyarrow.fs

    # Files of the machine, addressed as an object store: for tests.
    if address.startswith("local://"):
        return pyarrow.fs.LocalFileSystem(), address[len("local://"):]
    filesystem, path = pyarrow.fs.FileSystem.from_uri(address)
    return filesystem, path


def fetch(address: str, folder: str) -> str:
    """Copy the file of an address into a folder.

    :returns: its path.
    """
    filesystem, path = filesystem_of(address)
    target = os.path.join(folder, address.rpartition("/")[2])
    with filesystem.open_input_stream(path) as source, open(target, "xb") as file:
        os.chmod(target, 0o600)
        while chunk := source.read(1 << 20):
            file.write(chunk)
    return target


class Participants:
    """Whose exports are: by a map or by a pattern of file names, as for ``healthconv cohort add``."""

    def __init__(self, participants: Map = None, pattern: str | None = None) -> None:
        """
        :param participants: the path of a CSV file with the columns ``export``, ``participant`` and, optionally,
            ``zone``; or a mapping of exports to participants, or to pairs of participant and zone.
        :param pattern: a pattern of file names such as ``{participant}_*.zip``.
        :raises ValueError: if both are given, or one is not understood.
        """
        if participants is not None and pattern is not None:
            raise ValueError("participants and participantPattern are both given, expected one of them")
        self._rows: dict[str, tuple[str, str | None]] | None = None
        self._pattern: tuple[re.Pattern[str], re.Pattern[str]] | None = None
        if pattern is not None:
            parts = pattern.split("{participant}")
            if len(parts) != 2 or "/" in pattern:
                raise ValueError(
                    f"'{pattern}' is not a pattern of participants, expected the name of a file with {{participant}} once")
            before, after = (re.compile(".*".join(map(re.escape, part.split("*"))), re.DOTALL) for part in parts)
            self._pattern = (before, after)
        elif isinstance(participants, Mapping):
            self._rows = {
                export: (value, None) if isinstance(value, str) else (value[0], value[1])
                for export, value in participants.items()
            }
        elif participants is not None:
            self._rows = self._read(os.fspath(participants))
        for participant, _ in (self._rows or {}).values():
            if not is_id(participant):
                raise ValueError("a participant has an empty id, or one with control characters")

    @property
    def are_known(self) -> bool:
        return self._rows is not None or self._pattern is not None

    @staticmethod
    def _read(path: str) -> dict[str, tuple[str, str | None]]:
        rows: dict[str, tuple[str, str | None]] = {}
        with open(path, encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            delimiter = next((mark for mark in (",", ";", "\t", "|") if mark in header), ",")
            file.seek(0)
            table = csv.DictReader(file, delimiter=delimiter)
            if not {"export", "participant"} <= set(table.fieldnames or ()):
                raise ValueError(f"'{path}' has no columns export and participant")
            for row in table:
                export, participant = row["export"], row["participant"]
                if not export or not participant:
                    raise ValueError(f"{path}:{table.line_num}: found an empty cell")
                if export in rows:
                    raise ValueError(f"{path}:{table.line_num}: found an export a second time, expected each once")
                rows[export] = (participant, row.get("zone") or None)
        return rows

    def of(self, path: str) -> tuple[str, str | None] | None:
        """The participant and the zone of an export; ``None`` for one that has no participant.

        :raises ValueError: if there are several.
        """
        path = path.rstrip("/")
        name = path.rpartition("/")[2]
        if self._rows is not None:
            parts = path.split("/")
            ends = dict.fromkeys("/".join(parts[index:]) for index in range(len(parts)))
            found = [self._rows[end] for end in ends if end in self._rows]
            if len(found) > 1:
                raise ValueError(f"'{path}' has two rows in the map of participants: its path and its name")
            return found[0] if found else None
        if self._pattern is None:
            return None
        before, after = self._pattern
        ids = {
            name[start:stop]
            for start in range(len(name))
            if before.fullmatch(name, 0, start)
            for stop in range(start + 1, len(name) + 1)
            if after.fullmatch(name, stop) and is_id(name[start:stop])
        }
        if len(ids) > 1:
            raise ValueError(f"the pattern of participants fits '{path}' in {len(ids)} ways")
        return (ids.pop(), None) if ids else None

    def exports(self, found: Iterable[tuple[str, int]]) -> list[Export]:
        """The exports with their participants.

        :raises ValueError: if participants are known, and an export has none.
        """
        exports = []
        missing = []
        for path, size in found:
            entry = self.of(path)
            if entry is None and self.are_known:
                missing.append(path)
            participant, zone = entry or (None, None)
            exports.append(Export(path, participant, zone, size))
        if missing:
            raise ValueError(f"{len(missing)} of {len(exports)} exports have no participant, such as '{missing[0]}'")
        return exports


def is_id(text: str) -> bool:
    """Whether a text can be the id of a participant."""
    return (
        1 <= len(text.encode()) <= 128
        and text == text.strip(" ")
        and all(ord(character) >= 32 and ord(character) != 127 for character in text)
    )


def bins(exports: Iterable[Export], most_bytes: int, *, by_participant: bool) -> list[list[Export]]:
    """Divide exports into bins of about this size, the largest first; the exports of a participant are in one bin.

    An export is not divided: a zip archive can only be read from its beginning.
    """
    groups: dict[object, list[Export]] = {}
    for export in exports:
        groups.setdefault(export.participant if by_participant else export.path, []).append(export)
    sized = sorted(
        ((sum(export.size for export in group), group) for group in groups.values()), key=lambda item: -item[0])
    found: list[list[Export]] = []
    room = -1
    for size, group in sized:
        if size > room:
            found.append([])
            room = most_bytes
        found[-1] += group
        room -= size
    return found
