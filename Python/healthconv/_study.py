"""Adds exports to a study from several processes at the same time.

``healthconv cohort add`` holds the lock of a study as long as it converts, so two of them cannot add to one study. Here each
process converts its exports with ``cohort add`` into a study of its own, in a hidden folder of the study, and commits them:
it takes the lock, renames the files into the tables, and appends the lines to the ledger. A line of the ledger is the
commit, as for the program.

What becomes of an export (known, quarantined, older than another) is decided by the program alone: the study of the process
begins with the lines of the ledger about the same participants. If these lines have changed when the lock is held, the
exports are added again. So a process that is started twice, or that runs on after its job was ended, adds nothing twice.

The hidden folders have names that the program removes when it changes the study: what a killed process leaves is gone with
the next run, or with ``healthconv cohort check --repair``.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _inputs
from ._errors import HealthConvError
from ._tool import find_tool, version

_LAYOUT = 1
_LEDGER = "ledger.jsonl"
_MANIFEST = "manifest.json"
#: Hidden names that contain this are removed by the program when it opens a study to change it.
_SCRATCH = ".healthconv-ingest-"
#: How often exports are added again because the study has changed, or because another program removed the hidden folder.
_ATTEMPTS = 8
_EXPORT_STATUSES = ("ok", "quarantined", "superseded")
#: What is needed of a line about an export.
_MEMBERS = (
    "status", "export_id", "participant", "zone", "exportDate", "size", "samples", "exit", "rule", "version", "tables",
    "tableBytes",
)


@dataclass
class Added:
    """What became of the exports that one process added."""

    #: The new rows of the ledger: ``export_id``, ``participant``, ``status``, ``samples``, ``rule``, ``export_date``.
    rows: list[dict[str, Any]] = field(default_factory=list)
    #: How many exports the study had already.
    known: int = 0
    #: What the program reported: the reasons why exports are quarantined, with their paths.
    messages: list[str] = field(default_factory=list)


class _Changed(Exception):
    """The study is another than when the exports were added, or the hidden folder was removed."""


class _Ledger:
    """The lines of a ledger, as far as they are needed, by participant. Follows the file while it grows."""

    def __init__(self, study: str) -> None:
        self._path = os.path.join(study, _LEDGER)
        self._reset()

    def _reset(self) -> None:
        self._identity: tuple[int, int] | None = None
        self._offset = 0
        self._last = b""
        self.is_torn = False
        self.is_settled = True
        self.lines: dict[str, list[dict[str, Any]]] = {}
        self.participants: dict[str, str] = {}
        self.withdrawn: set[str] = set()
        self._parts: dict[str, tuple[str, list[str]]] = {}

    def refresh(self) -> None:
        """Read the lines that are new."""
        try:
            file = open(self._path, "rb")
        except FileNotFoundError:
            return self._reset()
        with file:
            status = os.fstat(file.fileno())
            identity = (status.st_dev, status.st_ino)
            file.seek(self._offset - len(self._last))
            # The program writes the ledger again under the same name when lines are not needed any more.
            if identity != self._identity or file.read(len(self._last)) != self._last:
                self._reset()
                self._identity = identity
                file.seek(0)
            self.is_torn = False
            for line in file:
                if not line.endswith(b"\n"):
                    self.is_torn = True
                    break
                self._add(json.loads(line))
                self._offset += len(line)
                self._last = line[-256:]

    def _add(self, line: dict[str, Any]) -> None:
        status = line.get("status")
        if status in _EXPORT_STATUSES:
            if line["participant"] in self.withdrawn:
                self.is_settled = False
            self.participants[line["export_id"]] = line["participant"]
            self.lines.setdefault(line["participant"], []).append({name: line[name] for name in _MEMBERS if name in line})
        elif status == "withdrawn":
            self.withdrawn.add(line["participant"])
            if line["participant"] in self.lines:
                self.is_settled = False
        elif status == "forgotten":
            self.is_settled = False
        elif status == "compacted":
            folder = f"{line['table']}/{line['bucket']}"
            for name in line["replaces"]:
                self._parts.pop(f"{folder}/{name}", None)
            if line["exports"]:
                self._parts[f"{folder}/{line['part']}"] = (line["table"], line["exports"])
        else:
            raise HealthConvError("the ledger of the study has a line that this version does not read", 69)

    def joined(self, exports: set[str]) -> set[tuple[str, str]]:
        """The tables and exports whose rows are in a file of several exports."""
        return {
            (table, export) for table, members in self._parts.values() for export in exports.intersection(members)
        }


_ledgers: dict[tuple[str, int, int], _Ledger] = {}


def _ledger(study: str) -> _Ledger:
    # A process reads each line once, however many tasks it runs; one that was forked, and each thread, reads its own.
    return _ledgers.setdefault((study, os.getpid(), threading.get_ident()), _Ledger(study))


@functools.lru_cache(maxsize=1)
def _version() -> str:
    return version()


def manifest(study: str) -> dict[str, Any] | None:
    """The manifest of a study; ``None`` for a folder that is not a study.

    :raises HealthConvError: if the layout is not known.
    """
    try:
        with open(os.path.join(study, _MANIFEST), encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
    except FileNotFoundError:
        return None
    if found.get("layout") != _LAYOUT:
        raise HealthConvError(f"'{study}' has another layout of studies than {_LAYOUT}", 69)
    return found


def prepare(study: str, *, buckets: int | None = None, history: str | None = None) -> None:
    """Make a study if it does not exist, and complete or remove what an ended run left.

    :raises ValueError: if the study has other buckets or another history.
    :raises HealthConvError: if files of the study are missing.
    """
    found = manifest(study)
    if found is None:
        _make(study, buckets, history)
    else:
        for name, value in (("buckets", buckets), ("history", history)):
            if value is not None and found.get(name) != value:
                raise ValueError(f"'{study}' has {name} {found.get(name)}, which only a new study can have otherwise")
    lost = [line for line in repair(study) if line.startswith(("missing: ", "incomplete: ")) and "/part-" in line]
    if lost:
        raise HealthConvError(
            f"{len(lost)} joined files of the study are missing or incomplete, such as '{lost[0].partition(': ')[2]}'. "
            "Add the exports of its bucket with 'healthconv cohort add' first", 65)


def _make(study: str, buckets: int | None, history: str | None) -> None:
    if os.path.isdir(study) and any(not name.startswith(".") for name in os.listdir(study)):
        raise HealthConvError(f"cannot make a study in '{study}': the folder has other files", 73)
    # The program makes a study only together with an export, so the manifest is that of a study with an empty one.
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        made, empty = os.path.join(folder, "study"), os.path.join(folder, "empty.zip")
        open(empty, "wb").close()
        options = [] if buckets is None else ["--buckets", str(buckets)]
        options += [] if history is None else ["--history", history]
        status, text = _run("add", made, empty, "--participant-pattern", "{participant}.zip", "--quiet", *options)
        if not os.path.exists(os.path.join(made, _MANIFEST)):
            raise HealthConvError(_message(text, status), status)
        os.makedirs(study, mode=0o700, exist_ok=True)
        pending = tempfile.mktemp(prefix=_SCRATCH, dir=study)
        shutil.copyfile(os.path.join(made, _MANIFEST), pending)
    os.rename(pending, os.path.join(study, _MANIFEST))


def repair(study: str) -> list[str]:
    """Complete or remove what an ended run left, and write the tables about the study.

    :returns: what is still wrong: lines of ``healthconv cohort check``.
    """
    delay = 0.05
    while True:
        run = subprocess.run(
            [find_tool(), "cohort", "check", "--repair", study], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            encoding="utf-8")
        if run.returncode == 0:
            return []
        if run.returncode == 1:
            return run.stdout.splitlines()
        # The lock is not waited for by the program. Other processes hold it while they commit.
        if "another program is" not in run.stderr or delay > 60:
            raise HealthConvError(_message(run.stderr, run.returncode), run.returncode)
        time.sleep(delay)
        delay *= 1.5


def withdrawn(study: str) -> set[str]:
    """The participants who have withdrawn."""
    ledger = _ledger(os.path.realpath(study))
    ledger.refresh()
    return set(ledger.withdrawn)


def add(
    study: str, exports: Sequence[_inputs.Export], *, checks: bool = True, retry: bool = False
) -> Added:
    """Add exports to a study that other processes may change at the same time.

    :param study: a study that :func:`prepare` has made.
    :param exports: exports, each with its participant; all that are to be added of these.
    :param checks: whether samples are checked by the rules.
    :param retry: whether exports are read again that could not be read.
    :raises HealthConvError: if the program fails, or an export cannot be opened.
    """
    study = os.path.realpath(study)
    ledger = _ledger(study)
    foreign: set[str] = set()
    for _ in range(_ATTEMPTS):
        try:
            return _add(study, ledger, exports, foreign, checks, retry)
        except _Changed:
            continue
        except FileNotFoundError as error:
            # Another program that changes the study removes the hidden folders.
            if _SCRATCH not in str(error.filename):
                raise
    raise HealthConvError("other programs change the study all the time", 74)


def _add(
    study: str, ledger: _Ledger, exports: Sequence[_inputs.Export], foreign: set[str], checks: bool, retry: bool
) -> Added:
    participants = sorted({export.participant or "" for export in exports})
    ledger.refresh()
    if not ledger.is_settled:
        repair(study)
        ledger.refresh()
    state = _state(ledger, participants)
    scratch = tempfile.mkdtemp(prefix=_SCRATCH, dir=study)
    try:
        seed = _seed(study, ledger, participants, foreign)
        shutil.copyfile(os.path.join(study, _MANIFEST), os.path.join(scratch, _MANIFEST))
        if seed:
            with open(os.path.join(scratch, _LEDGER), "wb") as file:
                file.write(seed)
        status, text = _convert(scratch, exports, checks, retry)
        if not os.path.exists(os.path.join(scratch, _MANIFEST)):
            raise _Changed
        if status not in (0, 1, 65, 66):
            raise HealthConvError(_message(text, status), status)
        lines = _new_lines(scratch, seed)
        if status == 65 and not lines:
            raise HealthConvError(_message(text, status), status)
        if lines:
            with _lock(study):
                _commit(study, scratch, ledger, participants, state, lines, foreign)
        if status == 66:
            raise HealthConvError(_message(text, status), status)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    rows = [
        {
            "export_id": line["export_id"], "participant": line["participant"], "status": line["status"],
            "samples": line["samples"], "rule": line.get("rule"), "export_date": line.get("exportDate"),
        }
        for line in lines
    ]
    return Added(rows, len(exports) - len(rows), text.splitlines())


def _state(ledger: _Ledger, participants: Sequence[str]) -> list[object]:
    return [(list(ledger.lines.get(one, ())), one in ledger.withdrawn) for one in participants]


def _seed(study: str, ledger: _Ledger, participants: Sequence[str], foreign: set[str]) -> bytes:
    """The lines about some participants, as those of exports without tables, and about exports of others with equal bytes."""
    lines = [line for one in participants for line in ledger.lines.get(one, ())]
    for export in sorted(foreign):
        own = ledger.lines.get(ledger.participants.get(export, ""), ())
        lines += [line for line in own if line["export_id"] == export and line not in lines]
    joined = ledger.joined({line["export_id"] for line in lines})
    joined_exports = {export for _, export in joined}
    keeps_all = _keeps_all(study)
    lost = {
        line["export_id"] for line in lines
        if line["status"] == "ok" and _is_stored(line, ledger, keeps_all) and _is_lost(study, line, joined)
    }
    seed = []
    for line in lines:
        if line["export_id"] in lost:
            continue
        # What is in a joined file stays as another version of the program converted it.
        own_version = {"version": _version()} if line["export_id"] in joined_exports else {}
        seed.append({**line, **own_version, "tables": [], "tableBytes": []})
    seed += [{"status": "withdrawn", "participant": one} for one in participants if one in ledger.withdrawn]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in seed).encode()


def _is_stored(line: dict[str, Any], ledger: _Ledger, keeps_all: bool) -> bool:
    """Whether a line that is ``ok`` is the last one of its export, and rows of the export are in the tables."""
    own = ledger.lines[line["participant"]]
    if keeps_all:
        own = [other for other in own if other["export_id"] == line["export_id"]]
    # A quarantined export does not replace one that is in the tables.
    return [other for other in own if other["status"] != "quarantined" and (keeps_all or other["status"] == "ok")][-1] is line


def _is_lost(study: str, line: dict[str, Any], joined: set[tuple[str, str]]) -> bool:
    """Whether a file of an export that is in the tables is missing or incomplete. It is then to be added again."""
    export = line["export_id"]
    name = f"{export}.parquet"
    bucket: str | None = None
    for table, size in zip(line["tables"], line.get("tableBytes") or [None] * len(line["tables"])):
        if (table, export) in joined:
            continue
        folder = os.path.join(study, "tables", table)
        try:
            if bucket is None:
                bucket = next(one for one in sorted(os.listdir(folder)) if os.path.exists(os.path.join(folder, one, name)))
            found = os.stat(os.path.join(folder, bucket, name)).st_size
        except (FileNotFoundError, StopIteration):
            return True
        if size is not None and found != size:
            return True
    return False


def _keeps_all(study: str) -> bool:
    return (manifest(study) or {}).get("history") == "all"


def _convert(
    scratch: str, exports: Sequence[_inputs.Export], checks: bool, retry: bool
) -> tuple[int, str]:
    """Let the program add exports to the study of this process; those of object stores are copied next to it before."""
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        paths: dict[str, str] = {}
        for number, export in enumerate(exports):
            path = os.path.abspath(export.path)
            if _inputs.is_remote(export.path):
                place = os.path.join(folder, str(number))
                os.mkdir(place)
                path = _inputs.fetch(export.path, place)
            paths[path] = export.path
        names = os.path.join(folder, "participants.csv")
        with open(names, "w", encoding="utf-8", newline="") as file:
            file.write("export,participant,zone\n")
            for path, export in zip(paths, exports):
                file.write(",".join(map(_cell, (path, export.participant or "", export.zone or ""))) + "\n")
        options = [] if checks else ["--no-check"]
        options += ["--retry"] if retry else []
        status, text = _run("add", "--participants", names, "--jobs", "1", "--quiet", *options, "--", scratch, *paths)
    for path, address in paths.items():
        text = text.replace(path, address)
    return status, text


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _new_lines(scratch: str, seed: bytes) -> list[dict[str, Any]]:
    try:
        with open(os.path.join(scratch, _LEDGER), "rb") as file:
            content = file.read()
    except FileNotFoundError:
        content = b""
    if not content.startswith(seed) or not (content + b"\n" if not content else content).endswith(b"\n"):
        raise HealthConvError("the program has changed lines of a ledger that it only had to continue", 70)
    lines: list[dict[str, Any]] = [json.loads(line) for line in content[len(seed):].splitlines()]
    for line in lines:
        if line["status"] not in _EXPORT_STATUSES:
            raise HealthConvError("the ledger has a line that this version does not read", 69)
    return lines


@contextlib.contextmanager
def _lock(study: str) -> Iterator[None]:
    number = os.open(os.path.join(study, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _commit(
    study: str, scratch: str, ledger: _Ledger, participants: Sequence[str], state: list[object],
    lines: list[dict[str, Any]], foreign: set[str],
) -> None:
    """Rename the files and append the lines, with the lock of the study.

    :raises _Changed: if what the study has of the participants is not what it had.
    """
    ledger.refresh()
    if ledger.is_torn:
        # Nothing may be appended to a line without its end.
        ledger.is_settled = False
    if not ledger.is_settled or _state(ledger, participants) != state:
        raise _Changed
    equal = {
        line["export_id"] for line in lines
        if ledger.participants.get(line["export_id"], line["participant"]) != line["participant"]
    }
    if equal:
        foreign |= equal
        raise _Changed
    keeps_all = _keeps_all(study)
    if not keeps_all:
        later: set[str] = set()
        for line in reversed(lines):
            if line["status"] == "ok":
                if line["participant"] in later:
                    line["status"] = "superseded"
                later.add(line["participant"])
    stored = {line["export_id"]: line for line in lines if line["status"] == "ok"}
    for line in lines:
        if line["status"] == "superseded":
            line["tables"], line["tableBytes"] = [], []
    joined = ledger.joined(set(stored))
    files = _files(scratch, stored)
    buckets: dict[str, str] = {}
    for table, bucket, export in files:
        buckets[export] = bucket
        if (table, export) in joined:
            continue
        folder = os.path.join(study, "tables")
        for name in (table, bucket):
            os.makedirs(folder, mode=0o700, exist_ok=True)
            folder = os.path.join(folder, name)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        name = f"{export}.parquet"
        os.rename(os.path.join(scratch, "tables", table, bucket, name), os.path.join(folder, name))
    number = os.open(os.path.join(study, _LEDGER), os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    with open(number, "wb") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    if keeps_all:
        return
    # The files of exports that were replaced. Their rows in joined files are removed by the program.
    for export, line in stored.items():
        for old in ledger.lines.get(line["participant"], ()):
            if old["status"] == "ok" and old["export_id"] != export:
                for table in old["tables"]:
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(os.path.join(study, "tables", table, buckets.get(export, ""), f"{old['export_id']}.parquet"))


def _files(scratch: str, stored: dict[str, dict[str, Any]]) -> list[tuple[str, str, str]]:
    """The files of the study of this process: table, bucket, export."""
    found = []
    tables = os.path.join(scratch, "tables")
    for table in sorted(os.listdir(tables)) if stored else ():
        for bucket in os.listdir(os.path.join(tables, table)):
            for name in os.listdir(os.path.join(tables, table, bucket)):
                found.append((table, bucket, name.removesuffix(".parquet")))
    expected = {(table, export) for export, line in stored.items() for table in line["tables"]}
    if {(table, export) for table, _, export in found} != expected:
        raise HealthConvError("the files of the exports are not those that the ledger names", 70)
    return found


def _run(*arguments: Union[str, os.PathLike[str]]) -> tuple[int, str]:
    run = subprocess.run(
        [find_tool(), "cohort", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, encoding="utf-8")
    return run.returncode, run.stderr


def _message(text: str, status: int) -> str:
    return text.strip().removeprefix("healthconv: ") or f"exit status {status}"
