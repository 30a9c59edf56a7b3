"""Rows of a table, as a stream of Arrow batches."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional

from ._columns import checked_columns, columns_of, kind_of, sample_table, storage_type
from ._reports import Conversion, Finding
from ._tables import Kind

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Scan:
    """The rows of a table, which programs that take Arrow streams read batch by batch.

    pyarrow, polars, pandas and DuckDB accept it where they accept a table: ``polars.DataFrame(scan)``,
    ``duckdb.sql("SELECT … FROM scan")``. It can be read any number of times. The rows are in a temporary file that has no name, and
    is freed together with this object.
    """

    def __init__(self, report: Conversion, path: Optional[str], schema: pyarrow.Schema, columns: Sequence[str]) -> None:
        import pyarrow

        #: What was read and selected, with the findings of reading.
        self.report = report
        #: The columns and their types.
        self.schema: pyarrow.Schema = pyarrow.schema([schema.field(name) for name in columns])
        self._marked = "nested" in schema.names
        # The file has no name once its folder is removed.
        self._file = None if path is None else pyarrow.OSFile(path)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was repaired or left out while reading."""
        return self.report.findings

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        """The rows, as batches."""
        import pyarrow
        import pyarrow.compute as compute
        import pyarrow.parquet

        if self._file is None:
            return
        names = self.schema.names
        read = names if "nested" in names or not self._marked else [*names, "nested"]
        for batch in pyarrow.parquet.ParquetFile(self._file).iter_batches(columns=read):
            if self._marked:
                # The dataset has such a sample another time.
                nested = batch.column("nested")
                only = compute.call_function("equal", [nested, pyarrow.scalar("nestedOnly")])
                batch = batch.filter(compute.call_function("or_kleene", [compute.call_function("is_null", [nested]), only]))
            if batch.num_rows:
                arrays = [_storage(batch.column(name)) for name in names]
                yield pyarrow.RecordBatch.from_arrays(arrays, schema=self.schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self.schema, iter(self)).__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self.schema.__arrow_c_schema__()

    def to_arrow(self) -> pyarrow.Table:
        """All rows as a table of pyarrow."""
        import pyarrow

        return pyarrow.Table.from_batches(iter(self), schema=self.schema)

    def to_pandas(self) -> pandas.DataFrame:
        """All rows as a frame of pandas."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """All rows as a frame of polars."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<healthconv.Scan of {len(self.schema.names)} columns: {', '.join(self.schema.names)}>"


def scan_folder(folder: str, table: Kind, columns: Optional[Iterable[str]], report: Conversion) -> Scan:
    """The rows of one of the tables in a folder."""
    import pyarrow.parquet

    path = os.path.join(folder, f"{table}.parquet")
    if os.path.exists(path):
        found = pyarrow.parquet.read_schema(path)
        schema = pyarrow.schema([field.with_type(storage_type(field.type)) for field in found])
        return Scan(report, path, schema, checked_columns(table, columns, schema.names))
    kind = kind_of(table)
    written = sorted({item["kind"] for item in report.details["types"] if item["written"]} - {kind})
    if written and not os.path.exists(os.path.join(folder, f"{sample_table(table)}.parquet")):
        raise ValueError(f"types selects no samples of the kind {kind}, but of {', '.join(written)}; name the kind to scan")
    facts = pyarrow.parquet.read_table(os.path.join(folder, "dataset.parquet"), columns=["property"])
    schema = columns_of(table, has_participants="participant" in facts["property"].to_pylist())
    return Scan(report, None, schema, checked_columns(table, columns, schema.names))


def _storage(array: pyarrow.Array) -> pyarrow.Array:
    import pyarrow

    return array.storage if isinstance(array, pyarrow.ExtensionArray) else array
