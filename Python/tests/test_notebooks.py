"""The notebooks run from their first to their last cell."""

import importlib.util
import os
import unittest
from unittest import mock

from support import ROOT

FOLDER = os.path.join(ROOT, "Samples", "notebooks")
NEEDED = ("nbclient", "nbformat", "ipykernel", "pandas", "matplotlib")
MISSING = [name for name in NEEDED if not importlib.util.find_spec(name)]


@unittest.skipIf(MISSING, f"SKIPPED: not installed: {', '.join(MISSING)}")
@unittest.skipUnless(os.path.isdir(FOLDER), "SKIPPED: there is no source")
class NotebookTests(unittest.TestCase):
    def test_notebooks_run(self):
        import nbclient
        import nbformat

        names = [name for name in sorted(os.listdir(FOLDER)) if name.endswith(".ipynb")]
        self.assertEqual(names, ["study.ipynb", "year.ipynb"])
        for name in names:
            with self.subTest(name):
                notebook = nbformat.read(os.path.join(FOLDER, name), as_version=4)
                for cell in notebook.cells:
                    self.assertFalse(cell.get("outputs"), "outputs are not part of the repository")
                with mock.patch.dict(os.environ, {"HEALTHCONV_NOTEBOOK_DAYS": "60", "MPLBACKEND": "agg"}):
                    # A cell that fails is an exception here.
                    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
                results = [output for cell in notebook.cells for output in cell.get("outputs", ())]
                self.assertTrue(any("text/html" in output.get("data", {}) for output in results))
                for output in results:
                    self.assertNotIn("Warning", output.get("text", ""))


if __name__ == "__main__":
    unittest.main()
