"""Spark imports each package whose name begins with ``pyspark_``, and registers its ``DefaultSource``.

So ``spark.read.format("healthconv")`` works wherever the wheel is installed. The import never fails: an error here would
end each query of a session that uses any source written in Python.
"""

try:
    from healthconv.spark import DefaultSource  # noqa: F401
except Exception:  # noqa: BLE001 -- PySpark is older than 4.0 or not there.
    pass
