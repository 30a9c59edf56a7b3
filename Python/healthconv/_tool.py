"""Where the program is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig


def find_tool() -> str:
    """The path of the program healthconv.

    The variable ``HEALTHCONV`` takes precedence, then the program that was installed with this package, then the search
    path.

    :raises FileNotFoundError: if the program is not found.
    """
    named = os.environ.get("HEALTHCONV")
    if named:
        return named
    user_scheme = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else "posix_user"
    for folder in (sysconfig.get_path("scripts"), sysconfig.get_path("scripts", scheme=user_scheme)):
        path = os.path.join(folder, "healthconv")
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("healthconv")
    if found is None:
        raise FileNotFoundError("the program healthconv was not found; reinstall this package or set HEALTHCONV")
    return found


def version() -> str:
    """The version of the program."""
    run = subprocess.run([find_tool(), "--version"], check=True, capture_output=True, text=True)
    return run.stdout.strip()
