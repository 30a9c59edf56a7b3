"""Tables of health data, by way of Parquet."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Union

from ._tool import find_tool

if TYPE_CHECKING:
    import pyarrow

Path = Union[str, "os.PathLike[str]"]

#: Kinds of samples whose table has the name of the kind.
_KINDS = {
    "quantity": "quantity",
    "category": "category",
    "correlation": "correlation",
    "workout": "workout",
}


#: Options that name what the arguments of a function name.
_INPUTS_AND_OUTPUTS = ("--output", "-o", "--")
#: Options that would change what a function reads the tables from.
_TABLES = (*_INPUTS_AND_OUTPUTS, "--to", "-t", "--layout", "--dry-run", "--help", "-h")


class HealthConvError(Exception):
    """The program failed.

    :ivar status: its exit status: 64 wrong usage, 65 malformed input, 66 no input, 69 not supported, 74 reading or
        writing failed.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def convert(source: Path, target: Path, *options: str) -> str:
    """Run ``healthconv convert source -o target`` with further options, such as ``"--to", "csv"``.

    :returns: what the program reported: findings, losses, the summary.
    :raises ValueError: if an option names an input or an output.
    :raises HealthConvError: if it fails.
    """
    path = os.fspath(target)
    if path == "-":
        raise ValueError("the target is '-', expected a path; './-' is a file of this name")
    if os.fspath(source) == "-":
        raise ValueError("the source is '-', expected a path; './-' is a file of this name")
    _check(options, _INPUTS_AND_OUTPUTS)
    return _run("convert", f"--output={path}", *options, "--", os.fspath(source))


def read(
    source: Path,
    kind: str = "quantity",
    *,
    types: Iterable[str] = (),
    since: str | None = None,
    until: str | None = None,
    sources: Iterable[str] = (),
    where: str | None = None,
    columns: Iterable[str] | None = None,
    options: Sequence[str] = (),
) -> pyarrow.Table:
    """Read the samples of one kind as a table.

    :param source: an export (archive, folder or export.xml), CSV, JSON Lines, GPX, a store or its address.
    :param kind: ``quantity``, ``category``, ``workout`` or another name that :func:`kinds` lists.
    :param types: only these types: ``HeartRate``, ``steps``, ``Dietary*``.
    :param since: only samples that start at this time or later, such as ``2024-01-31``.
    :param until: only samples that start before this time.
    :param sources: only samples of these sources (names or patterns).
    :param where: a condition, such as ``value > 120 count/min``.
    :param columns: only these columns. Default: all.
    :param options: further options of ``healthconv convert``, such as ``["--map", "withings"]``.
        Those that determine what is written, such as ``--to``, ``--output`` and ``--dry-run``, are not allowed.
    :returns: the table; empty and without columns if there is no such sample. Each sample is in it once: one that is nested
        in a correlation or a workout is left out if the dataset has it another time.
    :raises ValueError: if an option is not allowed.
    :raises HealthConvError: if the source cannot be read.
    """
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    _check(options, _TABLES)
    selection = list(_selection(types, since, until, sources, where))
    if not selection and kind in _KINDS:
        # Samples of other kinds are not needed.
        selection = ["--type", kind]
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        tables = _tables(source, folder, [*selection, *options])
        path = tables.get(kind)
        if path is None:
            return pyarrow.table({})
        names = None if columns is None else list(columns)
        marked = "nested" in pyarrow.parquet.read_schema(path).names
        added = marked and names is not None and "nested" not in names
        table = pyarrow.parquet.read_table(path, columns=[*names, "nested"] if added else names)
        if marked:
            nested = table["nested"]
            table = table.filter(
                pyarrow.compute.or_kleene(pyarrow.compute.is_null(nested), pyarrow.compute.equal(nested, "nestedOnly")))
        return table.drop(["nested"]) if added else table


def read_all(source: Path, *options: str) -> dict[str, pyarrow.Table]:
    """Read all tables of a dataset, by name.

    Nested samples that the dataset has another time are in the tables, marked in the column ``nested``.

    :param options: options of ``healthconv convert``, such as ``"--since", "2024-01-01"``.
    :raises HealthConvError: if the source cannot be read.
    """
    import pyarrow.parquet

    _check(options, _TABLES)
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        tables = _tables(source, folder, options)
        return {name: pyarrow.parquet.read_table(path) for name, path in tables.items()}


def kinds(source: Path) -> list[str]:
    """The names of the tables that a dataset has: the second argument of :func:`read`.

    :raises HealthConvError: if the source cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="healthconv-") as folder:
        return sorted(_tables(source, folder, ()))


def _selection(
    types: Iterable[str], since: str | None, until: str | None, sources: Iterable[str], where: str | None
) -> Iterator[str]:
    for option, values in (("--type", types), ("--source", sources)):
        if isinstance(values, str):
            raise TypeError(f"{option[2:]}s is a text, expected a list of texts")
        for value in values:
            # A value may begin with a hyphen.
            yield f"{option}={value}"
    for option, value in (("--since", since), ("--until", until), ("--where", where)):
        if value is not None:
            yield f"{option}={value}"


def _check(options: Sequence[str], refused: tuple[str, ...]) -> None:
    if isinstance(options, str):
        raise TypeError("options is a text, expected a list of texts")
    for option in options:
        name = option.split("=", 1)[0] if option.startswith("--") else option[:2]
        if name in refused:
            raise ValueError(f"the option {name} is not allowed here")


def _tables(source: Path, folder: str, options: Iterable[str]) -> dict[str, str]:
    target = os.path.join(folder, "tables")
    convert(source, target, "--quiet", "--to", "parquet", *options)
    names = (entry for entry in os.listdir(target) if entry.endswith(".parquet"))
    return {name.removesuffix(".parquet"): os.path.join(target, name) for name in names}


def _run(*arguments: str) -> str:
    run = subprocess.run(
        [find_tool(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    if run.returncode != 0:
        message = run.stderr.strip().removeprefix("healthconv: ")
        raise HealthConvError(message or f"exit status {run.returncode}", run.returncode)
    return run.stderr
