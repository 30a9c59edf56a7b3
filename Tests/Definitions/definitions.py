"""An independent calculation of sleep, sums of steps, cycles, blood pressure, beats, hearing and workouts, from the definitions in
Samples/commands/stats.md.

It shares no code with healthconv: it makes a random export, and for some random requests the rows that they should give, by
comparing every sample with every other one between all times at which any begins or ends.

    python3 definitions.py SEED FOLDER

writes FOLDER/export.xml and prints the requests with their rows as JSON.
"""

import cmath
import json
import math
import random
import sys
from bisect import bisect_right
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

HOUR, DAY = 3600, 86400
EXPORT_OFFSET = timezone(timedelta(hours=2))
STAGES = ["InBed", "AsleepUnspecified", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM"]
# Which stage of one source counts where it states several at once.
STAGE_ORDER = ["AsleepDeep", "AsleepREM", "AsleepCore", "Awake", "AsleepUnspecified"]
WATCH = ("Watch6,2", "Watch")
PHONE = ("iPhone14,5", "iPhone")
# The name, the product whose system wrote the samples, and whether the source names zones.
SOURCES = [
    ("Anna’s Uhr", WATCH, True),
    ("Anna’s Telefon", PHONE, False),
    ("A Watch Faces App", None, False),
    ("Ring", None, True),
    ("Zzz iPhone Sleep", None, False),
]


class Sample:
    def __init__(self, source, start, end, value, zone=None, by_hand=False):
        self.source, self.start, self.end, self.value = source, start, end, value
        self.zone, self.by_hand = zone, by_hand

    def rank(self, priority):
        """Smaller is more important: the stated order, then by hand, watch, phone, app, then the name."""
        name, product, _ = self.source
        place = next(
            (i for i, text in enumerate(priority) if text.lower() in name.lower()), len(priority))
        kind = 0 if self.by_hand else 1 if product == WATCH else 2 if product == PHONE else 3
        return (place, kind, name)


# Data


def random_export(rng):
    first = datetime(2024, rng.choice([3, 6, 10]), rng.randint(5, 25), tzinfo=timezone.utc)
    origin = int(first.timestamp())
    days = 24
    sleep, steps = [], []
    for day in range(days):
        travels = 8 <= day < 12
        home = "Asia/Tokyo" if travels else "Europe/Berlin"
        evening = origin + day * DAY + rng.randint(16, 26) * HOUR + rng.randint(0, 3599)
        if rng.random() < 0.15:
            evening += 10 * HOUR  # sleeps by day
        for source in SOURCES:
            zone = home if source[2] and rng.random() < 0.9 else None
            if rng.random() < 0.35:
                continue
            if rng.random() < 0.6:
                bed = evening - rng.randint(0, 5400)
                sleep.append(
                    Sample(source, bed, bed + rng.randint(600, 10 * HOUR), "InBed", zone))
            time = evening + rng.randint(-HOUR, 2 * HOUR)
            staged = rng.random() < 0.6
            for _ in range(rng.randint(0, 9)):
                length = rng.randint(60, 2 * HOUR)
                stage = rng.choice(STAGES[2:]) if staged else rng.choice(STAGES[1:3])
                sleep.append(Sample(source, time, time + length, stage, zone))
                time += length + rng.choice([0, 0, 0, -rng.randint(1, 59), rng.randint(1, 7000)])
        if rng.random() < 0.3:  # a nap
            nap = origin + day * DAY + rng.randint(9, 17) * HOUR + rng.randint(0, 3599)
            source = rng.choice(SOURCES)
            zone = home if source[2] else None
            sleep.append(
                Sample(source, nap, nap + rng.randint(300, 7200), rng.choice(STAGES[1:]), zone))
        if rng.random() < 0.1:
            nap = origin + day * DAY + rng.randint(0, DAY)
            sleep.append(
                Sample(SOURCES[3], nap, nap + rng.randint(HOUR, 4 * HOUR), "AsleepUnspecified",
                       home, by_hand=True))
        for source in SOURCES[:4]:
            time = origin + day * DAY + rng.randint(0, 8 * HOUR)
            while time < origin + (day + 1) * DAY:
                length = rng.choice([0, rng.randint(1, 900), rng.randint(1, 4 * HOUR)])
                by_hand = source == SOURCES[2] and rng.random() < 0.2
                steps.append(
                    Sample(source, time, time + length, rng.randint(0, 2000),
                           home if source[0] == "Ring" and rng.random() < 0.5 else None, by_hand))
                time += length + rng.randint(0, 5 * HOUR)
    if rng.random() < 0.4:  # no sleep lasts so long
        time = origin + rng.randint(2, 20) * DAY + rng.randint(0, DAY)
        sleep.append(
            Sample(SOURCES[4], time, time + rng.randint(25 * HOUR, 50 * HOUR),
                   rng.choice(["InBed", "AsleepUnspecified"])))
    return sleep, steps


def written(sample, kind, rng_value):
    def text(seconds):
        return datetime.fromtimestamp(seconds, EXPORT_OFFSET).strftime("%Y-%m-%d %H:%M:%S %z")

    name, product, _ = sample.source
    device = ""
    if product:
        device = (
            f' sourceVersion="9.1" device="&lt;&lt;HKDevice: 0x1&gt;, name:X, manufacturer:Apple Inc., '
            f'model:{product[1]}, hardware:{product[0]}, software:9.1&gt;"')
    metadata = "".join(
        f'<MetadataEntry key="{key}" value="{value}"/>'
        for key, value in [("HKTimeZone", sample.zone), ("HKWasUserEntered", sample.by_hand and 1)]
        if value)
    return (
        f'<Record type="{kind}" sourceName="{name}"{device} {rng_value} '
        f'startDate="{text(sample.start)}" endDate="{text(sample.end)}"'
        + (f">{metadata}</Record>" if metadata else "/>"))


def export(sleep, steps, others, rng):
    records = [
        written(s, "HKCategoryTypeIdentifierSleepAnalysis",
                f'value="HKCategoryValueSleepAnalysis{s.value}"') for s in sleep
    ] + [
        written(s, "HKQuantityTypeIdentifierStepCount", f'unit="count" value="{s.value}"')
        for s in steps
    ]
    rng.shuffle(records)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n'
        '<ExportDate value="2024-12-24 09:00:00 +0200"/>\n' + "\n".join(records + others)
        + "\n</HealthData>\n")


