"""Datasets: what the methods return is what the program prints."""

import csv
import io
import os
import pickle
import re
import subprocess
import sys
import typing
import unittest
import warnings

import healthconv
from support import ExportTestCase, run

BROKEN = "<HealthData>\n" + "\n".join(
    f'<Record type="HKQuantityTypeIdentifierStepCount" unit="{unit}" value="1234" sourceName="Phone" '
    f'startDate="2024-06-0{day} 08:00:00 +0000" endDate="2024-06-0{day} 08:10:00 +0000"/>'
    for day, unit in enumerate(("count", "kg", "kg"), 1)) + "\n</HealthData>\n"


class InfoTests(ExportTestCase):
    def test_info_is_the_document_of_the_program(self):
        (info,) = self.data.info()
        document = self.document("info", self.export, "--json", "-q")
        self.assertEqual(info.details, document)
        self.assertEqual(info.samples, document["samples"])
        self.assertIsNone(info.participant)
        self.assertEqual(sum(item.count for item in info.types), info.samples)
        heart = next(item for item in info.types if item.type == "HKQuantityTypeIdentifierHeartRate")
        self.assertEqual(heart.units, ("count/min",))

    def test_an_archive_has_the_same_samples(self):
        archive = healthconv.open(self.archive)
        self.assertEqual(archive.info()[0].format, "apple-health")
        for kind in ("quantity", "electrocardiogram_voltages", "workout_routes_files_track_locations"):
            columns = [name for name in archive.scan(kind).schema.names if name not in ("n", "parent")]
            rows = archive.scan(kind, columns=columns).to_arrow()
            self.assertEqual(rows, self.data.scan(kind, columns=columns).to_arrow())
            self.assertGreater(rows.num_rows, 100)

    def test_tables_are_those_of_the_kinds_in_the_data(self):
        self.assertIn("workout_events", self.data.tables)
        self.assertNotIn("scored_assessment", self.data.tables)
        only = self.path("only.jsonl")
        self.data.convert(only, types=["steps"])
        self.assertEqual([name for name in healthconv.open(only).tables if "_" not in name], ["quantity"])


class StatsTests(ExportTestCase):
    def rows(self, *options):
        return list(csv.reader(io.StringIO(run("stats", self.export, "-q", "--to", "csv", *options))))

    def test_tables_are_those_of_the_program(self):
        for keywords, options in (
            ({"by": "day", "types": ["steps", "hr"]}, ["--by", "day", "--type", "steps,hr"]),
            ({"types": ["hr"], "by": "month", "statistics": ["average", "maximum"], "percentiles": [5, 50, 95]},
             ["--type", "hr", "--by", "month", "--statistics", "average,maximum", "--percentile", "5,50,95"]),
            ({"types": ["steps"], "by": "week", "compare": True, "moving_average": 2, "trend": True},
             ["--type", "steps", "--by", "week", "--compare", "--moving-average", "2", "--trend"]),
            ({"types": ["steps"], "by": "week", "wide": True}, ["--type", "steps", "--by", "week", "--wide"]),
            ({"types": ["steps"], "merge_sources": "separate"}, ["--type", "steps", "--merge-sources", "separate"]),
            ({"answer": "workouts", "sort": ["duration:desc"], "limit": 2},
             ["--answer", "workouts", "--sort", "duration:desc", "--limit", "2"]),
            ({"types": ["BodyMass"], "units": ["US"], "day_zone": "Europe/Berlin"},
             ["--type", "BodyMass", "--units", "US", "--day-zone", "Europe/Berlin"]),
        ):
            with self.subTest(keywords):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    table = self.data.stats(**keywords)
                rows = self.rows(*options)
                self.assertEqual(table.num_rows, len(rows) - 1)
                self.assertGreater(table.num_rows, 0)
                self.assertEqual(table.schema.names, rows[0])

    def test_sums_are_exact(self):
        table = self.data.stats(types=["steps"], by="day")
        sums = [float(row["sum"]) for row in csv.DictReader(io.StringIO(
            run("stats", self.export, "-q", "--to", "csv", "--type", "steps", "--by", "day")))]
        self.assertEqual(table["sum"].to_pylist(), sums)

    def test_every_answer(self):
        for answer in typing.get_args(healthconv.Answer):
            with self.subTest(answer):
                options = [] if answer == "statistics" else ["--answer", answer]
                table = self.data.stats(answer)
                rows = self.rows(*options)
                self.assertEqual((table.num_rows, table.schema.names), (len(rows) - 1, rows[0]))

    def test_errors_name_parameters(self):
        error = self.failure(self.data.stats, types=["steps"], by="fortnight")
        self.assertEqual(error.status, 64)
        self.assertTrue(str(error).startswith("by has 'fortnight'"), error)
        self.assertNotIn("--", str(error))
        error = self.failure(self.data.stats, "workouts", explain="2026-01-28")
        self.assertIn("answer workouts cannot be combined with explain", str(error))

    def test_notes_are_warnings(self):
        path = self.path("units.xml")
        with open(path, "w") as file:
            file.write(BROKEN)
        with self.assertWarns(healthconv.HealthConvWarning) as caught:
            healthconv.open(path).stats(types=["steps"])
        self.assertIn("2 samples of StepCount not counted", str(caught.warning))
        self.assertEqual(os.path.basename(caught.filename), os.path.basename(__file__))


