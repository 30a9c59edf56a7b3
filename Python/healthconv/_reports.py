"""What the program reports, as objects."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Literal, Optional

#: How severe a finding is.
Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Finding:
    """What a rule found, with the number of its findings. It has no values of samples."""

    #: The name of the rule; ``healthconv explain RULE`` explains it.
    rule: str
    severity: Severity
    count: int
    #: What is wrong with the first.
    message: str
    #: The files, lines and columns of the first.
    locations: tuple[str, ...] = ()
    #: The type of the samples, if they have one.
    type: Optional[str] = None


@dataclass(frozen=True)
class Loss:
    """What an output cannot represent."""

    name: str
    count: int
    explanation: str


@dataclass(frozen=True)
class TypeInfo:
    """The samples of one type."""

    type: str
    kind: str
    count: int
    #: How many of them are only in a correlation or a workout.
    nested: int
    #: The first and the last start, ISO 8601.
    first: Optional[str]
    last: Optional[str]
    units: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Info:
    """What the data of one person, in one input, contain."""

    name: str
    format: str
    participant: Optional[str]
    export_date: Optional[str]
    locale: Optional[str]
    samples: int
    types: tuple[TypeInfo, ...]
    findings: tuple[Finding, ...]
    #: The document of ``healthconv info --json``.
    details: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Conversion:
    """What a conversion did."""

    #: How many samples were read, and how many of them were selected and written.
    read: int
    written: int
    findings: tuple[Finding, ...]
    losses: tuple[Loss, ...]
    #: The document of ``healthconv convert --json``.
    details: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Validation:
    """What the rules found."""

    samples: int
    findings: tuple[Finding, ...]
    #: Why inputs were not read to their end.
    faults: tuple[str, ...]
    #: The document of ``healthconv validate --report json``.
    details: dict[str, Any] = field(repr=False)

    @property
    def ok(self) -> bool:
        """Whether everything was read and no finding is an error."""
        return not self.faults and all(finding.severity != "error" for finding in self.findings)


def info(document: dict[str, Any]) -> Info:
    return Info(
        name=document["name"], format=document["format"], participant=document.get("participant"),
        export_date=document.get("exportDate"), locale=document.get("locale"), samples=document["samples"],
        types=tuple(_type(item) for item in document["types"]), findings=_findings(document["findings"]), details=document)


def conversion(document: dict[str, Any]) -> Conversion:
    return Conversion(
        read=document["read"], written=document["written"], findings=_findings(document["findings"]),
        losses=tuple(Loss(item["loss"], item["count"], item["explanation"]) for item in document["losses"]), details=document)


def validation(document: dict[str, Any]) -> Validation:
    return Validation(
        samples=sum(item["samples"] for item in document["inputs"]),
        findings=tuple(
            Finding(
                item["rule"], item["severity"], item["count"], item["message"],
                tuple(_location(place) for place in item["first"]), item.get("type"))
            for item in document["findings"]),
        faults=tuple(item["fault"] for item in document["inputs"] if "fault" in item), details=document)


def _type(item: dict[str, Any]) -> TypeInfo:
    def names(key: str) -> tuple[str, ...]:
        return tuple(sys.intern(entry["name"]) for entry in item[key] if "name" in entry)

    return TypeInfo(
        item["type"], item["kind"], item["count"], item["nested"], item.get("first"), item.get("last"), names("units"),
        names("sources"))


def _findings(items: list[dict[str, Any]]) -> tuple[Finding, ...]:
    return tuple(
        Finding(item["rule"], item["severity"], item["count"], item["first"][0] if item["first"] else "", tuple(item["first"]))
        for item in items)


def _location(place: dict[str, Any]) -> str:
    return ":".join(str(place[key]) for key in ("file", "line", "column") if key in place)
