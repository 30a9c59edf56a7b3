"""Arguments of the program, made of Python's keywords."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Union

#: A path, or the address of a store.
Path = Union[str, "os.PathLike[str]"]
#: A time: a text such as ``2024-01-31``, or an object. Without a zone it is local time where a sample was measured.
Time = Union[str, date]

#: Keywords whose option has another name.
_NAMES = {"types": "type", "sources": "source", "percentiles": "percentile", "audience": "for"}
#: Options whose lists are one value, separated by commas; of others each item is a value of its own, as its name may have one.
_JOINED = ("percentiles", "statistics")
#: Options that are replaced in messages by the keyword of a parameter.
_KEYWORDS = {option: keyword for keyword, option in _NAMES.items()} | {
    name.replace("_", "-"): name for name in (
        "anchor", "answer", "by", "chart", "columns", "compare", "day_zone", "explain", "limit", "merge_sources",
        "moving_average", "night_from", "overwrite", "participant", "participants", "per_source", "select_participant", "since",
        "sort", "source_priority", "split", "statistics", "to", "trend", "units", "until", "where", "wide")}

#: Options that name inputs and outputs, or change what the program prints.
_REFUSED = frozenset(
    ("--output", "-o", "--", "--to", "-t", "--json", "--report", "--print-config", "--progress", "--quiet", "-q", "--help", "-h",
     "--version", "--participant", "--participants", "--participant-pattern", "--select-participant"))


def arguments(**keywords: object) -> list[str]:
    """Options of the program, without those that are ``None``, ``False`` or empty."""
    found: list[str] = []
    for keyword, value in keywords.items():
        option = "--" + _NAMES.get(keyword, keyword).replace("_", "-")
        if value is True:
            found.append(option)
        elif value is None or value is False:
            continue
        elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            texts = [_text(keyword, item) for item in value]
            if keyword in _JOINED:
                texts = [",".join(texts)] if texts else []
            found += (f"{option}={text}" for text in texts)
        else:
            # A value may begin with a hyphen.
            found.append(f"{option}={_text(keyword, value)}")
    return found


def checked(options: Sequence[str], *refused: str) -> list[str]:
    """Further options of the program.

    :raises ValueError: for one that would change where the result is, or what it is.
    """
    if isinstance(options, str):
        raise TypeError("options is a text, expected a list of texts")
    for option in options:
        name = option.split("=", 1)[0] if option.startswith("--") else option[:2]
        if name in _REFUSED or name in refused:
            raise ValueError(f"the option {name} is not allowed here")
    return list(options)


def input_path(path: Path) -> str:
    """The path of an input or an output, which is not a stream."""
    text = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"the path is {type(text).__name__}, expected a text")
    if text == "-":
        raise ValueError("the path is '-', which means a stream; './-' is a file of this name")
    return text


def as_keywords(message: str) -> str:
    """A message of the program, in terms of the parameters of this package."""
    message = re.sub(r" See 'healthconv [a-z -]* --help'\.", "", message)
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda match: _KEYWORDS.get(match[1], match[0]), message)


def _text(keyword: str, value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise TypeError(f"{keyword} has {type(value).__name__}, which is not a value of it")