# Clocks


def home_zone(sleep, steps):
    counts = {}
    for sample in sleep + steps:
        if sample.zone:
            counts[sample.zone] = counts.get(sample.zone, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name)) if counts else None


def clock_of(sample, zone, home):
    """The clock of a sample: the requested one, or that which it names, or the one that most samples name."""
    if zone not in ("auto", "record"):
        return ZoneInfo(zone)
    if sample.zone:
        return ZoneInfo(sample.zone)
    return EXPORT_OFFSET if zone == "record" or home is None else ZoneInfo(home)


def at_clock(day, second, zone):
    """When a clock shows a time of a day."""
    naive = datetime(day.year, day.month, day.day) + timedelta(seconds=second)
    return int(naive.replace(tzinfo=zone).timestamp())


def day_at(time, zone, second=0):
    """The day on which an instant is, if days begin so many seconds after midnight."""
    day = (datetime.fromtimestamp(math.floor(time), zone).replace(tzinfo=None)
           - timedelta(seconds=second)).date()
    # At a change of the clock.
    while at_clock(day, second, zone) > time:
        day -= timedelta(days=1)
    while at_clock(day + timedelta(days=1), second, zone) <= time:
        day += timedelta(days=1)
    return day


def limit_days(case, zone, second, shift):
    """The first day that is wanted and the first after the last one."""

    def day(text, is_end):
        if text is None:
            return None
        if len(text) == 10:
            return date.fromisoformat(text)
        time = datetime.fromisoformat(text)
        instant = time.timestamp() if time.tzinfo else time.replace(tzinfo=zone).timestamp()
        found = day_at(instant - 1e-6 if is_end else instant, zone, second)
        return found + timedelta(days=shift + (1 if is_end else 0))

    return day(case.get("since"), False), day(case.get("until"), True)


