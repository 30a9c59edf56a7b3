"""Health data in Apache Spark 4: the exports of a study as tables, and exports as a data source.

    from healthconv.spark import ingest
    ingest(spark, "exports/*.zip", "study", participant_pattern="{participant}_*.zip")
    spark.read.parquet("study/tables/quantity")

    spark.read.format("healthconv").option("kind", "workout").load("exports/*.zip")

``ingest`` is the main way: in the tasks, the program healthconv writes the Parquet files of a study, all kinds in one pass.
The data source converts its exports for every query again.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from pyspark.sql.datasource import DataSource, DataSourceReader, EqualTo, Filter, GreaterThan, GreaterThanOrEqual, In
from pyspark.sql.datasource import InputPartition, LessThan
from pyspark.sql.types import StructType

from . import _cohort, _inputs, _schema
from ._errors import HealthConvError
from ._run import run

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import SparkSession

    Paths = Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]

__all__ = ["DefaultSource", "Ingested", "ingest"]

#: Tables about exports, which are made as those of a study.
_ABOUT = tuple(_schema.ABOUT)
_OPTIONS = {
    "path", "paths", "kind", "participants", "participantpattern", "types", "since", "until", "where", "errors",
    "binbytes", "policy", "nested", "pushdown",
}


# MARK: Ingest


@dataclass
class Ingested:
    """What :func:`ingest` did."""

    #: The new rows of the ledger: ``export_id``, ``participant``, ``status``, ``samples``, ``rule``, ``export_date``.
    rows: list[dict[str, Any]] = field(default_factory=list)
    #: How many exports the study had already.
    known: int = 0
    #: What the program reported: the reasons why exports are quarantined, with their paths.
    messages: list[str] = field(default_factory=list)

    def count(self, status: str) -> int:
        """How many exports are ``ok``, ``quarantined`` or ``superseded``: older than what the study has."""
        return sum(row["status"] == status for row in self.rows)


def ingest(
    spark: SparkSession,
    paths: Paths,
    study: str | os.PathLike[str],
    *,
    participants: _inputs.Map = None,
    participant_pattern: str | None = None,
    errors: str = "fail",
    buckets: int | None = None,
    history: str | None = None,
    checks: bool = True,
    retry: bool = False,
    bin_bytes: int = _inputs.BIN_BYTES,
) -> Ingested:
    """Add exports to a study, as ``healthconv cohort add``, in the tasks of a cluster.

    Each task commits what it has added. A job that was ended leaves a study that the next run completes; exports that the
    study has are not converted again. The exports of a participant are added by one task.

    :param paths: paths, patterns such as ``exports/*.zip``, and addresses of object stores, which the tasks copy.
    :param study: the folder of the study, on a file system that all workers share and that has locks. It is made if it
        does not exist.
    :param participants: the path of a CSV file with the columns ``export``, ``participant`` and, optionally, ``zone``;
        or a mapping of exports to participants.
    :param participant_pattern: instead, a pattern of file names such as ``{participant}_*.zip``.
    :param errors: ``fail``: raise if an export cannot be read, after all others were added; ``quarantine``: do not.
        In both cases such an export has a row in the ledger.
    :param buckets: into how many buckets a new study divides its participants. Default: 64.
    :param history: what a new study keeps of a participant: ``latest`` (default) or ``all`` exports.
    :param checks: whether samples are checked by the rules, for the table ``findings``.
    :param retry: whether exports are read again that could not be read.
    :param bin_bytes: exports of about this size together are added by one task.
    :raises ValueError: before anything is read, if an export has no participant, or one that has withdrawn.
    :raises HealthConvError: if an export cannot be read (``errors="fail"``), or the program fails.
    """
    if errors not in ("fail", "quarantine"):
        raise ValueError(f"errors is '{errors}', expected fail or quarantine")
    map = _inputs.Participants(participants, participant_pattern)
    if not map.are_known:
        raise ValueError("the participants are not named: participants or participant_pattern")
    exports = map.exports(_inputs.find(paths))
    target = os.path.abspath(os.fspath(study))
    _cohort.check(target, exports, buckets, history)
    parallelism = spark.sparkContext.defaultParallelism
    # Four tasks for each core, so that the last ones end at about the same time.
    share = sum(export.size for export in exports) // (4 * parallelism) + 1
    bins = _inputs.bins(exports, min(bin_bytes, share), by_participant=True)

    def add(exports: list[_inputs.Export]) -> _cohort.Added:
        return _cohort.add(target, exports, buckets=buckets, history=history, checks=checks, retry=retry)

    result = Ingested()
    try:
        for added in spark.sparkContext.parallelize(bins, len(bins)).map(add).collect() if bins else ():
            result.rows += added.rows
            result.known += added.known
            result.messages += added.messages
    finally:
        # Also after a failure: the tables about the study are those of the exports that were added.
        defects = _cohort.repair(target) if os.path.exists(target) else []
    if defects:
        raise HealthConvError(f"{len(defects)} files of the study differ from the ledger: {defects[0]}", 65)
    failed = result.count("quarantined")
    if failed and errors == "fail":
        raise HealthConvError(
            f"{failed} of {len(exports)} exports could not be read; the others were added.\n" + "\n".join(result.messages),
            1 if result.known or failed < len(result.rows) else 65)
    return result


# MARK: Source


class DefaultSource(DataSource):
    """``spark.read.format("healthconv")``: the rows of one table of exports.

    Options: ``kind``, ``participants``, ``participantPattern``, ``types``, ``since``, ``until``, ``where``, ``errors``,
    ``binBytes``, ``policy``, ``nested``, ``pushdown``. See ``SPARK.md`` of the source.
    """

    @classmethod
    def name(cls) -> str:
        return "healthconv"

    def schema(self) -> str:
        return _schema.ddl(self._kind())

    def reader(self, schema: StructType) -> DataSourceReader:
        settings = self._settings()
        return (_PushdownReader if settings.pushdown else _Reader)(settings, schema)

    def _kind(self) -> str:
        kind = self.options.get("kind", "quantity")
        if kind not in _ABOUT and kind not in _schema.TABLES:
            raise ValueError(f"there is no kind '{kind}', expected one such as quantity, workout_events or exports")
        return kind

    def _settings(self) -> _Settings:
        options = {name.lower(): value for name, value in self.options.items()}
        unknown = sorted(set(options) - _OPTIONS)
        if unknown:
            raise ValueError(f"there is no option '{unknown[0]}' of healthconv")

        def word(name: str, *words: str) -> str:
            value = options.get(name, words[0]).lower()
            if value not in words:
                raise ValueError(f"the option {name} is '{value}', expected {' or '.join(words)}")
            return value

        paths = json.loads(options["paths"]) if "paths" in options else [options["path"]] if "path" in options else []
        if not paths:
            raise ValueError("there is no path: use load(path)")
        settings = _Settings(
            kind=self._kind(),
            paths=paths,
            participants=_inputs.Participants(options.get("participants"), options.get("participantpattern")),
            errors=word("errors", "fail", "quarantine"),
            nested=word("nested", "once", "all"),
            pushdown=word("pushdown", "false", "true") == "true",
            bin_bytes=int(options.get("binbytes", _inputs.BIN_BYTES)),
        )
        for name in ("types", "since", "until", "where", "policy"):
            if name in options:
                value = os.path.abspath(options[name]) if name == "policy" else options[name]
                settings.selection.append(f"--{'type' if name == 'types' else name}={value}")
        if settings.kind in _ABOUT and (settings.selection or not settings.participants.are_known):
            raise ValueError(
                f"the kind {settings.kind} is about whole exports with participants: types, since, until, where and policy "
                "are not for it, and participants or participantPattern has to be given")
        return settings


@dataclass
class _Settings:
    """The options of a query."""

    kind: str
    paths: list[str]
    participants: _inputs.Participants
    errors: str
    nested: str
    pushdown: bool
    bin_bytes: int
    selection: list[str] = field(default_factory=list)
    #: The participants that a query is restricted to.
    only: set[str] | None = None

    def arguments(self) -> list[str]:
        """The options of ``convert`` that all exports have."""
        found = list(self.selection)
        root = _schema.root(self.kind)
        if self.nested == "once" and root in _schema.SELECTABLE and not any(one.startswith("--type=") for one in found):
            # Samples of other kinds are not needed.
            found.append(f"--type={root}")
        return found


class _Reader(DataSourceReader):
    def __init__(self, settings: _Settings, schema: StructType) -> None:
        self._settings = settings
        self._schema = schema
        known = set(_schema.columns(settings.kind))
        missing = [name for name in schema.names if name not in known]
        if missing:
            raise ValueError(f"the kind {settings.kind} has no column '{missing[0]}'")

    def partitions(self) -> Sequence[InputPartition]:
        settings = self._settings
        exports = settings.participants.exports(_inputs.find(settings.paths))
        if settings.kind not in _ABOUT:
            self._check(exports)
        if settings.only is not None:
            exports = [export for export in exports if export.participant in settings.only]
        bins = _inputs.bins(exports, settings.bin_bytes, by_participant=settings.kind in _ABOUT)
        return [InputPartition(one) for one in bins] or [InputPartition([])]

    def _check(self, exports: Sequence[_inputs.Export]) -> None:
        """Refuse rows that could not be told apart, or would count twice: each export has all samples of the one before."""
        if not self._settings.participants.are_known:
            if len(exports) > 1 and _schema.root(self._settings.kind) != self._settings.kind:
                raise ValueError(
                    f"rows of the kind {self._settings.kind} of several exports cannot be told apart without participants")
            return
        seen: set[str | None] = set()
        for export in exports:
            if export.participant in seen:
                raise ValueError(
                    f"'{export.path}' is a second export of its participant, so samples would count twice. Read one of "
                    "them, or use healthconv.spark.ingest, which keeps the latest")
            seen.add(export.participant)

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        from pyspark.sql.pandas.types import to_arrow_schema

        target = to_arrow_schema(self._schema, timezone="UTC")
        if self._settings.kind in _ABOUT:
            return _about(self._settings, partition.value, target)
        return _rows(self._settings, partition.value, target)


class _PushdownReader(_Reader):
    """A reader that selects by the conditions of a query, too.

    It is a class of its own because Spark refuses each query of a reader with ``pushFilters`` while
    ``spark.sql.python.filterPushdown.enabled`` is false, which is the default.
    """

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        settings = self._settings
        if settings.kind in _ABOUT:
            return filters
        for condition in filters:
            column = ".".join(condition.attribute) if hasattr(condition, "attribute") else ""
            value = getattr(condition, "value", None)
            values = [value] if isinstance(condition, EqualTo) else value if isinstance(condition, In) else None
            if column == "participant" and values is not None and settings.participants.are_known:
                only = set(values)
                settings.only = only if settings.only is None else settings.only & only
            elif column == "type" and values is not None and self._are_types(values):
                settings.selection.append("--type=" + ",".join(sorted(values)))
            elif column == "start" and isinstance(value, datetime.datetime):
                if isinstance(condition, (GreaterThan, GreaterThanOrEqual)) and not self._has("since"):
                    settings.selection.append("--since=" + _instant(value))
                elif isinstance(condition, LessThan) and not self._has("until"):
                    settings.selection.append("--until=" + _instant(value + datetime.timedelta(seconds=1)))
        # Spark compares again: what is read may be more than what is wanted.
        return filters

    def _has(self, option: str) -> bool:
        return any(one.startswith(f"--{option}=") for one in self._settings.selection)

    def _are_types(self, values: Iterable[object]) -> bool:
        return not self._has("type") and all(isinstance(value, str) and value.isidentifier() for value in values)


def _instant(time: datetime.datetime) -> str:
    # To the second before. Without a time zone it is that of the worker, as PySpark converts it.
    return time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S+00:00")


def _rows(settings: _Settings, exports: Sequence[_inputs.Export], target: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a table of exports. Rows are given when the whole export has been converted."""
    import pyarrow.compute
    import pyarrow.parquet

    arguments = settings.arguments()
    for export in exports:
        with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
            tables = os.path.join(folder, "tables")
            whose = [f"--participant={export.participant}"] if export.participant is not None else []
            whose += [f"--zone={export.zone}"] if export.zone is not None else []
            try:
                path = _local(export, folder)
                run(["convert", f"--output={tables}", "--quiet", "--to=parquet", "--jobs=1", *whose, *arguments, "--", path])
            except HealthConvError as error:
                message = str(error).replace(folder + "/", "")
                if settings.errors == "fail" or error.status not in (65, 69):
                    raise HealthConvError(f"{export.path}: {message}", error.status) from None
                print(f"healthconv: left out {export.path}: {message}", file=sys.stderr)
                continue
            path = os.path.join(tables, f"{settings.kind}.parquet")
            if not os.path.exists(path):
                continue
            constant = _participant(tables, settings.kind) if "participant" in target.names else None
            with pyarrow.parquet.ParquetFile(path) as file:
                present = set(file.schema_arrow.names)
                wanted = [name for name in target.names if name in present]
                marked = settings.nested == "once" and "nested" in present
                names = [*wanted, "nested"] if marked and "nested" not in wanted else wanted
                for batch in file.iter_batches(batch_size=1 << 16, columns=names):
                    if marked:
                        mark = batch.column(batch.schema.get_field_index("nested"))
                        once = pyarrow.compute.equal(mark, "nestedOnly")
                        batch = batch.filter(pyarrow.compute.or_kleene(pyarrow.compute.is_null(mark), once))
                    yield _cast(batch, target, constant)


def _participant(tables: str, kind: str) -> str | None:
    """The participant of rows that have no column for it: that of the sample they belong to, which a policy may have replaced."""
    import pyarrow.parquet

    path = os.path.join(tables, f"{_schema.root(kind)}.parquet")
    if _schema.root(kind) == kind or not os.path.exists(path):
        return None
    with pyarrow.parquet.ParquetFile(path) as file:
        if "participant" not in file.schema_arrow.names:
            return None
        first: pyarrow.Table = file.read_row_group(0, columns=["participant"])
        return first.column(0)[0].as_py()  # type: ignore[no-any-return]


def _local(export: _inputs.Export, folder: str) -> str:
    return _inputs.fetch(export.path, folder) if _inputs.is_remote(export.path) else os.path.abspath(export.path)


def _cast(
    batch: pyarrow.RecordBatch, target: pyarrow.Schema, participant: str | None = None
) -> pyarrow.RecordBatch:
    """A batch with the columns and types that Spark expects; those that the table does not have are empty."""
    import pyarrow

    columns = []
    for wanted in target:
        index = batch.schema.get_field_index(wanted.name)
        if index < 0:
            value = participant if wanted.name == "participant" else None
            empty = pyarrow.nulls(batch.num_rows, wanted.type)
            columns.append(empty if value is None else pyarrow.repeat(pyarrow.scalar(value, wanted.type), batch.num_rows))
            continue
        column = batch.column(index)
        if isinstance(column, pyarrow.ExtensionArray):
            column = column.storage
        columns.append(column if column.type == wanted.type else column.cast(wanted.type))
    return pyarrow.RecordBatch.from_arrays(columns, schema=target)


def _about(settings: _Settings, exports: Sequence[_inputs.Export], target: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a table about exports: that of a study which is made of them."""
    import pyarrow.parquet

    if not exports:
        return
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        study = os.path.join(folder, "study")
        added = _cohort.add(study, exports, buckets=1, history="all", tables=True)
        if settings.errors == "fail" and any(row["status"] == "quarantined" for row in added.rows):
            raise HealthConvError("\n".join(added.messages), 65)
        for batch in pyarrow.parquet.read_table(os.path.join(study, f"{settings.kind}.parquet")).to_batches():
            yield _cast(batch, target)
