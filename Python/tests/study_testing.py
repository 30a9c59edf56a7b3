"""What the tests of studies share: synthetic exports, and the comparison of two studies."""

import json
import os
import re
import subprocess
import zipfile

import healthconv

def generate(path, person, size):
    subprocess.run(
        [healthconv.find_tool(), "generate", "--person", str(person), "--size", str(size), "-o", path], check=True,
        stderr=subprocess.DEVNULL)


def redate(path, date):
    """Give an export another date."""
    with zipfile.ZipFile(path) as archive:
        members = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in members:
            if entry.filename.endswith("export.xml"):
                content = re.sub(rb'<ExportDate value="[^"]*"', b'<ExportDate value="' + date.encode() + b'"', content)
            archive.writestr(entry, content)


def damage(path, how):
    """Make an export one that cannot be read."""
    with open(path, "rb") as file:
        content = bytearray(file.read())
    if how == "truncated":
        content = content[: len(content) // 2]
    elif how == "bit rot":
        with zipfile.ZipFile(path) as archive:
            main = max(archive.infolist(), key=lambda entry: entry.file_size)
        middle = main.header_offset + main.compress_size // 2
        content[middle:middle + 64] = bytes(byte ^ 0x5A for byte in content[middle:middle + 64])
    else:
        content = bytearray(b"this is a text and no archive\n" * 100)
    with open(path, "wb") as file:
        file.write(content)


def cohort(*arguments, expected=(0,)):
    run = subprocess.run(
        [healthconv.find_tool(), "cohort", *map(str, arguments)], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode in expected, (arguments, run.returncode, run.stderr)
    return run


def tables(study):
    """All tables of a study, each as a sorted list of rows: the texts of all their cells."""
    import pyarrow.parquet

    found = {}
    for folder, _, names in os.walk(study):
        if "/." in folder[len(study):]:
            continue
        for name in names:
            if not name.endswith(".parquet"):
                continue
            relative = os.path.relpath(folder, study)
            table = relative.split(os.sep)[1] if relative.startswith("tables") else name
            rows = pyarrow.parquet.ParquetFile(os.path.join(folder, name)).read()
            columns = [map(repr, column.to_pylist()) for column in rows.columns]
            found.setdefault(table, []).extend(zip(*columns))
    return {table: sorted(rows) for table, rows in found.items()}


def files(study):
    """The files of the tables, which the ledger determines."""
    root = os.path.join(study, "tables")
    return sorted(os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names)


def ledger(study):
    """The last line of each export whose rows are in the tables."""
    import pyarrow.parquet

    exports = pyarrow.parquet.read_table(os.path.join(study, "exports.parquet")).to_pylist()
    stored = {row["export_id"] for row in exports if row["status"] == "ok"}
    with open(os.path.join(study, "ledger.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return {line["export_id"]: line for line in lines if line.get("export_id") in stored}


def assert_same(test, study, expected):
    """Two studies have the same rows, files and ledger."""
    test.assertEqual(ledger(study), ledger(expected))
    test.assertEqual(files(study), files(expected))
    own, other = tables(study), tables(expected)
    test.assertEqual(sorted(own), sorted(other))
    for table, rows in other.items():
        test.assertEqual(len(own[table]), len(rows), table)
        test.assertTrue(own[table] == rows, table)
    test.assertEqual(cohort("check", study).stdout, "the files agree with the ledger\n")
    hidden = [name for name in os.listdir(study) if "ingest" in name]
    test.assertEqual(hidden, [])