class ParticipantTests(ExportTestCase):
    def test_people_are_never_added_up(self):
        paths = self.people(3)
        ids = ["P1", "P2", "P3"]
        data = healthconv.read_many(paths, ids)
        table = data.stats(types=["steps"]).to_pylist()
        self.assertEqual([row["participant"] for row in table], ids)
        for path, row in zip(paths, table):
            self.assertEqual(healthconv.open(path).stats(types=["steps"])["sum"].to_pylist(), [row["sum"]])
        self.assertEqual([info.participant for info in data.info()], ids)
        scanned = data.scan(columns=["participant"]).to_arrow()["participant"].to_pylist()
        for path, id in zip(paths, ids):
            self.assertEqual(scanned.count(id), healthconv.open(path).scan().to_arrow().num_rows)
        self.failure(data.report, self.path("all.html"))
        self.assertGreater(data.validate().samples, 0)

    def test_a_participant_without_data_of_a_type_has_no_rows(self):
        path, other = self.people(2)
        without = self.path("without.jsonl")
        healthconv.open(other).convert(without, options=["--exclude-type", "StepCount"])
        for ids in (["P1", "P2"], ["P2", "P1"]):
            data = healthconv.read_many([path, without], ids)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                steps = data.stats(types=["steps"], by="day")
                both = data.stats(types=["steps", "hr"], by="day")
                wide = data.stats(types=["steps", "hr"], by="day", wide=True)
            self.assertEqual(set(steps["participant"].to_pylist()), {ids[0]})
            self.assertEqual(set(both["participant"].to_pylist()), set(ids))
            self.assertEqual(both.schema.names[:6], ["participant", "day", "type", "unit", "count", "sum"])
            self.assertEqual(wide.schema.names[:2], ["participant", "day"])
            self.assertEqual(
                healthconv.open(path, participant=ids[0]).stats(types=["steps", "hr"], by="day").to_pylist(),
                [row for row in both.to_pylist() if row["participant"] == ids[0]])

    def test_sort_and_limit_are_about_all_rows(self):
        data = healthconv.read_many(self.people(2), ["P1", "P2"])
        rows = data.stats(types=["steps"], by="day", sort=["sum:desc"]).to_pylist()
        self.assertEqual(rows, sorted(rows, key=lambda row: -row["sum"]))
        self.assertEqual(data.stats(types=["steps"], by="day", sort=["sum:desc"], limit=3).to_pylist(), rows[:3])

    def test_participants_by_path(self):
        paths = self.people(2)
        data = healthconv.read_many(paths, {paths[1]: "B, or b", paths[0]: "A"})
        self.assertEqual([info.participant for info in data.info()], ["A", "B, or b"])
        whole = self.path("whole.jsonl")
        data.convert(whole)
        self.assertEqual([info.participant for info in healthconv.open(whole).info()], ["A", "B, or b"])
        (one,) = healthconv.open(whole, select_participant="A").info()
        self.assertEqual(one.samples, healthconv.open(paths[0]).info()[0].samples)

    def test_two_exports_of_one_participant_count_once(self):
        (path, other) = self.people(2)
        copy = self.path("copy.jsonl")
        healthconv.open(path).convert(copy)
        data = healthconv.read_many([path, copy, other], ["P1", "P1", "P2"])
        single = healthconv.read_many([path, other], ["P1", "P2"])
        self.assertEqual(data.scan().to_arrow().num_rows, single.scan().to_arrow().num_rows)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(
                data.stats(types=["steps"])["sum"].to_pylist(), single.stats(types=["steps"])["sum"].to_pylist())

    def test_mistakes(self):
        paths = self.people(2)
        for arguments, words in (
            ((paths, ["P1"]), "2 paths and 1 participants"), ((paths, {paths[0]: "P1"}), "1 of 2 paths have no participant"),
            (([], []), "no paths"), (([paths[0], paths[0]], ["P1", "P2"]), "given twice"),
        ):
            with self.subTest(words), self.assertRaises(ValueError) as raised:
                healthconv.read_many(*arguments)
            self.assertIn(words, str(raised.exception))
        with self.assertRaises(TypeError):
            healthconv.read_many(paths, "P1")
        self.failure(healthconv.open(paths[0], participant="\n").info)


