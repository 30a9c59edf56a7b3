"""Adds exports to a study with ``healthconv cohort add``, of which several may run at the same time."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _inputs
from ._errors import HealthConvError
from ._tool import find_tool

#: What a row about an export has of a line of the program.
_MEMBERS = ("export_id", "participant", "status", "samples", "rule", "export_date")


@dataclass
class Added:
    """What became of the exports that one process added."""

    #: The new rows of the ledger: ``export_id``, ``participant``, ``status``, ``samples``, ``rule``, ``export_date``.
    rows: list[dict[str, Any]] = field(default_factory=list)
    #: How many exports the study had already.
    known: int = 0
    #: What the program reported: the reasons why exports are quarantined, with their paths.
    messages: list[str] = field(default_factory=list)


def check(study: str, exports: Sequence[_inputs.Export], buckets: int | None = None, history: str | None = None) -> None:
    """Find mistakes before exports are read.

    :raises ValueError: if a participant has withdrawn, or the study has other buckets or another history.
    """
    if not os.path.exists(os.path.join(study, "manifest.json")):
        return
    status = json.loads(_run("status", "--json", study).stdout)
    for name, value in (("buckets", buckets), ("history", history)):
        if value is not None and status[name] != value:
            raise ValueError(f"'{study}' has {name} {status[name]}, which only a new study can have otherwise")
    gone = set(status["withdrawnParticipants"])
    refused = [export.path for export in exports if export.participant in gone]
    if refused:
        raise ValueError(
            f"{len(refused)} of {len(exports)} exports are of participants that have withdrawn, such as '{refused[0]}'")


def add(
    study: str, exports: Sequence[_inputs.Export], *, buckets: int | None = None, history: str | None = None,
    checks: bool = True, retry: bool = False, tables: bool = False,
) -> Added:
    """Add exports to a study that other processes may change at the same time. It is made if it does not exist.

    :param tables: whether the tables about the study are written at the end; otherwise :func:`repair` does.
    :raises HealthConvError: if the program fails, or an export cannot be opened.
    """
    options = ["--jobs=1", "--json", "--quiet"]
    options += [f"--buckets={buckets}"] if buckets is not None else []
    options += [f"--history={history}"] if history is not None else []
    options += [] if checks else ["--no-check"]
    options += ["--retry"] if retry else []
    options += [] if tables else ["--no-tables"]
    # Exports of object stores are copied.
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
        run = _run("add", f"--participants={names}", *options, "--", os.path.abspath(study), *paths, accepted=(0, 1, 65))
    messages = run.stderr
    for path, address in paths.items():
        messages = messages.replace(path, address)
    added = Added(messages=messages.splitlines())
    for text in run.stdout.splitlines():
        line = json.loads(text)
        if line["status"] == "known":
            added.known += 1
        else:
            added.rows.append({name: line.get(name) for name in _MEMBERS})
    return added


def repair(study: str) -> list[str]:
    """Complete or remove what an ended run left, and write the tables about the study.

    :returns: what is still wrong: lines of ``healthconv cohort check``.
    """
    run = _run("check", "--repair", study, accepted=(0, 1))
    return run.stdout.splitlines() if run.returncode else []


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _run(*arguments: Union[str, os.PathLike[str]], accepted: Sequence[int] = (0,)) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [find_tool(), "cohort", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    if run.returncode not in accepted:
        message = run.stderr.strip().removeprefix("healthconv: ")
        raise HealthConvError(message or f"exit status {run.returncode}", run.returncode)
    return run
