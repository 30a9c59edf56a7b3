"""Tables as streams: the rows are those that the program counts, and the engines take them."""

import datetime
import importlib.util
import os
import tempfile
import typing
import unittest
import warnings
from unittest import mock

import healthconv
import pyarrow
from healthconv._columns import columns_of
from healthconv._tables import TABLES
from support import ROOT, ExportTestCase, run


def needs(name):
    return unittest.skipUnless(importlib.util.find_spec(name), f"SKIPPED: {name} is not installed")


class ScanTests(ExportTestCase):
    def test_the_table_has_every_sample_of_the_kind_once(self):
        for kind in ("quantity", "category", "workout", "activity_summary", "correlation", "electrocardiogram"):
            with self.subTest(kind):
                table = self.data.scan(kind).to_arrow()
                name = "".join(part.title() if index else part for index, part in enumerate(kind.split("_")))
                self.assertEqual(table.num_rows, self.count("--type", name))
        self.assertGreater(self.data.scan().to_arrow().num_rows, 500)

    def test_selections_are_those_of_the_program(self):
        table = self.data.scan(types=["hr"], since="2026-01-01", where="value > 60 count/min").to_arrow()
        expected = self.count("--type", "hr", "--since", "2026-01-01", "--where", "value > 60 count/min")
        self.assertEqual(table.num_rows, expected)
        self.assertGreater(expected, 0)
        self.assertEqual(set(table["type"].to_pylist()), {"HKQuantityTypeIdentifierHeartRate"})
        self.assertEqual(self.data.scan(types="hr").to_arrow().num_rows, self.count("--type", "hr"))
        self.assertEqual(self.data.scan(sources=["-x"]).to_arrow().num_rows, 0)

    def test_times_are_texts_or_objects(self):
        zone = datetime.timezone(datetime.timedelta(hours=-5))
        for since, text in (
            (datetime.date(2026, 1, 10), "2026-01-10"),
            (datetime.datetime(2026, 1, 10, 12, 30), "2026-01-10T12:30:00"),
            (datetime.datetime(2026, 1, 10, 12, 30, tzinfo=zone), "2026-01-10T12:30:00-05:00"),
            (datetime.datetime(2026, 1, 10, 12, 30, 0, 250000), "2026-01-10T12:30:00.250000"),
        ):
            with self.subTest(text):
                rows = self.data.scan(since=since).to_arrow().num_rows
                self.assertEqual(rows, self.count("--type", "quantity", "--since", text))
                self.assertGreater(rows, 0)
                self.assertEqual(self.data.scan(until=since).to_arrow().num_rows + rows, self.count("--type", "quantity"))

    def test_columns_have_types_and_their_order(self):
        schema = self.data.scan().schema
        self.assertEqual(schema.field("value").type, pyarrow.float64())
        self.assertEqual(schema.field("start").type, pyarrow.timestamp("us", tz="UTC"))
        self.assertEqual(schema.field("local_date").type, pyarrow.date32())
        whole = self.data.scan(types=["steps"]).to_arrow()
        some = self.data.scan(types=["steps"], columns=["value", "type"]).to_arrow()
        self.assertEqual(some.schema.names, ["value", "type"])
        self.assertEqual(some, whole.select(["value", "type"]))

    def test_a_sample_of_a_correlation_counts_once(self):
        export = self.path("meals.xml")
        when = 'sourceName="App" startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:00:00 +0000"'
        energy = f'<Record type="HKQuantityTypeIdentifierDietaryEnergyConsumed" unit="kcal" value="{{}}" {when}/>'
        with open(export, "w") as file:
            file.write("<HealthData>" + energy.format(500))
            for value in (500, 300):
                file.write(f'<Correlation type="HKCorrelationTypeIdentifierFood" {when}>{energy.format(value)}</Correlation>')
            file.write("</HealthData>")
        data = healthconv.open(export)
        # With both kinds, the tables of the program have the sample twice.
        for types in ((), ["DietaryEnergyConsumed"], ["Food", "DietaryEnergyConsumed"], ["Food"]):
            for columns in (None, ["value"], ["value", "nested"]):
                with self.subTest(types=types, columns=columns):
                    table = data.scan(types=types, columns=columns).to_arrow()
                    self.assertEqual(sorted(table["value"].to_pylist()), [300, 500])
                    if columns is not None:
                        self.assertEqual(table.schema.names, columns)
        data.convert(self.path("meals"), to="parquet")
        rows = pyarrow.parquet.read_table(self.path("meals/quantity.parquet"))["nested"].to_pylist()
        self.assertEqual(sorted(str(mark) for mark in rows), ["None", "alsoTopLevel", "nestedOnly"])

    def test_no_sample_is_no_row_with_the_same_columns(self):
        full, empty = self.data.scan("workout"), self.data.scan("workout", until="1990-01-01")
        self.assertEqual(empty.to_arrow().num_rows, 0)
        self.assertEqual(empty.schema, full.schema)
        self.assertEqual(self.data.scan("quantity", types=["BloodAlcoholContent"]).to_arrow().num_rows, 0)
        self.assertEqual(self.data.scan("workout", until="1990-01-01", columns=["type"]).schema.names, ["type"])

    def test_every_table_can_be_scanned(self):
        for table in TABLES:
            with self.subTest(table):
                scan = self.data.scan(table)
                self.assertEqual(scan.schema, columns_of(table, has_participants=False))
                scan.to_arrow().validate(full=True)

    def test_every_table_of_all_data_has_its_columns(self):
        self.data.convert(self.path("all"), to="parquet")
        found = {name.removesuffix(".parquet") for name in os.listdir(self.path("all"))} - {"dataset"}
        self.assertLessEqual(found, set(TABLES))
        self.assertEqual(set(typing.get_args(healthconv.Kind)), set(TABLES))
        self.assertLessEqual(found, set(self.data.tables))
        with_participant = healthconv.open(self.export, participant="P1")
        for table in ("quantity", "workout", "workout_events", "document"):
            self.assertEqual(with_participant.scan(table).schema, columns_of(table, has_participants=True))

    def test_wrong_names_are_errors_that_name_the_right_ones(self):
        for arguments, words in (
            ({"kind": "quantities"}, ["'quantities'", "Did you mean 'quantity'?", "workout_events"]),
            ({"kind": ""}, ["Expected quantity"]),
            ({"columns": ["values"]}, ["no column 'values'", "Did you mean 'value'?", "local_date"]),
            ({"columns": ["values"], "types": ["BloodAlcoholContent"]}, ["no column 'values'"]),
            ({"types": ["SleepAnalysis"]}, ["category", "quantity"]),
            ({"types": ["ActivitySummary"]}, ["of activitySummary"]),
            ({"kind": "workout", "types": ["steps"]}, ["of quantity"]),
        ):
            with self.subTest(arguments), self.assertRaises(ValueError) as raised:
                self.data.scan(**arguments)
            for word in words:
                self.assertIn(word, str(raised.exception))
        error = self.failure(self.data.scan, types=["HartRate"])
        self.assertEqual(error.status, 64)
        self.assertIn("HeartRate", str(error))

    def test_a_kind_without_samples_is_no_warning_but_a_type_is(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual(self.data.scan("scored_assessment").to_arrow().num_rows, 0)
            self.assertEqual([str(item.message) for item in caught if item.category is healthconv.HealthConvWarning], [])
        with self.assertWarnsRegex(healthconv.HealthConvWarning, "no sample has the type 'BloodAlcoholContent'"):
            self.data.scan(types=["BloodAlcoholContent"])

    def test_a_scan_can_be_read_again_and_in_parts(self):
        scan = self.data.scan()
        first = scan.to_arrow()
        self.assertEqual(first, scan.to_arrow())
        one, other = iter(scan), iter(scan)
        self.assertEqual(next(one), next(other))
        self.assertEqual(pyarrow.table(scan), first)
        self.assertEqual(pyarrow.RecordBatchReader.from_stream(scan).read_all(), first)
        self.assertEqual(pyarrow.schema(scan), first.schema)

    @needs("pandas")
    def test_pandas(self):
        import pandas

        scan = self.data.scan("workout")
        self.assertEqual(len(scan.to_pandas()), scan.to_arrow().num_rows)
        if hasattr(pandas.DataFrame, "from_arrow"):
            pandas.testing.assert_frame_equal(pandas.DataFrame.from_arrow(scan), scan.to_pandas())

    @needs("polars")
    def test_polars(self):
        import polars

        for kind in ("quantity", "workout", "workout_events"):
            scan = self.data.scan(kind)
            frame = polars.DataFrame(scan)
            self.assertTrue(frame.equals(scan.to_polars()))
            self.assertEqual(frame.height, scan.to_arrow().num_rows)
            self.assertEqual(frame.columns, scan.schema.names)
        self.assertEqual(polars.DataFrame(self.data.scan("workout", until="1990-01-01")).columns, scan_names(self.data))

    @needs("duckdb")
    def test_duckdb(self):
        import duckdb

        scan = self.data.scan(types=["steps"])
        expected = sum(scan.to_arrow()["value"].to_pylist())
        relation = duckdb.sql("SELECT sum(value), count(*) FROM scan")
        for _ in range(2):
            ((total, count),) = relation.fetchall()
            self.assertAlmostEqual(total, expected)
            self.assertEqual(count, self.count("--type", "steps"))

    def test_an_error_names_no_temporary_folder(self):
        path = self.path("cut.jsonl")
        with open(self.export, "rb") as file, open(path, "wb") as cut:
            cut.write(file.read()[:5000])
        error = self.failure(healthconv.open(path).scan)
        self.assertEqual(error.status, 65)
        self.assertIn("cut.jsonl", str(error))
        self.assertNotIn("healthconv-", str(error))

    def test_nothing_is_left_in_the_temporary_folder(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(tempfile, "tempdir", folder):
            scan = self.data.scan(types=["hr"])
            self.assertEqual(os.listdir(folder), [])
            self.assertGreater(scan.to_arrow().num_rows, 0)
            with self.assertRaises(ValueError):
                self.data.scan(columns=["none"])
            self.failure(healthconv.open(self.path("missing.zip")).scan)
            self.assertEqual(os.listdir(folder), [])

    @unittest.skipUnless(os.path.exists(os.path.join(ROOT, "Python", "make-tables")), "SKIPPED: there is no source")
    def test_the_module_of_the_tables_is_what_the_program_writes(self):
        import subprocess
        import sys

        made = subprocess.run(
            [sys.executable, os.path.join(ROOT, "Python", "make-tables"), healthconv.find_tool()], check=True,
            capture_output=True, text=True).stdout
        with open(os.path.join(ROOT, "Python", "healthconv", "_tables.py")) as file:
            self.assertEqual(made, file.read())


def scan_names(data):
    return data.scan("workout").schema.names


if __name__ == "__main__":
    unittest.main()