class CheckingTests(ExportTestCase):
    def setUp(self):
        self.broken = self.path("broken.xml")
        with open(self.broken, "w") as file:
            file.write(BROKEN)

    def test_findings_are_objects_without_values(self):
        result = healthconv.open(self.broken).validate()
        finding = next(item for item in result.findings if item.rule == "unit-fits-type")
        self.assertEqual((finding.severity, finding.count, finding.type), ("error", 2, "HKQuantityTypeIdentifierStepCount"))
        self.assertTrue(finding.locations[0].endswith("broken.xml:3:1"), finding.locations)
        self.assertFalse(result.ok)
        self.assertEqual(result.samples, 3)
        self.assertNotIn("1234", repr(result))
        self.assertTrue(healthconv.open(self.broken).validate(where="unit = 'count'").ok)
        self.assertTrue(healthconv.open(self.broken).validate(options=["--ignore", "unit-*"]).ok)

    def test_damage_is_a_fault_of_a_validation_and_an_error_elsewhere(self):
        truncated = self.path("truncated.xml")
        with open(truncated, "w") as file:
            file.write(BROKEN[:-150])
        result = healthconv.open(truncated).validate()
        self.assertEqual(len(result.faults), 1)
        self.assertFalse(result.ok)
        error = self.failure(healthconv.open(truncated).scan)
        self.assertEqual(error.status, 65)
        self.assertNotIn("1234", str(error))
        self.assertEqual(pickle.loads(pickle.dumps(error)).status, 65)

    def test_what_reading_repaired_is_in_the_scan(self):
        path = self.path("late.xml")
        with open(path, "w") as file:
            file.write(BROKEN.replace('startDate="2024-06-01', 'startDate="2024-13-01').replace('"kg"', '"count"'))
        scan = healthconv.open(path).scan()
        self.assertEqual(scan.to_arrow().num_rows, 2)
        self.assertEqual(len(scan.findings), 1)

    def test_missing_data_are_errors(self):
        missing = healthconv.open(self.path("missing.zip"))
        for work in (missing.info, missing.scan, missing.stats, missing.validate, lambda: missing.tables,
                     lambda: missing.convert(self.path("x.csv")), lambda: missing.report(self.path("x.html"))):
            error = self.failure(work)
            self.assertEqual(error.status, 66)
            self.assertIn("no such file", str(error))


