"""Tests of the addition of exports to a study by several processes, without Spark."""

import os
import random
import signal
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from healthconv import HealthConvError, _cohort, _inputs
from healthconv import find_tool
from study_testing import assert_same, cohort, damage, generate, ledger, redate

WORKER = """
import os, sys
from healthconv import _cohort, _inputs
study, pattern, *paths = sys.argv[1:]
exports = _inputs.Participants(None, pattern).exports(_inputs.find(paths))
for one in _inputs.bins(exports, int(os.environ["BIN"]), by_participant=True):
    _cohort.add(study, one)
"""


class StudyTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.exports = []
        for person in range(1, 9):
            path = os.path.join(cls.folder.name, f"P{person}_x.zip")
            generate(path, person, 40 + 10 * person)
            cls.exports.append(path)
        damage(cls.exports[2], "truncated")
        damage(cls.exports[5], "not a zip")
        # A later export of the first participant, and one of the same bytes for another.
        cls.later = os.path.join(cls.folder.name, "P1_y.zip")
        generate(cls.later, 1, 300)
        redate(cls.later, "2026-03-01 12:00:00 -0500")
        cls.equal = os.path.join(cls.folder.name, "P9_x.zip")
        shutil.copyfile(cls.exports[7], cls.equal)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.number = getattr(self, "number", 0) + 1
        self.study = tempfile.mkdtemp(dir=self.folder.name)
        self.expected = os.path.join(tempfile.mkdtemp(dir=self.folder.name), "study")

    def pairs(self, paths, pattern="{participant}_*.zip"):
        return _inputs.Participants(None, pattern).exports(_inputs.find(paths))

    def add(self, paths, study=None, bin_bytes=1, **options):
        added = []
        for one in _inputs.bins(self.pairs(paths), bin_bytes, by_participant=True):
            added.append(_cohort.add(study or self.study, one, **options))
        return added

    def add_with_the_tool(self, paths, *options):
        cohort(
            "add", self.expected, *paths, "--participant-pattern", "{participant}_*.zip", "-q", *options,
            expected=(0, 1, 65))

    def test_a_study_is_that_of_the_tool(self):
        for history in ("latest", "all"):
            with self.subTest(history=history):
                self.setUp()
                paths = [*self.exports, self.later]
                for bin_bytes in (1, 1 << 30):
                    self.add(paths, bin_bytes=bin_bytes, buckets=8, history=history)
                _cohort.repair(self.study)
                self.add_with_the_tool(paths, "--buckets", 8, "--history", history)
                assert_same(self, self.study, self.expected)

    def test_what_is_known_is_not_read_again(self):
        first = self.add(self.exports)
        self.assertEqual(sum(len(added.rows) for added in first), 8)
        again = self.add(self.exports, bin_bytes=1 << 30)
        self.assertEqual([(added.rows, added.known) for added in again], [([], 8)])
        retried = self.add(self.exports, retry=True)
        self.assertEqual(sorted(row["participant"] for added in retried for row in added.rows), ["P3", "P6"])

    def test_an_older_export_does_not_replace_a_later_one(self):
        self.add([self.later])
        self.add([self.exports[0]])
        cohort("add", self.expected, self.later, "--participant-pattern", "{participant}_*.zip", "-q")
        cohort("add", self.expected, self.exports[0], "--participant-pattern", "{participant}_*.zip", "-q")
        _cohort.repair(self.study)
        assert_same(self, self.study, self.expected)

    def test_equal_bytes_of_two_participants_are_quarantined(self):
        self.add([self.exports[7]])
        added, = self.add([self.equal])
        self.assertEqual([row["rule"] for row in added.rows], ["export-of-two-participants"])
        self.add_with_the_tool([self.exports[7]])
        self.add_with_the_tool([self.equal])
        _cohort.repair(self.study)
        assert_same(self, self.study, self.expected)

    def test_joined_files_a_lost_file_and_a_withdrawal(self):
        self.add(self.exports[:4], buckets=2)
        _cohort.repair(self.study)
        self.add_with_the_tool(self.exports[:4], "--buckets", 2)
        for study in (self.study, self.expected):
            cohort("compact", study)
        known = self.add(self.exports[:4], bin_bytes=1 << 30)
        self.assertEqual([added.known for added in known], [4])
        # The later export replaces rows in joined files, and others come next to them.
        self.add([self.later, *self.exports[4:]])
        _cohort.repair(self.study)
        self.add_with_the_tool([self.later, *self.exports[4:]])
        assert_same(self, self.study, self.expected)
        lost = next(
            os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(self.study, "tables", "category"))
            for name in names if not name.startswith("part-"))
        os.unlink(lost)
        added = self.add([self.later, *self.exports])
        self.assertEqual([row["status"] for one in added for row in one.rows], ["ok"])
        _cohort.repair(self.study)
        self.assertEqual(cohort("check", self.study).stdout, "the files agree with the ledger\n")
        assert_same(self, self.study, self.expected)
        cohort("remove", self.study, "P2")
        with self.assertRaises(ValueError):
            _cohort.check(self.study, self.pairs([self.exports[1]]))
        with self.assertRaises(HealthConvError) as raised:
            self.add([self.exports[1]])
        self.assertEqual(raised.exception.status, 64)

    def test_a_withdrawal_during_the_conversion_wins(self):
        self.add([self.exports[0]])
        large = os.path.join(self.folder.name, "P1_large.zip")
        generate(large, 1, "20MB")
        redate(large, "2026-04-01 12:00:00 -0500")
        adding = subprocess.Popen(
            [find_tool(), "cohort", "add", self.study, large, "--participant-pattern", "{participant}_*.zip", "-q"],
            stderr=subprocess.PIPE, text=True)
        while adding.poll() is None and not any(name.startswith(".add-") for name in os.listdir(self.study)):
            time.sleep(0.005)
        cohort("remove", self.study, "P1")
        self.assertIn("withdrawn", adding.communicate()[1])
        self.assertEqual(adding.returncode, 64)
        self.assertEqual(_cohort.repair(self.study), [])
        self.assertEqual(ledger(self.study), {})
        self.assertFalse([name for name in os.listdir(self.study) if name.startswith(".add-")])

    def test_of_two_exports_of_one_date_the_same_stays_in_any_order(self):
        first, second = (os.path.join(self.folder.name, name) for name in ("P1_a.zip", "P1_b.zip"))
        for path, size in ((first, 200), (second, 260)):
            generate(path, 1, size)
            redate(path, "2026-03-01 12:00:00 -0500")
        found = []
        for order in ((first, second), (second, first)):
            for bin_bytes in (1, 1 << 30):
                study = tempfile.mkdtemp(dir=self.folder.name)
                for path in order if bin_bytes == 1 else [order]:
                    self.add([path] if isinstance(path, str) else path, study)
                _cohort.repair(study)
                found.append({line["samples"] for line in ledger(study).values()})
        self.assertEqual(len(found[0]), 1)
        self.assertTrue(all(one == found[0] for one in found), found)

    def test_processes_that_are_killed_at_any_moment(self):
        """Several processes add the same exports to one study, and are killed. The next run completes it."""
        self.add_with_the_tool([*self.exports, self.later])
        environment = {**os.environ, "BIN": "1"}
        generator = random.Random(7)
        for round in range(6):
            study = tempfile.mkdtemp(dir=self.folder.name)
            workers = []
            for _ in range(3):
                paths = [*self.exports, self.later]
                generator.shuffle(paths)
                workers.append(subprocess.Popen(
                    [sys.executable, "-c", WORKER, study, "{participant}_*.zip", *paths], env=environment,
                    start_new_session=True, stderr=subprocess.DEVNULL))
            time.sleep(generator.uniform(0.2, 2.5))
            for worker in workers[:2]:
                os.killpg(worker.pid, signal.SIGKILL)
                worker.wait()
            if round % 2 == 0:
                # While one still runs.
                _cohort.repair(study)
            self.add([*self.exports, self.later], study)
            self.assertEqual(workers[2].wait(), 0)
            _cohort.repair(study)
            assert_same(self, study, self.expected)

    def test_a_study_is_not_made_of_another_folder(self):
        open(os.path.join(self.study, "notes.txt"), "w").close()
        with self.assertRaises(HealthConvError):
            self.add([self.exports[0]])
        self.assertEqual(os.listdir(self.study), ["notes.txt"])

    def test_bins(self):
        exports = [_inputs.Export(f"{size}", f"P{size % 5}", None, size) for size in range(1, 100)]
        for by_participant in (False, True):
            bins = _inputs.bins(exports, 200, by_participant=by_participant)
            self.assertEqual(sorted(export.size for one in bins for export in one), list(range(1, 100)))
            if by_participant:
                self.assertEqual(len(bins), 5)
            else:
                self.assertTrue(all(sum(export.size for export in one) <= 200 for one in bins))

    def test_participants(self):
        table = os.path.join(self.folder.name, "map.csv")
        with open(table, "w") as file:
            file.write("export,participant,zone\nsite/a.zip,P1,Europe/Berlin\nb.zip,P2,\n")
        people = _inputs.Participants(table)
        self.assertEqual(people.of("/data/site/a.zip"), ("P1", "Europe/Berlin"))
        self.assertEqual(people.of("s3://bucket/x/b.zip"), ("P2", None))
        self.assertIsNone(people.of("/data/a.zip"))
        with self.assertRaises(ValueError):
            people.exports([("c.zip", 1)])
        by_name = _inputs.Participants(None, "{participant}_*.zip")
        self.assertEqual(by_name.of("/x/P7_2024.zip"), ("P7", None))
        self.assertIsNone(by_name.of("P7.zip"))
        with self.assertRaises(ValueError):
            by_name.of("P7_a_b.zip")
        for wrong in ("{participant}/a.zip", "a.zip", "{participant}{participant}"):
            with self.assertRaises(ValueError):
                _inputs.Participants(None, wrong)


if __name__ == "__main__":
    unittest.main()
