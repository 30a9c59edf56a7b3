"""Runs the queries of this folder on a study, in Spark.

    python3 spark_study.py STUDY [EXPORTS PATTERN]

With a pattern of exports and one of participants, such as 'exports/*.zip' '{participant}_*.zip', adds these to the study before.
"""

import pathlib
import sys

from pyspark.sql import DataFrame, SparkSession

FOLDER = pathlib.Path(__file__).parent
QUERIES = ("steps", "sleep", "adherence", "qa")


def open_study(spark: SparkSession, study: str) -> None:
    """Make views of the tables of a study."""
    for table in ("quantity", "category"):
        rows = spark.read.parquet(f"{study}/tables/{table}")
        rows.selectExpr("*", "unix_micros(start) / 1e6 AS start_s", "unix_micros(end) / 1e6 AS end_s").createOrReplaceTempView(table)
    for table in ("exports", "participants", "coverage", "findings"):
        rows = spark.read.parquet(f"{study}/{table}.parquet")
        if table == "participants":
            rows = rows.selectExpr(
                "*", "unix_date(cast(first AS date)) AS first_n", "unix_date(cast(last AS date)) AS last_n")
        rows.createOrReplaceTempView(table)


def query(spark: SparkSession, name: str) -> DataFrame:
    return spark.sql((FOLDER / f"{name}.sql").read_text())


def main() -> None:
    study = sys.argv[1]
    spark = SparkSession.builder.appName("study").getOrCreate()
    if len(sys.argv) > 2:
        from healthconv.spark import ingest

        result = ingest(spark, sys.argv[2], study, participant_pattern=sys.argv[3], errors="quarantine")
        print(f"{result.count('ok')} exports added, {result.known} known, {result.count('quarantined')} quarantined")
    open_study(spark, study)
    for name in QUERIES:
        print(name)
        query(spark, name).show(5, truncate=False)
    spark.stop()


if __name__ == "__main__":
    main()