def wanted(day, days):
    return (days[0] is None or day >= days[0]) and (days[1] is None or day < days[1])


# Sleep


def nights(sleep, case, home):
    beginning = case.get("night_from", 18 * HOUR)
    found = {}

    def night(name):
        return found.setdefault(name, {"asleep": [], "bed": []})

    def assign(kind, parts, zone):
        start, end = min(p[0] for p in parts), max(p[1] for p in parts)
        days = limit_days(case, zone, beginning, 1)
        if end - start <= DAY:
            name = day_at(start + (end - start) / 2, zone, beginning) + timedelta(days=1)
            if wanted(name, days):
                night(name)[kind] += parts
            return
        day = day_at(start, zone, beginning)
        while at_clock(day, beginning, zone) < end:
            low, high = (at_clock(day + timedelta(days=i), beginning, zone) for i in (0, 1))
            day += timedelta(days=1)
            cut = [(max(p[0], low), min(p[1], high)) + p[2:] for p in parts]
            cut = [p for p in cut if p[0] < p[1]]
            if cut and wanted(day, days):
                night(day)[kind] += cut

    zone = case.get("zone", "auto")
    stating = [s for s in sleep if s.value != "InBed"]
    edges = sorted({t for s in stating for t in (s.start, s.end)})
    parts = []
    for low, high in zip(edges, edges[1:]):
        lasting = [s for s in stating if s.start <= low and s.end >= high]
        if lasting:
            best = min(lasting, key=lambda s: (
                s.rank(case["priority"]), STAGE_ORDER.index(s.value), s.start, s.end))
            parts.append((low, high, best))
    for run in runs(parts):
        assign("asleep", run, clock_of(run[0][2], zone, home))
    in_bed = sorted([s for s in sleep if s.value == "InBed"], key=lambda s: (s.start, s.end))
    for run in runs([(s.start, s.end, s) for s in in_bed]):
        assign("bed", run, clock_of(run[0][2], zone, home))
    return [night_row(name, found[name], case, home) for name in sorted(found)]


def runs(parts):
    """Parts, in the order of their starts, without more than an hour between them."""
    found, end = [], None
    for part in parts:
        if end is None or part[0] - end > HOUR:
            found.append([])
            end = part[1]
        found[-1].append(part)
        end = max(end, part[1])
    return found


def union(parts):
    total = []
    for low, high in sorted((p[0], p[1]) for p in parts):
        if total and low <= total[-1][1]:
            total[-1][1] = max(total[-1][1], high)
        else:
            total.append([low, high])
    return total


def length(parts):
    return sum(high - low for low, high in union(parts))


def night_row(name, night, case, home):
    asleep = sorted(night["asleep"], key=lambda p: p[0])
    sleeping = [p for p in asleep if p[2].value != "Awake"]

    def minutes(stage):
        return length([p for p in asleep if p[2].value == stage]) / 60

    staged = any(p[2].value in STAGES[3:] for p in asleep)
    awake = minutes("Awake")
    row = {
        "night": name.isoformat(), "start": None, "end": None,
        "in_bed_min": length(night["bed"]) / 60 if night["bed"] else None,
        "asleep_min": length(sleeping) / 60 if asleep else None,
        "core_min": minutes("AsleepCore") if staged else None,
        "deep_min": minutes("AsleepDeep") if staged else None,
        "rem_min": minutes("AsleepREM") if staged else None,
        "unspecified_min": minutes("AsleepUnspecified") if asleep else None,
        "awake_min": awake if staged or awake > 0 else None,
        "naps_min": None, "efficiency": None, "source": None,
    }
    row["local"] = (None, None)
    if not asleep:
        return row
    names = []
    for sample in sorted({p[2] for p in asleep}, key=lambda s: s.rank(case["priority"])):
        if sample.source[0] not in names:
            names.append(sample.source[0])
    row["source"] = ", ".join(names)
    sleeps = [[p for p in run if p[2].value != "Awake"] for run in runs(asleep)]
    main = max(sleeps, key=length)
    row["naps_min"] = (length(sleeping) - length(main)) / 60
    if not main:
        return row
    start, end = main[0][0], max(p[1] for p in main)
    zone = case.get("zone", "auto")
    first = clock_of(main[0][2], zone, home)
    last = clock_of(max(main, key=lambda p: p[1])[2], zone, home)
    local = (datetime.fromtimestamp(start, first), datetime.fromtimestamp(end, last))
    row["start"], row["end"] = (t.isoformat() for t in local)
    row["local"] = local
    bed = [b for b in union(night["bed"]) if b[0] < end and start < b[1]]
    row["efficiency"] = length(main) / length(bed + [[start, end]])
    return row


