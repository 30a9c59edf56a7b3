"""Tests of ``Samples/delta``: Delta tables that are those of a study.

Without deltalake they are skipped with a message. ``make test-spark`` installs it.
"""

import collections
import contextlib
import os
import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

from study_testing import cohort, generate, redate

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Samples", "delta")
sys.path.insert(0, SAMPLES)
try:
    import deltalake
    import pyarrow.parquet

    import delta_study

    MISSING = None
except ImportError as error:
    MISSING = error.name
    print(f"test_delta: SKIPPED: {MISSING} is missing; 'make test-spark' installs deltalake", file=sys.stderr)

PATTERN = ("--participant-pattern", "{participant}_*.zip")
#: Whose rows are replaced and removed: ids that occur nowhere by chance, and one that has to be quoted.
CHANGED, LEAVING, STAYING = "the-changed-one", "the leaving's one", "the-staying-one"


def rows(table):
    """How often each row occurs."""
    names = sorted(name for name in table.column_names if name != "deviceAddress")
    return collections.Counter(zip(*([repr(value) for value in table[name].to_pylist()] for name in names)))


@unittest.skipIf(MISSING, f"{MISSING} is missing")
class DeltaTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.study, self.delta = str(self.folder / "study"), str(self.folder / "delta")
        paths = []
        for person, participant in enumerate((CHANGED, LEAVING, STAYING), 1):
            paths.append(str(self.folder / f"{participant}_x.zip"))
            generate(paths[-1], person, 100 * person)
        cohort("add", self.study, *paths, *PATTERN, "-q")

    def replace_export(self):
        later = str(self.folder / f"{CHANGED}_y.zip")
        generate(later, 1, 300)
        redate(later, "2026-03-01 12:00:00 -0500")
        cohort("add", self.study, later, *PATTERN, "-q")

    def assert_same(self):
        """The Delta tables have the rows of the study, each once."""
        expected = self.folder / "expected"
        shutil.rmtree(expected, ignore_errors=True)
        cohort("export", self.study, "-o", expected)
        found = {path.stem: pyarrow.parquet.read_table(path) for path in expected.glob("*.parquet")}
        found |= {table: pyarrow.parquet.read_table(f"{self.study}/{table}.parquet") for table in delta_study.ABOUT}
        self.assertGreater(found["quantity"].num_rows, 100)
        for table in {*found, *delta_study.tables(self.delta)}:
            stored = deltalake.DeltaTable(f"{self.delta}/{table}").to_pyarrow_table()
            self.assertEqual(rows(stored), rows(found[table]) if table in found else collections.Counter(), table)

    def files(self, participant):
        """The files of the tables that have rows of a participant."""
        return {
            file for table in delta_study.tables(self.delta)
            for file in deltalake.DeltaTable(f"{self.delta}/{table}").file_uris([("participant", "=", participant)])}

    def texts(self):
        """All there is to read in the folder: names of files, logs, cells of files that no table has any more."""
        for path in pathlib.Path(self.delta).rglob("*"):
            yield str(path.relative_to(self.delta))
            if path.suffix == ".parquet":
                yield str(pyarrow.parquet.ParquetFile(path).read().to_pylist())
            if path.is_file():
                yield path.read_bytes().decode(errors="replace")

    def test_each_row_is_there_once_and_a_participant_is_replaced(self):
        self.assertEqual(delta_study.update(self.study, self.delta), (sorted([CHANGED, LEAVING, STAYING]), []))
        self.assert_same()
        before = {participant: self.files(participant) for participant in (CHANGED, LEAVING, STAYING)}
        self.assertEqual(delta_study.update(self.study, self.delta), ([], []))
        self.replace_export()
        self.assertEqual(delta_study.update(self.study, self.delta), ([CHANGED], []))
        self.assert_same()
        for participant in (LEAVING, STAYING):
            self.assertEqual(self.files(participant), before[participant])
        self.assertTrue(self.files(CHANGED).isdisjoint(before[CHANGED]))

    def test_nothing_is_left_of_who_has_withdrawn(self):
        delta_study.update(self.study, self.delta)
        export, = delta_study.exports(pyarrow.parquet.read_table(f"{self.study}/exports.parquet"))[LEAVING]
        self.replace_export()
        delta_study.update(self.study, self.delta)

        def left():
            return [word for word in (LEAVING, LEAVING.replace(" ", "%20"), export) if any(word in text for text in self.texts())]

        self.assertIn(export, left())
        cohort("remove", self.study, LEAVING)
        self.assertEqual(delta_study.update(self.study, self.delta), ([], [LEAVING]))
        self.assertEqual(left(), [])
        self.assert_same()
        with self.assertRaises(Exception):
            deltalake.DeltaTable(f"{self.delta}/quantity", version=0).to_pyarrow_table()

    def test_a_run_that_ends_early_is_completed_by_the_next(self):
        """An error before any step of a first run, of a replacement and of a removal."""
        for step in (1, 2, 3, 12, "exports"):
            with self.subTest(step=step):
                if step != 1:
                    self.setUp()
                for change in (lambda: None, self.replace_export, lambda: cohort("remove", self.study, LEAVING)):
                    change()
                    with self.ends_before(step), self.assertRaises(InterruptedError):
                        delta_study.update(self.study, self.delta)
                    delta_study.update(self.study, self.delta)
                    self.assert_same()
                self.assertFalse(any(LEAVING in text for text in self.texts()))

    def ends_before(self, step):
        """An error before the write, deletion or removal of history of this number, or before that of a table."""
        calls = 0

        def failing(call):
            def body(target, *arguments, **keywords):
                nonlocal calls
                calls += 1
                if calls == step or target == f"{self.delta}/{step}":
                    raise InterruptedError
                return call(target, *arguments, **keywords)

            return body

        ending = contextlib.ExitStack()
        for owner, name in (
                (deltalake, "write_deltalake"), (deltalake.DeltaTable, "delete"), (delta_study, "remove_history")):
            ending.enter_context(mock.patch.object(owner, name, failing(getattr(owner, name))))
        return ending


if __name__ == "__main__":
    unittest.main()
