"""Keeps Delta tables that are those of a study, in parts by participant.

    python3 delta_study.py STUDY DELTA

The first run writes all tables of the study; each later one replaces the rows of participants who have another export now,
and removes those of participants who are no longer in the study, also from the history of the tables.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterable

import deltalake
import healthconv
import pyarrow
import pyarrow.dataset
import pyarrow.parquet

#: Tables about the study, which keep no history. 'exports' is written last: what it has is completely in the others.
ABOUT = ("participants", "coverage", "findings", "exports")
#: How much of the history is left when it is removed.
NO_HISTORY = {"delta.logRetentionDuration": "interval 0 days", "delta.deletedFileRetentionDuration": "interval 0 days"}


def update(study: str, delta: str) -> tuple[list[str], list[str]]:
    """Make the tables in DELTA those of the study; return the participants who were written and removed."""
    cohort("check", study)
    new = exports(pyarrow.parquet.read_table(f"{study}/exports.parquet"))
    old = exports(deltalake.DeltaTable(f"{delta}/exports").to_pyarrow_table()) if has(f"{delta}/exports") else {}
    changed = sorted(participant for participant in new if old.get(participant) != new[participant])
    removed = sorted({*old, *tables_participants(delta)} - {*new})
    if changed:
        replace(study, delta, changed, everybody=len(changed) == len(new))
    for table in tables(delta) if removed else []:
        deltalake.DeltaTable(f"{delta}/{table}").delete(condition(removed))
        remove_history(f"{delta}/{table}")
    for table in ABOUT:
        deltalake.write_deltalake(
            f"{delta}/{table}", pyarrow.parquet.read_table(f"{study}/{table}.parquet"), mode="overwrite",
            schema_mode="overwrite", configuration=NO_HISTORY)
        remove_history(f"{delta}/{table}")
    return changed, removed


def replace(study: str, delta: str, participants: list[str], everybody: bool) -> None:
    """Write the rows of participants, instead of those that the tables have of them: one commit of each table."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = [] if everybody else [word for participant in participants for word in ("--participant", participant)]
        cohort("export", study, *chosen, "-o", f"{folder}/tables")
        written = {path.stem: path for path in pathlib.Path(folder, "tables").glob("*.parquet")}
        for table in sorted({*written, *tables(delta)}):
            target = f"{delta}/{table}"
            if table not in written:
                deltalake.DeltaTable(target).delete(condition(participants))
                continue
            instead = {"mode": "overwrite", "predicate": condition(participants), "schema_mode": "merge"}
            deltalake.write_deltalake(
                target, rows(written[table]), partition_by=["participant"], configuration=NO_HISTORY,
                **(instead if has(target) else {}))


def cohort(*arguments: str) -> None:
    done = subprocess.run([healthconv.find_tool(), "cohort", *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)


def rows(path: pathlib.Path) -> pyarrow.RecordBatchReader:
    """The rows of a file, with types that Delta has; 'deviceAddress', an unsigned number without further meaning, is left out."""
    data = pyarrow.dataset.dataset(path)
    fields = [field for field in data.schema if field.name != "deviceAddress"]
    schema = pyarrow.schema(
        field.with_type(pyarrow.binary()) if pyarrow.types.is_fixed_size_binary(field.type) else field for field in fields)
    batches = (batch.cast(schema) for batch in data.to_batches(columns=schema.names))
    return pyarrow.RecordBatchReader.from_batches(schema, batches)


def remove_history(path: str) -> None:
    """Remove the files of earlier states of a table, and the log of them, which has the lowest and highest values."""
    table = deltalake.DeltaTable(path)
    table.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
    table.create_checkpoint()
    table.cleanup_metadata()
    for folder, _, _ in os.walk(path, topdown=False):
        if not os.listdir(folder):
            os.rmdir(folder)


def exports(table: pyarrow.Table) -> dict[str, set[str]]:
    """The exports of each participant whose rows are in the tables."""
    found: dict[str, set[str]] = {}
    for row in table.select(["participant", "export_id", "status"]).to_pylist():
        if row["status"] == "ok":
            found.setdefault(row["participant"], set()).add(row["export_id"])
    return found


def tables_participants(delta: str) -> set[str]:
    """Whose rows the tables have, also those of a run that was ended."""
    parts = (deltalake.DeltaTable(f"{delta}/{table}").partitions() for table in tables(delta))
    return {part["participant"] for several in parts for part in several}


def tables(delta: str) -> list[str]:
    """The tables of samples and their parts."""
    return sorted(path.name for path in pathlib.Path(delta).glob("*") if path.name not in ABOUT and has(str(path)))


def has(path: str) -> bool:
    return deltalake.DeltaTable.is_deltatable(path)


def condition(participants: Iterable[str]) -> str:
    texts = ("'" + participant.replace("'", "''") + "'" for participant in participants)
    return f"participant IN ({', '.join(texts)})"


def main() -> None:
    changed, removed = update(*sys.argv[1:])
    print(f"{len(changed)} participants written, {len(removed)} removed")


if __name__ == "__main__":
    main()