def average(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def clock_mean(times):
    times = [t for t in times if t is not None]
    if not times:
        return None
    turns = [(t.hour * 3600 + t.minute * 60 + t.second) / DAY for t in times]
    hand = sum(cmath.exp(2j * cmath.pi * turn) for turn in turns)
    if abs(hand) < 1e-6 * len(times):
        return None
    minute = math.floor(round(cmath.phase(hand) / (2 * cmath.pi) * DAY) % DAY / 60 + 0.5) % 1440
    return f"{minute // 60:02}:{minute % 60:02}"


def period_of(day, by):
    """The name of a period, its first day and the first after it."""
    if by == "day":
        return day.isoformat(), day, day + timedelta(days=1)
    if by == "week":
        first = day - timedelta(days=day.weekday())
        return first.isoformat(), first, first + timedelta(days=7)
    if by == "month":
        first = day.replace(day=1)
        return day.isoformat()[:7], first, (first + timedelta(days=32)).replace(day=1)
    if by == "year":
        return day.isoformat()[:4], date(day.year, 1, 1), date(day.year + 1, 1, 1)
    return day.strftime("%A"), None, None


def is_partial(period, days):
    _, first, end = period
    return first is not None and (
        (days[0] is not None and first < days[0]) or (days[1] is not None and end > days[1]))


def sleep_periods(sleep, case, home):
    groups = {}
    for row in nights(sleep, case, home):
        day = date.fromisoformat(row["night"])
        period = period_of(day, case["period"])
        key = day.weekday() if case["period"] == "weekday" else period[0]
        groups.setdefault(key, (period, []))[1].append(row)
    rows = []
    for key in sorted(groups):
        period, members = groups[key]
        rows.append({
            case["period"]: period[0], "nights": len(members),
            "asleep_min": average(r["asleep_min"] for r in members),
            "in_bed_min": average(r["in_bed_min"] for r in members),
            "bed_time": clock_mean([r["local"][0] for r in members]),
            "wake_time": clock_mean([r["local"][1] for r in members]),
        })
        # Limits with a time are left to tables of nights: clocks differ.
        if case["period"] != "weekday":
            days = limit_days(case, timezone.utc, 0, 0)
            rows[-1]["partial"] = "yes" if is_partial(period, days) else None
    return rows


# Steps


def step_rows(steps, case, home):
    by = case.get("by")
    zone = case.get("zone", "auto")
    totals = {}

    def cells(sample, low, high):
        """The rows in which a time is, and how long it is in each."""
        clock = clock_of(sample, zone, home)
        days = limit_days(case, clock, 0, 0)
        time = low
        while time < high or low == high:
            day = day_at(time, clock)
            edge = min(high, at_clock(day + timedelta(days=1), 0, clock))
            if wanted(day, days):
                period = period_of(day, by) if by else ("", None, None)
                yield totals.setdefault(period[0], {
                    "sum": Fraction(0), "count": 0, "first": None, "last": None,
                    "partial": is_partial(period, days)}), edge - time
            if low == high:
                return
            time = edge

    for sample in steps:
        clock = clock_of(sample, zone, home)
        for total, _ in cells(sample, sample.start, sample.start):
            total["count"] += 1
            day = day_at(sample.start, clock).isoformat()
            total["first"] = min(total["first"] or day, day)
            last = day_at(sample.end, clock)
            end = limit_days(case, clock, 0, 0)[1]
            if end is not None and last >= end:
                last = end - timedelta(days=1)
            total["last"] = max(total["last"] or "", last.isoformat())
    lasting = sorted((s for s in steps if s.end > s.start), key=lambda s: s.start)
    edges = sorted({t for s in lasting for t in (s.start, s.end)})
    open_samples, next_index = [], 0
    for low, high in zip(edges, edges[1:]):
        while next_index < len(lasting) and lasting[next_index].start <= low:
            open_samples.append(lasting[next_index])
            next_index += 1
        open_samples = [s for s in open_samples if s.end > low]
        if not open_samples:
            continue
        best = min(s.rank(case["priority"]) for s in open_samples)
        for sample in open_samples:
            if sample.rank(case["priority"]) == best:
                for total, time in cells(sample, low, high):
                    total["sum"] += Fraction(sample.value * time, sample.end - sample.start)
    momentary = {}
    for sample in steps:
        if sample.end == sample.start:
            momentary.setdefault(sample.start, []).append(sample)
    starts = [s.start for s in lasting]
    for time, samples in momentary.items():
        others = [s for s in lasting[:bisect_right(starts, time)] if s.end > time]
        best = min(s.rank(case["priority"]) for s in samples + others)
        for sample in samples:
            if sample.rank(case["priority"]) == best:
                for total, _ in cells(sample, time, time):
                    total["sum"] += sample.value
    rows = []
    for name in sorted(totals):
        total = totals[name]
        row = {"count": total["count"], "sum": float(total["sum"])}
        if by:
            row[by] = name
            row["partial"] = "yes" if total["partial"] else None
        else:
            # In the one zone of the table; limits are on the clock of each sample.
            if zone != "auto":
                row["first"], row["last"] = total["first"], total["last"]
            elif not (case.get("since") or case.get("until")):
                clock = ZoneInfo(home) if home else EXPORT_OFFSET
                row["first"] = day_at(min(s.start for s in steps), clock).isoformat()
                row["last"] = day_at(max(s.end for s in steps), clock).isoformat()
        rows.append(row)
    return rows


# Recordings and workouts: what is random, how it is written, and the rows that it gives. Dates have whole seconds and an offset
# of two hours, or the clock of the zone that a sample names.


def text_of(seconds):
    return datetime.fromtimestamp(seconds, EXPORT_OFFSET).strftime("%Y-%m-%d %H:%M:%S %z")


def iso(seconds, zone=EXPORT_OFFSET):
    return datetime.fromtimestamp(seconds, zone).isoformat()


def element(name, attributes, children=""):
    return f"<{name} " + " ".join(f'{k}="{v}"' for k, v in attributes.items()) + (
        f">{children}</{name}>" if children else "/>")


def record(kind, value, unit, start, end=None, source="Cuff", children=""):
    attributes = {"type": "HKQuantityTypeIdentifier" + kind, "sourceName": source}
    if unit:
        attributes["unit"] = unit
    attributes |= {"startDate": text_of(start), "endDate": text_of(start if end is None else end), "value": value}
    return element("Record", attributes, children)


ORIGIN = int(datetime(2024, 1, 1, 6, tzinfo=timezone.utc).timestamp())


def random_cycles(rng):
    """Days of flow, some marked as starts, some of which nothing is stated."""
    elements, days, day = [], {}, 0
    for _ in range(rng.randint(2, 9)):
        day += rng.choice([rng.randint(20, 40), rng.randint(3, 14)])
        marks = rng.random() < 0.6
        for number in range(rng.randint(1, 7)):
            if rng.random() < 0.15:
                continue
            flow = rng.choice(["Light", "Medium", "Heavy", "Unspecified", "None"])
            marked = ("1" if number == 0 else "0") if marks else None
            days.setdefault(day + number, []).append((flow != "None", marked))
            time = ORIGIN + (day + number) * DAY + rng.randint(0, 10 * HOUR)
            elements.append(element(
                "Record", {
                    "type": "HKCategoryTypeIdentifierMenstrualFlow", "sourceName": "Diary", "startDate": text_of(time),
                    "endDate": text_of(time), "value": "HKCategoryValueVaginalBleeding" + flow},
                f'<MetadataEntry key="HKMenstrualCycleStart" value="{marked}"/>' if marked else ""))
        day += 7
    starts, with_flow = [], sorted(d for d, found in days.items() if any(flow for flow, _ in found))
    for index, day in enumerate(with_flow):
        stated = [mark for flow, mark in days[day] if flow and mark is not None]
        begins = "1" in stated if stated else index == 0 or day - with_flow[index - 1] > 10
        if begins:
            starts.append(day)
    name = lambda day: (date(2024, 1, 1) + timedelta(days=day)).isoformat()
    rows = []
    for start, after in zip(starts, starts[1:] + [None]):
        rows.append({
            "start": name(start), "length_d": None if after is None else after - start,
            "flow_d": sum(1 for d in with_flow if d >= start and (after is None or d < after)),
            "next_start": None if after is None else name(after)})
    return elements, [{"kind": "cycles", "rows": rows}]


def random_pressures(rng):
    elements, readings = [], []
    for _ in range(rng.randint(5, 40)):
        time = ORIGIN + rng.randint(0, 90) * DAY + rng.randint(0, 10 * HOUR)
        if any(r[0] == time for r in readings):
            continue
        source = rng.choice(["Cuff", "Other"])
        high, low, rate = rng.randint(95, 180), rng.randint(50, 94), rng.choice([None, rng.randint(48, 99)])
        pair = (record("BloodPressureSystolic", high, "mmHg", time, source=source)
                + record("BloodPressureDiastolic", low, "mmHg", time, source=source))
        correlation = element(
            "Correlation", {"type": "HKCorrelationTypeIdentifierBloodPressure", "sourceName": source,
                            "startDate": text_of(time), "endDate": text_of(time)}, pair)
        # Apple writes the members at top level as well, before the correlation.
        elements += rng.choice([[pair], [correlation], [pair, correlation]])
        if rate:
            elements.append(record("HeartRate", rate, "count/min", time, source=source))
        if rng.random() < 0.3:  # half a reading
            elements.append(record("BloodPressureSystolic", 99, "mmHg", time + 1, source=source))
        readings.append((time, high, low, rate, source))
    readings.sort()
    rows = [{"time": iso(t), "systolic_mmHg": h, "diastolic_mmHg": l, "pulse_count_min": r, "source": s}
            for t, h, l, r, s in readings]
    groups = {}
    for reading in readings:
        groups.setdefault(iso(reading[0])[:7], []).append(reading)
    months = [{
        "month": month, "readings": len(found), "systolic_mmHg": average([r[1] for r in found]),
        "diastolic_mmHg": average([r[2] for r in found]), "pulse_count_min": average([r[3] for r in found]),
        "systolic_minimum_mmHg": min(r[1] for r in found), "systolic_maximum_mmHg": max(r[1] for r in found),
        "diastolic_minimum_mmHg": min(r[2] for r in found), "diastolic_maximum_mmHg": max(r[2] for r in found),
    } for month, found in sorted(groups.items())]
    return elements, [{"kind": "blood-pressure", "rows": rows}, {"kind": "blood-pressure", "by": "month", "rows": months}]


def spread(values):
    mean = sum(values) / len(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))