class WritingTests(ExportTestCase):
    def test_conversion_and_losses(self):
        target = self.path("beats.csv")
        result = self.data.convert(target, types=["hr"])
        self.assertEqual(result.written, self.count("--type", "hr"))
        with open(target) as file:
            self.assertEqual(len(file.readlines()), result.written + 1)
        loss = next(item for item in result.losses if item.name == "dataset")
        self.assertGreater(loss.count, 0)
        self.assertTrue(loss.explanation)
        self.assertEqual(self.failure(self.data.convert, target).status, 73)
        self.assertGreater(self.data.convert(target, overwrite=True).written, result.written)
        self.assertEqual(self.data.convert(self.path("all.jsonl")).losses, ())

    def test_paths_that_begin_with_a_dash(self):
        folder = os.getcwd()
        os.chdir(self.folder.name)
        try:
            self.data.convert("-x.csv", types=["hr"])
            self.assertGreater(healthconv.open("-x.csv").info()[0].samples, 0)
        finally:
            os.chdir(folder)
        self.assertEqual(self.failure(healthconv.open("--overwrite").info).status, 66)

    def test_report(self):
        path = self.data.report(self.path("report.html"))
        with open(path) as file:
            self.assertIn("<html", file.read())
        self.assertEqual(self.failure(self.data.report, path).status, 73)
        self.data.report(self.path("days.xlsx"))
        self.assertEqual(self.failure(self.data.report, self.path("x.pdf")).status, 64)

    def test_options_that_determine_what_is_written_are_refused(self):
        for options in (["--to", "csv"], ["--to=csv"], ["-t", "csv"], ["-o", "x"], ["--output=x"], ["--help"], ["--"],
                        ["--json"], ["-q"], ["--progress", "plain"], ["--participant=P"]):
            for work in (self.data.scan, self.data.stats, self.data.validate,
                         lambda options: self.data.convert(self.path("y.csv"), options=options),
                         lambda options: healthconv.open(self.export, options=options)):
                with self.subTest(options), self.assertRaises(ValueError):
                    work(options=options)
        for options in (["--layout", "types"], ["--dry-run"]):
            with self.assertRaises(ValueError):
                self.data.scan(options=options)
        with self.assertRaises(TypeError):
            self.data.scan(options="--strict")
        for arguments in (("-",), (7,)):
            with self.assertRaises((TypeError, ValueError)):
                healthconv.open(*arguments)
        with self.assertRaises(TypeError):
            self.data.scan(since=7.5j)

    def test_options_reach_the_program(self):
        self.data.convert(self.path("types"), to="csv", options=["--layout", "types"])
        self.assertGreater(len(os.listdir(self.path("types"))), 3)
        export = self.path("mapped.csv")
        with open(export, "w") as file:
            file.write("Start,Steps\n2024-01-01,5\n")
        with self.assertRaises(healthconv.HealthConvError):
            healthconv.open(export, options=["--map", "nothing"]).info()

    def test_every_method_applies_a_policy(self):
        policy = self.path("policy.yml")
        with open(policy, "w") as file:
            file.write("healthconv-policy: 1\nprofile: day-numbers\nread: {types: [HeartRate]}\n")
        granted = "HKQuantityTypeIdentifierHeartRate"
        given = healthconv.open(self.export, options=["--policy", policy])
        self.assertEqual([item.type for info in given.info() for item in info.types], [granted])
        rows = given.scan("quantity").to_arrow()
        self.assertEqual(set(rows["type"].to_pylist()), {granted})
        self.assertEqual(rows.num_rows, self.count("--type", "HeartRate"))
        self.assertEqual(str(min(rows["local_date"].to_pylist())), "2000-01-01")
        self.assertEqual(given.scan("workout").to_arrow().num_rows, 0)
        self.assertEqual(str(min(given.stats(by="day")["day"].to_pylist())), "2000-01-01")
        self.assertEqual(given.validate().findings, ())
        given.convert(self.path("given.jsonl"))
        with open(self.path("given.jsonl"), encoding="utf-8") as file:
            self.assertEqual(set(re.findall(r'"(\d{4})-\d\d-\d\dT', file.read())), {"2000"})
        given.report(self.path("given.html"))
        with open(self.path("given.html"), encoding="utf-8") as file:
            self.assertNotIn(self.data.info()[0].export_date[:10], file.read())

    def test_the_module_is_the_program(self):
        shown = subprocess.run(
            [sys.executable, "-m", "healthconv", "--version"], check=True, capture_output=True, text=True)
        self.assertEqual(shown.stdout.strip(), healthconv.version())


if __name__ == "__main__":
    unittest.main()
