"""Read health data into tables: exports of the Health app, CSV of trackers, GPX, stores.

    import healthconv
    table = healthconv.read("export.zip", "quantity", types=["HeartRate"], since="2024-01-01")
    frame = table.to_pandas()

The program healthconv converts the data to Parquet, in one pass and bounded memory; only the selected samples become
part of the table. Columns are described in ``Schemas/parquet.md`` of the source.
"""

from ._read import HealthConvError, convert, kinds, read, read_all
from ._tool import find_tool, version

__all__ = ["HealthConvError", "convert", "find_tool", "kinds", "read", "read_all", "version"]