def random_beats(rng):
    """Recordings of beats: some beats are missing, after which no difference counts."""
    elements, rows = [], []
    for number in range(rng.randint(1, 12)):
        time, clock = ORIGIN + number * DAY, rng.random() * 30
        base, runs, beats = rng.randint(45, 110), [], ""
        for index in range(rng.randint(1, 60)):
            rate = max(31, base + rng.randint(-9, 9))
            interval = 60 / rate
            missing = index > 0 and rng.random() < 0.1
            clock += interval + (rng.uniform(0.5, 4) * interval if missing else 0)
            if missing or index == 0:
                runs.append([])
            runs[-1].append(interval)
            at = datetime.fromtimestamp(time, EXPORT_OFFSET) + timedelta(seconds=round(clock, 2))
            beats += element("InstantaneousBeatsPerMinute", {
                "bpm": rate, "time": at.strftime("%H:%M:%S") + f",{at.microsecond // 10000:02}"})
        stated = rng.randint(10, 90)
        elements.append(record(
            "HeartRateVariabilitySDNN", stated, "ms", time, time + 60, "Watch",
            f"<HeartRateVariabilityMetadataList>{beats}</HeartRateVariabilityMetadataList>"))
        intervals = [i for run in runs for i in run]
        differences = [b - a for run in runs for a, b in zip(run, run[1:])]
        rows.append({
            "start": iso(time), "intervals": len(intervals), "gaps": len(runs) - 1,
            "average_heart_rate_count_min": 60 * len(intervals) / sum(intervals),
            "rmssd_ms": 1000 * math.sqrt(sum(d * d for d in differences) / len(differences)) if differences else None,
            "sdnn_ms": 1000 * spread(intervals) if len(intervals) > 1 else None, "stated_sdnn_ms": stated,
            "source": "Watch"})
    return elements, [{"kind": "beats", "rows": rows}]


