"""Datasets: what is done with health data, a method for each command of the program."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _reports
from ._arguments import Path, Time, arguments, checked, input_path
from ._columns import check_table, kind_of, united, with_participant
from ._errors import HealthConvError
from ._reports import Conversion, Info, Validation
from ._run import Progress, ProgressCallback, run
from ._scan import Scan, scan_folder
from ._tables import TABLES, Kind

if TYPE_CHECKING:
    import pyarrow

#: The predefined tables of statistics.
Answer = Literal[
    "statistics", "sleep", "workouts", "splits", "laps", "summary", "activity", "agreement", "blood-pressure", "cycles", "ecg",
    "beats", "audiograms"]
#: The reader of a report.
Audience = Literal["person", "doctor"]
#: How samples of several sources are merged.
SourceRule = Literal["priority", "max", "none", "separate"]

_NO_INPUT = 66
#: Exit statuses of ``validate`` with a report about what is wrong.
_VALIDATED = (0, 1, 65, _NO_INPUT, 69)

#: Paths, and the participants that were given for them.
_Inputs = Sequence[tuple[str, Optional[str]]]


class Dataset:
    """Health data in a file, a folder, an archive or a store. :func:`open` and :func:`read_many` make it.

    Nothing is read before a method needs it, and each method reads the data once, in bounded memory. The samples of several
    participants are never added up: each has rows and reports of its own.
    """

    def __init__(
        self, inputs: Sequence[tuple[str, Optional[str]]], *, select_participant: Optional[str] = None,
        options: Sequence[str] = (), progress: Optional[ProgressCallback] = None,
    ) -> None:
        """Use :func:`open` or :func:`read_many`.

        :param inputs: paths and the participants that were given for them.
        """
        self._inputs = list(inputs)
        self._options = checked(options) + arguments(select_participant=select_participant)
        self._progress = progress

    def __repr__(self) -> str:
        inputs = repr(self._inputs[0][0]) if len(self._inputs) == 1 else f"{len(self._inputs)} inputs"
        return f"<healthconv.Dataset of {inputs}>"

    @property
    def tables(self) -> list[Kind]:
        """The names of the tables that :meth:`scan` reads, of the kinds of samples in the data. Reads the data.

        Tables of lists, such as ``workout_events``, follow that of their kind; they may have no rows.
        """
        kinds = {item.kind for info in self.info() for item in info.types}
        return [name for name in TABLES if kind_of(name) in kinds]

    def info(self) -> list[Info]:
        """Types, counts, dates, units and sources: one for each participant of each input.

        :raises HealthConvError: if the data cannot be read.
        """
        found = []
        for output in self._each([[item] for item in self._inputs], "info", "--json", "--quiet"):
            document = json.loads(output)
            found += [_reports.info(item) for item in (document if isinstance(document, list) else [document])]
        return found

    def scan(
        self, kind: Kind = "quantity", *, types: Iterable[str] = (), columns: Optional[Iterable[str]] = None,
        since: Optional[Time] = None, until: Optional[Time] = None, sources: Iterable[str] = (), where: Optional[str] = None,
        units: Iterable[str] = (), options: Sequence[str] = (),
    ) -> Scan:
        """Read the rows of a table as a stream.

        Each sample is in it once: one that is nested in a correlation or a workout is left out if the dataset has it another
        time. Without such samples the stream is empty, with the same columns.

        :param kind: ``quantity``, ``category``, ``workout``, ... or a table of lists such as ``workout_events``.
        :param types: only these types: ``HeartRate``, ``steps``, ``Dietary*``; of workouts their activities.
        :param columns: only these columns, in this order. Default: all.
        :param since: only samples that start at this time or later.
        :param until: only samples that start before this time.
        :param sources: only samples of these sources, names or patterns.
        :param where: a condition, such as ``value > 120 count/min``.
        :param units: units to convert to: ``metric``, ``US``, ``BodyMass=lb``.
        :param options: further options of ``healthconv convert``, such as ``["--normalize"]``.
        :raises ValueError: for a kind or a column that does not exist, or types of another kind.
        :raises HealthConvError: if the data cannot be read.
        """
        check_table(kind)
        further = checked(options, "--layout", "--dry-run")
        if columns is not None and not isinstance(columns, str):
            columns = list(columns)
        names = [types] if isinstance(types, str) else list(types)
        selected = arguments(
            # Samples of other kinds are not needed.
            types=names or [kind_of(kind)], since=since, until=until, sources=sources, where=where, units=units)
        with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
            tables = os.path.join(folder, "tables")
            # That there are no samples of a kind is in the table.
            usual = None if names else f"no sample has the type '{kind_of(kind)}'"
            try:
                report = self._convert(tables, ["--to=parquet", *selected, *further], usual)
            except HealthConvError as error:
                # What would be in the temporary folder is of no use.
                lines = [line for line in str(error).splitlines() if folder not in line]
                raise HealthConvError("\n".join(lines) or str(error), error.status) from None
            return scan_folder(tables, kind, columns, report)

    def stats(
        self, answer: Answer = "statistics", *, by: Optional[str] = None, types: Iterable[str] = (),
        since: Optional[Time] = None, until: Optional[Time] = None, sources: Iterable[str] = (), where: Optional[str] = None,
        statistics: Iterable[str] = (), percentiles: Iterable[float] = (), units: Iterable[str] = (),
        day_zone: Optional[str] = None, merge_sources: Optional[SourceRule] = None, source_priority: Iterable[str] = (),
        anchor: Optional[Time] = None, night_from: Optional[str] = None, split: Optional[Literal["km", "mi"]] = None,
        compare: bool = False, moving_average: Optional[int] = None, trend: bool = False, wide: bool = False,
        explain: Optional[Time] = None, columns: Iterable[str] = (), sort: Iterable[str] = (), limit: Optional[int] = None,
        options: Sequence[str] = (),
    ) -> pyarrow.Table:
        """Calculate statistics, as a table of pyarrow.

        The parameters are the options of ``healthconv stats``, which ``healthconv help stats`` explains. Samples of several
        sources that measured the same count once; the columns ``zone`` and ``sources`` state how.

        :param answer: a predefined table: ``sleep``, ``workouts``, ``summary``, ... Default: statistics of each type.
        :param by: the length of the intervals: ``hour``, ``day``, ``week``, ``month``, ``2 weeks``, ``weekday``, ...
        :raises HealthConvError: if the data cannot be read, or if options do not fit the answer.
        """
        given = arguments(
            answer=None if answer == "statistics" else answer, by=by, types=types, since=since, until=until, sources=sources,
            where=where, statistics=statistics, percentiles=percentiles, units=units, day_zone=day_zone,
            merge_sources=merge_sources, source_priority=source_priority, anchor=anchor, night_from=night_from, split=split,
            compare=compare, moving_average=moving_average, trend=trend, wide=wide, explain=explain, columns=columns, sort=sort,
            limit=limit)
        import pyarrow
        import pyarrow.parquet

        sort, limited = list(sort), limit is not None
        if sort or limited:
            # These are about the rows of all participants.
            people = [self._inputs]
        else:
            people = [[item for item in self._inputs if item[1] == id] for id in dict.fromkeys(id for _, id in self._inputs)]
        outputs = self._each(people, "stats", "--quiet", "--to=parquet", *given, *checked(options))
        tables = [pyarrow.parquet.read_table(pyarrow.BufferReader(output)) for output in outputs]
        return united([with_participant(table, inputs[0][1]) for table, inputs in zip(tables, people)])

    def validate(self, *, where: Optional[str] = None, options: Sequence[str] = ()) -> Validation:
        """Check the data against rules.

        :param options: further options of ``healthconv validate``, such as ``["--ignore", "unit-*"]``.
        :raises HealthConvError: if there are no data.
        """
        output, status = self._run(
            self._inputs, "validate", "--report=json", *arguments(where=where), *checked(options), accepted=_VALIDATED)
        result = _reports.validation(json.loads(output))
        if status == _NO_INPUT:
            raise HealthConvError("; ".join(result.faults), status)
        return result

    def convert(
        self, target: Path, *, to: Optional[str] = None, types: Iterable[str] = (), since: Optional[Time] = None,
        until: Optional[Time] = None, sources: Iterable[str] = (), where: Optional[str] = None, units: Iterable[str] = (),
        overwrite: bool = False, options: Sequence[str] = (),
    ) -> Conversion:
        """Write the data in another format, atomically.

        :param target: a file, a folder or a store.
        :param to: the format, such as ``csv``, ``parquet``, ``sqlite``. Default: from the extension of the target.
        :param options: further options of ``healthconv convert``, such as ``["--layout", "types"]``.
        :returns: what was read and written, findings and losses.
        :raises HealthConvError: if the data cannot be read or written.
        """
        given = arguments(
            to=to, types=types, since=since, until=until, sources=sources, where=where, units=units, overwrite=overwrite)
        return self._convert(input_path(target), [*given, *checked(options, "--dry-run")])

    def report(
        self, target: Path, *, audience: Audience = "person", types: Iterable[str] = (), since: Optional[Time] = None,
        until: Optional[Time] = None, day_zone: Optional[str] = None, units: Iterable[str] = (), overwrite: bool = False,
        options: Sequence[str] = (),
    ) -> str:
        """Make a report with charts about one person: an HTML file, or a workbook (``.xlsx``).

        :param audience: ``person`` or ``doctor`` (one printed page).
        :returns: its path.
        :raises HealthConvError: if the data cannot be read, or are of several participants.
        """
        path = input_path(target)
        given = arguments(
            audience=audience, types=types, since=since, until=until, day_zone=day_zone, units=units, overwrite=overwrite)
        self._run(self._inputs, "report", f"--output={path}", "--quiet", *given, *checked(options))
        return path

    def _convert(self, target: str, options: Sequence[str], usual: Optional[str] = None) -> Conversion:
        # Two exports of one participant have samples in common.
        ids = [id for _, id in self._inputs]
        merge = ["--merge"] if len(set(ids)) < len(ids) else []
        output, _ = self._run(
            self._inputs, "convert", f"--output={target}", "--json", "--quiet", *merge, *options, usual=usual)
        return _reports.conversion(json.loads(output))

    def _each(self, groups: Sequence[_Inputs], command: str, *options: str) -> list[bytes]:
        """What the program prints about each of some groups of inputs."""
        outputs = []
        for index, inputs in enumerate(groups):
            outputs.append(self._run(inputs, command, *options, progress=_part(self._progress, index, len(groups)))[0])
        return outputs

    def _run(
        self, inputs: _Inputs, command: str, *options: str, accepted: Sequence[int] = (0,),
        progress: Optional[ProgressCallback] = None, usual: Optional[str] = None,
    ) -> tuple[bytes, int]:
        with _participants(inputs) as given:
            return run(
                [command, *options, *self._options, *given, "--", *(path for path, _ in inputs)], progress or self._progress,
                accepted=accepted, usual=usual)


@contextmanager
def _participants(inputs: _Inputs) -> Iterator[list[str]]:
    """The options that give each input its participant."""
    ids = {id for _, id in inputs}
    if len(ids) == 1:
        yield arguments(participant=ids.pop())
        return
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", suffix=".csv", prefix="healthconv-") as file:
        writer = csv.writer(file)
        writer.writerow(("export", "participant"))
        writer.writerows(inputs)
        file.flush()
        yield [f"--participants={file.name}"]


def _part(progress: Optional[ProgressCallback], index: int, count: int) -> Optional[ProgressCallback]:
    """The progress of all inputs, from that of one of them."""
    if progress is None or count == 1:
        return progress
    return lambda part: progress(Progress((index + (part.fraction or 0)) / count, part.step, part.steps))


def open(
    path: Path, *, participant: Optional[str] = None, select_participant: Optional[str] = None, options: Sequence[str] = (),
    progress: Optional[ProgressCallback] = None,
) -> Dataset:
    """Open health data: an export (archive, folder or export.xml), CSV, JSON Lines, GPX, FIT, tables, a store.

    :param path: the path, or the address of a store on a server.
    :param participant: the id of the participant whose data these are. It becomes a column.
    :param select_participant: only the samples of this participant, of data that have several.
    :param options: options of the program for reading, such as ``["--map", "withings"]``, ``["--strict"]`` or
        ``["--policy", "policy.yml"]``.
    :param progress: is called while a method reads, see :class:`Progress`. An exception that it raises ends the work.
    :raises ValueError: if an option is not allowed.
    """
    return Dataset(
        [(input_path(path), participant)], select_participant=select_participant, options=options, progress=progress)


def read_many(
    paths: Iterable[Path], participants: Union[Mapping[Any, str], Iterable[str]], *, options: Sequence[str] = (),
    progress: Optional[ProgressCallback] = None,
) -> Dataset:
    """Open the data of several participants as one dataset, in which each sample has the id of its participant.

    :param paths: what to read.
    :param participants: the ids: of each path, or in the order of the paths. Two inputs of one participant may overlap: what they
        have in common is read once.
    :raises ValueError: if a path has no participant.
    """
    names = [_without_slash(input_path(path)) for path in paths]
    if isinstance(participants, str):
        raise TypeError("participants is a text, expected a list of texts, or the participant of each path")
    if isinstance(participants, Mapping):
        known = {_without_slash(os.fspath(path)): id for path, id in participants.items()}
        missing = [name for name in names if name not in known]
        if missing:
            raise ValueError(f"{len(missing)} of {len(names)} paths have no participant, such as {missing[0]!r}")
        ids = [known[name] for name in names]
    else:
        ids = list(participants)
    if len(ids) != len(names):
        raise ValueError(f"there are {len(names)} paths and {len(ids)} participants")
    if not names:
        raise ValueError("there are no paths")
    if len(set(names)) < len(names):
        raise ValueError("a path is given twice")
    return Dataset(list(zip(names, ids)), options=options, progress=progress)


def _without_slash(path: str) -> str:
    return path.rstrip("/") or path
