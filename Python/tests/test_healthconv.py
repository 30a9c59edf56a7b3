"""Tests of the Python package, with the program that is installed with it, on a synthetic export."""

import os
import subprocess
import sys
import tempfile
import unittest

import healthconv


class ReadTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.export = os.path.join(cls.folder.name, "export.zip")
        subprocess.run(
            [healthconv.find_tool(), "generate", "--seed", "1", "--size", "1000", "-o", cls.export], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def count(self, *options):
        run = subprocess.run(
            [healthconv.find_tool(), "query", self.export, "-q", "--count", *options],
            check=True, capture_output=True, text=True)
        return int(run.stdout)

    def test_the_table_has_every_sample_of_the_kind(self):
        table = healthconv.read(self.export, "quantity")
        self.assertEqual(table.num_rows, self.count("--type", "quantity"))
        self.assertGreater(table.num_rows, 500)
        names = table.schema.names
        for name in ("type", "value", "unit", "start", "end", "local_date"):
            self.assertIn(name, names)

    def test_values_have_types(self):
        import pyarrow

        schema = healthconv.read(self.export).schema
        self.assertEqual(schema.field("value").type, pyarrow.float64())
        self.assertEqual(schema.field("start").type, pyarrow.timestamp("us", tz="UTC"))
        self.assertEqual(schema.field("local_date").type, pyarrow.date32())

    def test_selections(self):
        table = healthconv.read(self.export, types=["hr"], since="2026-01-01", where="value > 60 count/min")
        expected = self.count(
            "--type", "hr", "--since", "2026-01-01", "--where", "value > 60 count/min")
        self.assertEqual(table.num_rows, expected)
        self.assertEqual(set(table["type"].to_pylist()), {"HKQuantityTypeIdentifierHeartRate"})
        only = healthconv.read(self.export, types=["steps", "hr"], columns=["type", "value"])
        self.assertEqual(only.schema.names, ["type", "value"])
        self.assertEqual(only.num_rows, self.count("--type", "steps,hr"))

    def test_a_sample_of_a_correlation_counts_once(self):
        export = os.path.join(self.folder.name, "meals.xml")
        when = 'sourceName="App" startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:00:00 +0000"'
        energy = f'<Record type="HKQuantityTypeIdentifierDietaryEnergyConsumed" unit="kcal" value="{{}}" {when}/>'
        with open(export, "w") as file:
            file.write("<HealthData>" + energy.format(500))
            for value in (500, 300):
                file.write(f'<Correlation type="HKCorrelationTypeIdentifierFood" {when}>{energy.format(value)}</Correlation>')
            file.write("</HealthData>")
        for columns in (None, ["value"], ["value", "nested"]):
            table = healthconv.read(export, since="2024-01-01", columns=columns)
            self.assertEqual(sorted(table["value"].to_pylist()), [300, 500])
            if columns is not None:
                self.assertEqual(table.schema.names, columns)
        everything = healthconv.read_all(export)["quantity"]
        self.assertEqual(sorted(str(mark) for mark in everything["nested"].to_pylist()), ["None", "alsoTopLevel", "nestedOnly"])

    def test_a_text_is_no_list_of_types(self):
        with self.assertRaises(TypeError):
            healthconv.read(self.export, types="HeartRate")

    def test_a_kind_without_samples(self):
        self.assertEqual(healthconv.read(self.export, types=["hr"], kind="workout").num_rows, 0)

    def test_frames(self):
        table = healthconv.read(self.export, "workout")
        self.assertEqual(len(table.to_pandas()), table.num_rows)
        try:
            import polars
        except ImportError:
            self.skipTest("polars is not installed")
        self.assertEqual(len(polars.from_arrow(table)), table.num_rows)

    def test_all_tables(self):
        tables = healthconv.read_all(self.export)
        self.assertEqual(sorted(tables), healthconv.kinds(self.export))
        self.assertGreater(tables["workout"].num_rows, 0)
        self.assertGreater(tables["workout_statistics"].num_rows, 0)

    def test_errors_have_message_and_status(self):
        with self.assertRaises(healthconv.HealthConvError) as raised:
            healthconv.read(os.path.join(self.folder.name, "missing.zip"))
        self.assertEqual(raised.exception.status, 66)
        self.assertIn("no such file", str(raised.exception))
        with self.assertRaises(healthconv.HealthConvError) as raised:
            healthconv.read(self.export, types=["HartRate"])
        self.assertEqual(raised.exception.status, 64)

    def test_values_that_begin_with_a_dash(self):
        self.assertEqual(healthconv.read(self.export, sources=["-x"]).num_rows, 0)
        with self.assertRaises(healthconv.HealthConvError) as raised:
            healthconv.read(self.export, where="-1 < value")
        self.assertIn("found '-'", str(raised.exception))
        with self.assertRaises(healthconv.HealthConvError) as raised:
            healthconv.read(self.export, options=["--source", "-x"])
        self.assertIn("--source=-x", str(raised.exception))
        folder = os.getcwd()
        os.chdir(self.folder.name)
        try:
            healthconv.convert(self.export, "-x.csv", "--type", "hr")
        finally:
            os.chdir(folder)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, "-x.csv")))

    def test_options_that_determine_what_is_written_are_refused(self):
        for options in (["--to", "csv"], ["--to=csv"], ["-t", "csv"], ["--dry-run"], ["-o", "x"], ["--output=x"],
                        ["--layout", "types"], ["--help"], ["--"]):
            with self.subTest(options), self.assertRaises(ValueError):
                healthconv.read(self.export, options=options)
            with self.subTest(options), self.assertRaises(ValueError):
                healthconv.read_all(self.export, *options)
        for arguments in ((self.export, "out.csv", "-o", "x"), (self.export, "-"), ("-", "out.csv")):
            with self.subTest(arguments), self.assertRaises(ValueError):
                healthconv.convert(*arguments)
        with self.assertRaises(TypeError):
            healthconv.read(self.export, options="--strict")

    def test_a_source_that_begins_with_a_dash_is_no_option(self):
        with self.assertRaises(healthconv.HealthConvError) as raised:
            healthconv.read("--overwrite")
        self.assertEqual(raised.exception.status, 66)

    def test_nothing_is_left_in_the_temporary_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            before = tempfile.tempdir
            tempfile.tempdir = folder
            try:
                healthconv.read(self.export, types=["hr"])
            finally:
                tempfile.tempdir = before
            self.assertEqual(os.listdir(folder), [])

    def test_conversion(self):
        target = os.path.join(self.folder.name, "out.csv")
        report = healthconv.convert(self.export, target, "--type", "hr")
        self.assertIn("out.csv", report)
        self.assertTrue(os.path.exists(target))

    def test_the_module_is_the_program(self):
        run = subprocess.run(
            [sys.executable, "-m", "healthconv", "--version"], check=True, capture_output=True, text=True)
        self.assertEqual(run.stdout.strip(), healthconv.version())


if __name__ == "__main__":
    unittest.main()