def random_audiograms(rng):
    elements, rows = [], []
    for number in range(rng.randint(1, 4)):
        time, ears, points = ORIGIN + number * DAY, {"left": {}, "right": {}}, ""
        tested = [f for f in [250, 500, 1000, 2000, 3000, 4000, 8000] if rng.random() < 0.9]
        for frequency in tested:
            attributes = rng.choice([
                {"frequencyValue": frequency, "frequencyUnit": "Hz"},
                {"frequencyValue": frequency / 1000, "frequencyUnit": "kHz"}])
            for ear in ears:
                if rng.random() < 0.95:
                    ears[ear][frequency] = rng.randint(-10, 80)
                    attributes |= {ear + "EarValue": ears[ear][frequency], ear + "EarUnit": "dBHL"}
            points += element("SensitivityPoint", attributes)
        elements.append(element(
            "Audiogram", {"type": "HKDataTypeIdentifierAudiogram", "sourceName": "Test", "startDate": text_of(time),
                          "endDate": text_of(time + 300)}, points))
        row = {"start": iso(time), "frequencies": len(tested), "source": "Test"}
        for ear, found in ears.items():
            wanted = [found.get(f) for f in (500, 1000, 2000, 4000)]
            row[ear + "_average_dBHL"] = None if None in wanted else sum(wanted) / 4
        rows.append(row)
    return elements, [{"kind": "audiograms", "rows": rows}]


