"""How the program is found, run, watched and ended."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile
from unittest import mock

import healthconv
from healthconv import _run, _tool
from support import ExportTestCase, run

#: A program that draws progress, and notes when it is ended.
SLOW = r"""#!/bin/sh
trap 'echo ended > "$0.ended"; exit 143' TERM
printf '\r[==        ]  12 %% of 35.1 MB  1,234 samples/s  0:05 left\033[K' >&2
sleep 0.3
printf '\rpass 2 of 3  [=====     ]  57 %% of 35.1 MB  1,234 samples/s\033[K' >&2
echo "$@" > "$0.arguments"
i=0; while [ $i -lt ${ROUNDS:-100} ]; do sleep 0.1; i=$((i + 1)); done
printf '\r\033[K' >&2
echo 'healthconv: note: this is a note' >&2
echo done
"""


class ProgressTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tool = os.path.join(folder.name, "tool")
        with open(self.tool, "w") as file:
            file.write(SLOW)
        os.chmod(self.tool, 0o700)
        patch = mock.patch.dict(os.environ, {"HEALTHCONV": self.tool, "ROUNDS": "100"})
        patch.start()
        self.addCleanup(patch.stop)

    def test_the_callback_is_called_in_the_thread_of_the_caller(self):
        os.environ["ROUNDS"] = "5"
        seen = []

        def callback(progress):
            self.assertIs(threading.current_thread(), threading.main_thread())
            seen.append(progress)

        with self.assertWarnsRegex(healthconv.HealthConvWarning, "^this is a note$"):
            self.assertEqual(_run.run(["info", "x"], callback), (b"done\n", 0))
        self.assertIn(healthconv.Progress(0.12, 1, 1), seen)
        self.assertIn(healthconv.Progress(0.57, 2, 3), seen)
        with open(self.tool + ".arguments") as file:
            self.assertEqual(file.read(), "info --progress=bar x\n")

    def test_an_exception_of_the_callback_ends_the_program(self):
        class Stop(Exception):
            pass

        def callback(progress):
            if progress.fraction == 0.57:
                raise Stop

        begin = time.monotonic()
        with self.assertRaises(Stop):
            _run.run(["info"], callback)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertTrue(os.path.exists(self.tool + ".ended"))
        self.assertEqual(threading.active_count(), 1)

    def test_an_interruption_ends_the_program(self):
        begin = time.monotonic()
        timer = threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            _run.run(["info"])
        timer.join()
        self.assertLess(time.monotonic() - begin, 5)
        self.assertTrue(os.path.exists(self.tool + ".ended"))

    def test_a_program_that_a_signal_ended_is_an_error(self):
        with open(self.tool, "w") as file:
            file.write("#!/bin/sh\nkill -9 $$\n")
        with self.assertRaises(healthconv.HealthConvError) as raised:
            _run.run(["info"])
        self.assertEqual((raised.exception.status, str(raised.exception)), (-9, "healthconv was ended by signal 9"))


class CancelTests(ExportTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        run("generate", "--size", "300MB", "-o", cls.path("big.xml"))

    def watched(self, progress):
        return healthconv.open(self.path("big.xml"), progress=progress, options=["--jobs", "1"])

    def test_a_conversion_that_is_ended_leaves_nothing(self):
        class Stop(Exception):
            pass

        def stop(progress):
            if progress.fraction:
                raise Stop

        before = sorted(os.listdir(self.folder.name))
        for target, to in (("stop.jsonl", None), ("stop.db", None), ("stop", "parquet")):
            with self.subTest(target), self.assertRaises(Stop):
                self.watched(stop).convert(self.path(target), to=to)
            self.assertEqual(sorted(os.listdir(self.folder.name)), before)
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(tempfile, "tempdir", folder):
            for work in (lambda: self.watched(stop).scan(), lambda: self.watched(stop).stats(by="day")):
                with self.assertRaises(Stop):
                    work()
            self.assertEqual(os.listdir(folder), [])

    def test_progress_of_the_program_is_understood(self):
        seen = []
        self.watched(seen.append).convert(self.path("big.db"))
        fractions = [item.fraction for item in seen if item.fraction is not None]
        self.assertTrue(fractions, seen)
        self.assertEqual(fractions, sorted(fractions))
        self.assertTrue(all(0 <= fraction <= 1 for fraction in fractions))


class ToolTests(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.dict(os.environ)
        patch.start()
        self.addCleanup(patch.stop)
        self.real = healthconv.find_tool()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # The package without a program.
        self.package = os.path.join(self.folder, "site", "healthconv")
        os.makedirs(self.package)
        source = os.path.dirname(_tool.__file__)
        for name in os.listdir(source):
            if name.endswith(".py"):
                with open(os.path.join(source, name), "rb") as file, open(os.path.join(self.package, name), "wb") as copy:
                    copy.write(file.read())

    def found(self, path=None, **variables):
        environment = {key: value for key, value in os.environ.items() if key != "HEALTHCONV"} | variables
        environment["PYTHONPATH"] = path or os.path.join(self.folder, "site")
        code = "import healthconv; print(healthconv.find_tool()); print(healthconv.version())"
        return subprocess.run([sys.executable, "-c", code], cwd=self.folder, env=environment, capture_output=True, text=True)

    def program(self, path):
        """A program that is none of this package."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(self.real, "rb") as file, open(path, "wb") as copy:
            copy.write(file.read())
        os.chmod(path, 0o755)
        return path

    def test_the_order_of_places(self):
        other = self.program(os.path.join(self.folder, "other", "healthconv"))
        on_path = {"PATH": f"{os.path.dirname(other)}:/usr/bin:/bin"}
        found = self.found(**on_path)
        self.assertEqual(found.stdout.splitlines()[0], other, found.stderr)
        packaged = self.program(os.path.join(self.package, "bin", "healthconv"))
        self.assertEqual(os.path.realpath(self.found(**on_path).stdout.splitlines()[0]), os.path.realpath(packaged))
        self.assertEqual(self.found(HEALTHCONV=other, **on_path).stdout.splitlines()[0], other)

    def test_a_script_that_starts_this_package_is_not_the_program(self):
        script = os.path.join(self.folder, "scripts", "healthconv")
        os.makedirs(os.path.dirname(script))
        with open(script, "w") as file:
            file.write("#!/usr/bin/env python3\nfrom healthconv.__main__ import main\nmain()\n")
        os.chmod(script, 0o755)
        found = self.found(PATH=f"{os.path.dirname(script)}:/usr/bin:/bin")
        self.assertIn("FileNotFoundError: the program healthconv was not found", found.stderr)

    def test_in_an_archive_the_program_is_copied_once_into_a_private_folder(self):
        self.program(os.path.join(self.package, "bin", "healthconv"))
        archive = os.path.join(self.folder, "site.whl")
        with zipfile.ZipFile(archive, "w") as file:
            for folder, _, names in os.walk(self.package):
                for name in names:
                    path = os.path.join(folder, name)
                    file.write(path, os.path.relpath(path, os.path.join(self.folder, "site")))
        temporary = os.path.join(self.folder, "temporary")
        os.mkdir(temporary)
        runs = [self.found(archive, TMPDIR=temporary) for _ in range(2)]
        paths = {found.stdout.splitlines()[0] for found in runs}
        self.assertEqual(len(paths), 1, runs[0].stderr)
        (path,) = paths
        self.assertTrue(path.startswith(temporary))
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode), 0o700)
        self.assertEqual(os.listdir(os.path.dirname(path)), [os.path.basename(path)])
        self.assertEqual(runs[0].stdout.splitlines()[1], healthconv.version())
        # A folder that others can write to is not used.
        os.chmod(os.path.dirname(path), 0o777)
        self.assertIn("PermissionError", self.found(archive, TMPDIR=temporary).stderr)


if __name__ == "__main__":
    unittest.main()
