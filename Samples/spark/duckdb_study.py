"""Runs the queries of this folder on a study, in DuckDB: enough for about a thousand participants on one machine.

    python3 duckdb_study.py STUDY
"""

import pathlib
import sys

import duckdb

FOLDER = pathlib.Path(__file__).parent
QUERIES = ("steps", "sleep", "adherence", "qa")


def open_study(study: str) -> duckdb.DuckDBPyConnection:
    """A connection with views of the tables of a study."""
    connection = duckdb.connect()
    for table in ("quantity", "category"):
        # One pattern for the files of all buckets. 'participant' and 'export_id' are columns of each file.
        files = f"{study}/tables/{table}/*/*.parquet".replace("'", "''")
        connection.execute(
            f'CREATE VIEW {table} AS SELECT *, epoch_us("start") / 1e6 AS start_s, epoch_us("end") / 1e6 AS end_s '
            f"FROM read_parquet('{files}')")
    for table in ("exports", "participants", "coverage", "findings"):
        days = ", cast(first AS date) - DATE '1970-01-01' AS first_n, cast(last AS date) - DATE '1970-01-01' AS last_n"
        file = f"{study}/{table}.parquet".replace("'", "''")
        connection.execute(
            f"CREATE VIEW {table} AS SELECT *{days if table == 'participants' else ''} FROM read_parquet('{file}')")
    return connection


def query(connection: duckdb.DuckDBPyConnection, name: str) -> duckdb.DuckDBPyRelation:
    return connection.sql((FOLDER / f"{name}.sql").read_text())


def main() -> None:
    connection = open_study(sys.argv[1])
    for name in QUERIES:
        print(name)
        print(query(connection, name).limit(5))


if __name__ == "__main__":
    main()
