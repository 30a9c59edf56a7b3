"""What the tests share: a folder with synthetic exports, and the program itself as the reference."""

import json
import os
import subprocess
import tempfile
import unittest

import healthconv

#: The root of the source, if the tests run there.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*arguments):
    """What the program prints."""
    return subprocess.run([healthconv.find_tool(), *arguments], check=True, capture_output=True, text=True).stdout


class ExportTestCase(unittest.TestCase):
    """Tests with an export of one person."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.archive = cls.path("export.zip")
        run("generate", "--seed", "1", "--size", "1000", "-o", cls.archive)
        # Nothing is lost, and files of one format are opened faster than archives.
        cls.export = cls.path("export.jsonl")
        run("convert", cls.archive, "-q", "-o", cls.export)
        cls.data = healthconv.open(cls.export)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def people(cls, count, size="300"):
        """Exports of different people."""
        paths = []
        for number in range(count):
            paths.append(cls.path(f"p{number}.xml"))
            if not os.path.exists(paths[-1]):
                run("generate", "--person", str(number + 1), "--size", size, "-o", paths[-1])
        return paths

    def count(self, *options):
        return int(run("query", self.export, "-q", "--count", *options))

    def document(self, *arguments):
        return json.loads(run(*arguments))

    def failure(self, work, *arguments, **keywords):
        """The error that a call raises."""
        with self.assertRaises(healthconv.HealthConvError) as raised:
            work(*arguments, **keywords)
        return raised.exception