def random_workouts(rng):
    elements, workouts = [], []
    for number in range(rng.randint(1, 40)):
        zone = rng.choice([None, "Asia/Tokyo", "America/New_York"])
        start = ORIGIN + number * rng.choice([3, 9, 20]) * DAY + rng.randint(0, DAY)
        minutes, activity = rng.randint(0, 200), rng.choice(["Running", "Cycling", "Yoga"])
        # 0 is what programs write that measured nothing.
        distance = 0 if activity == "Yoga" else rng.choice([0, rng.randint(1, 40000) / 1000])
        energy = rng.choice([0, rng.randint(1, 900)])
        attributes = {
            "workoutActivityType": "HKWorkoutActivityType" + activity, "duration": minutes, "durationUnit": "min",
            "totalDistance": distance, "totalDistanceUnit": "km", "totalEnergyBurned": energy,
            "totalEnergyBurnedUnit": "kcal", "sourceName": "App", "startDate": text_of(start),
            "endDate": text_of(start + minutes * 60)}
        elements.append(element(
            "Workout", attributes, f'<MetadataEntry key="HKTimeZone" value="{zone}"/>' if zone else ""))
        day = iso(start, ZoneInfo(zone) if zone else EXPORT_OFFSET)[:10]
        workouts.append((start, day, activity, minutes, distance or None, energy or None))
    workouts.sort()
    rng.shuffle(elements)
    cases = [{"kind": "workouts", "rows": [
        {"activity": w[2], "duration_min": w[3], "distance_km": w[4], "energy_kcal": w[5]} for w in workouts]}]

    def total(values):
        values = [v for v in values if v is not None]
        return sum(values) if values else None

    def best(found, value, choose):
        values = [(value(w), w[1]) for w in found if value(w)]
        top = choose(v for v, _ in values) if values else None
        return top, min((day for v, day in values if v == top), default=None)

    for by in ("month", "year", "activity"):
        groups = {}
        for workout in workouts:
            period = {"month": workout[1][:7], "year": workout[1][:4], "activity": ""}[by]
            groups.setdefault((period, workout[2]), []).append(workout)
        rows = []
        for (period, activity), found in sorted(groups.items()):
            longest, farthest = best(found, lambda w: w[3], max), best(found, lambda w: w[4], max)
            fastest = best(found, lambda w: w[3] / w[4] if (w[4] or 0) >= 1 else None, min)
            row = {
                "activity": activity, "workouts": len(found), "duration_min": sum(w[3] for w in found),
                "distance_km": total(w[4] for w in found), "energy_kcal": total(w[5] for w in found),
                "longest_min": longest[0], "longest_on": longest[1], "farthest_km": farthest[0],
                "farthest_on": farthest[1], "fastest_min": fastest[0], "fastest_on": fastest[1]}
            rows.append(row if by == "activity" else row | {by: period})
        cases.append({"kind": "workouts", "total": by, "rows": rows})
    return elements, cases


