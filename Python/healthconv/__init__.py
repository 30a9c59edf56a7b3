"""Read, check, summarize and convert health data: exports of the Health app, CSV of trackers, GPX, FIT, stores.

    import healthconv
    data = healthconv.open("export.zip")
    beats = data.scan("quantity", types=["HeartRate"], since="2024-01-01").to_pandas()
    steps = data.stats(by="day", types=["steps"]).to_pandas()

The program healthconv, which is part of this package, reads the data, in one pass and bounded memory. Columns of tables are
described in ``Schemas/parquet.md`` of the source, those of statistics by ``healthconv help stats``.
"""

from ._arguments import Path, Time
from ._dataset import Answer, Audience, Dataset, SourceRule, open, read_many
from ._errors import HealthConvError, HealthConvWarning
from ._reports import Conversion, Finding, Info, Loss, Severity, TypeInfo, Validation
from ._run import Progress, ProgressCallback
from ._scan import Scan
from ._tables import Kind
from ._tool import find_tool, version

__all__ = [
    "Answer", "Audience", "Conversion", "Dataset", "Finding", "HealthConvError", "HealthConvWarning", "Info", "Kind", "Loss",
    "Path", "Progress", "ProgressCallback", "Scan", "Severity", "SourceRule", "Time", "TypeInfo", "Validation", "find_tool", "open",
    "read_many", "version"]
