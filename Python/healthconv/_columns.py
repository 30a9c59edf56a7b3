"""The columns of tables, and their types."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Optional

from ._tables import KINDS, TABLES, Kind

if TYPE_CHECKING:
    import pyarrow


def types() -> dict[str, pyarrow.DataType]:
    """The types of columns, by their names in the list of tables; texts have none."""
    import pyarrow

    return {
        "": pyarrow.string(), "bytes": pyarrow.binary(), "date": pyarrow.date32(), "float": pyarrow.float64(),
        "id": pyarrow.binary(16), "int": pyarrow.int64(), "short": pyarrow.int16(), "time": pyarrow.timestamp("us", tz="UTC"),
        "unsigned": pyarrow.uint64()}


def columns_of(table: Kind, *, has_participants: bool) -> pyarrow.Schema:
    """The columns of a table, as the program writes them."""
    import pyarrow

    known, fields = types(), []
    for text in TABLES[table].split():
        name, _, code = text.partition(":")
        if has_participants or name != "participant":
            fields.append(pyarrow.field(name, known[code.removesuffix("!")], nullable=not code.endswith("!")))
    return pyarrow.schema(fields)


def storage_type(data_type: pyarrow.DataType) -> pyarrow.DataType:
    """The type without an extension: versions of pyarrow read a column of JSON as text or as an extension of it."""
    import pyarrow

    return data_type.storage_type if isinstance(data_type, pyarrow.BaseExtensionType) else data_type


def sample_table(table: str) -> str:
    """The table of the samples that a table is about."""
    return max((name for name in KINDS if f"{table}_".startswith(f"{name}_")), key=len)


def kind_of(table: str) -> str:
    """The kind of the samples that a table is about."""
    return KINDS[sample_table(table)]


def check_table(name: str) -> None:
    """Refuses what is not the name of a table."""
    if name not in TABLES:
        raise ValueError(
            f"there is no kind {name!r}.{_question(name, TABLES)} Expected {', '.join(KINDS)}, or a list in one of them, such as "
            "workout_events. Types such as steps are the parameter types.")


def checked_columns(table: str, columns: Optional[Iterable[str]], names: Sequence[str]) -> list[str]:
    """The columns to read: those that were named, otherwise all."""
    if columns is None:
        return list(names)
    chosen = [columns] if isinstance(columns, str) else list(columns)
    for name in chosen:
        if name not in names:
            raise ValueError(
                f"the table {table} has no column {name!r}.{_question(name, names)} Its columns are {', '.join(names)}.")
    return chosen


def with_participant(table: pyarrow.Table, participant: Optional[str]) -> pyarrow.Table:
    """A table with the participant in front. Forms of statistics that are about one person have no column for it."""
    import pyarrow

    if participant is None or "participant" in table.schema.names:
        return table
    return table.add_column(0, "participant", pyarrow.array([participant] * table.num_rows, pyarrow.string()))


def united(tables: Sequence[pyarrow.Table]) -> pyarrow.Table:
    """The rows of tables whose columns are not all the same: a column that a table lacks is empty there."""
    import pyarrow

    names: list[str] = []
    for table in tables:
        place = 0
        for name in table.schema.names:
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    return pyarrow.concat_tables(tables, promote_options="default").select(names)


def _question(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(str(name), list(names), 1)
    return f" Did you mean {close[0]!r}?" if close else ""
