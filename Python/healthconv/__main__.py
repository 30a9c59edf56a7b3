"""``python -m healthconv`` is the program itself."""

import os
import sys

from ._tool import find_tool


def main() -> None:
    tool = find_tool()
    os.execv(tool, [tool, *sys.argv[1:]])


if __name__ == "__main__":
    main()
