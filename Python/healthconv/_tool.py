"""Where the program is."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from importlib import resources

#: The program in this package, in its folder or in an archive that contains the package.
_PACKAGED = "bin/healthconv"


def find_tool() -> str:
    """The path of the program healthconv.

    The variable ``HEALTHCONV`` takes precedence, then the program in this package, then the search path. If the package is
    in an archive, as with ``--py-files`` of Spark, the program is copied into a private folder for temporary files.

    :raises FileNotFoundError: if the program is not found.
    """
    named = os.environ.get("HEALTHCONV")
    if named:
        return named
    packaged = resources.files("healthconv").joinpath(_PACKAGED)
    if os.access(str(packaged), os.X_OK):
        return str(packaged)
    if packaged.is_file():
        return _copied(packaged.read_bytes())
    found = shutil.which("healthconv")
    # A script of this package would only start itself.
    if found is None or _is_script(found):
        raise FileNotFoundError("the program healthconv was not found; reinstall this package or set HEALTHCONV")
    return found


def version() -> str:
    """The version of the program."""
    run = subprocess.run([find_tool(), "--version"], check=True, capture_output=True, text=True)
    return run.stdout.strip()


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def _copied(program: bytes) -> str:
    """The path of a copy of the program that may be executed, which all processes of this user share."""
    folder = os.path.join(tempfile.gettempdir(), f"healthconv-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(f"'{folder}' is not a private folder of this user; remove it or set TMPDIR")
    path = os.path.join(folder, hashlib.sha256(program).hexdigest()[:32])
    if not os.path.exists(path):
        handle, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(program)
            os.chmod(temporary, 0o700)
            # It appears complete or not at all, also for processes that start at the same time.
            os.rename(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    return path