RECORDINGS = [random_cycles, random_pressures, random_beats, random_audiograms, random_workouts]

# Requests


def random_case(rng, sleep):
    case = {
        "zone": rng.choice(["auto", "auto", "record", "Europe/Berlin", "America/St_Johns", "Asia/Tokyo"]),
        "priority": rng.choice([[], [], ["ring"], ["telefon", "Watch"], ["zzz", "ring", "uhr"]]),
    }
    middle = min(s.start for s in sleep)

    def limit(low, high):
        time = datetime.fromtimestamp(middle + rng.randint(low * DAY, high * DAY), timezone.utc)
        form = rng.choice(["%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S+00:00"])
        return time.strftime(form)

    if rng.random() < 0.6:
        case["since"] = limit(1, 9)
    if rng.random() < 0.6:
        case["until"] = limit(10, 22)
    kind = rng.choice(["nights", "periods", "steps"])
    if kind == "steps":
        case["kind"], case["by"] = "steps", rng.choice([None, "day", "day", "week", "month"])
    else:
        case["kind"] = "sleep"
        if rng.random() < 0.3:
            case["night_from"] = rng.randint(0, 23) * HOUR + rng.choice([0, 1800])
        if kind == "periods":
            case["period"] = rng.choice(["week", "month", "year", "weekday"])
            for name in ("since", "until"):
                if name in case:
                    case[name] = case[name][:10]
    return case


def main():
    rng = random.Random(int(sys.argv[1]))
    sleep, steps = random_export(rng)
    others, cases = [], []
    for make in RECORDINGS:
        elements, rows = make(rng)
        others += elements
        cases += [{"zone": "record", "priority": []} | case for case in rows]
    with open(f"{sys.argv[2]}/export.xml", "w", encoding="utf-8") as file:
        file.write(export(sleep, steps, others, rng))
    home = home_zone(sleep, steps)
    for _ in range(24):
        case = random_case(rng, sleep)
        if case["kind"] == "steps":
            rows = step_rows(steps, case, home)
        else:
            rows = sleep_periods(sleep, case, home) if "period" in case else nights(sleep, case, home)
        case["rows"] = [{k: v for k, v in row.items() if k != "local"} for row in rows]
        cases.append(case)
    json.dump(cases, sys.stdout)


if __name__ == "__main__":
    main()
