"""An independent calculation of the parts of workouts and of the totals that devices state, from the definitions in
Samples/commands/stats.md.

    python3 workout_parts.py SEED FOLDER

writes FOLDER/export.xml and prints the requests with their rows as JSON, as definitions.py does.
"""

import json
import math
import random
import sys
from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from definitions import (DAY, EXPORT_OFFSET, HOUR, PHONE, WATCH, Sample, clock_of, day_at, element, iso, limit_days, step_rows,
                         text_of, wanted, written, ORIGIN)

SOURCES = [("Uhr", WATCH, True), ("Telefon", PHONE, False), ("App", None, False)]
UNITS = {"HeartRate": "count/min", "ActiveEnergyBurned": "kcal", "DistanceWalkingRunning": "km", "DistanceCycling": "km",
         "AppleExerciseTime": "min"}
DISTANCES = {"Running": "DistanceWalkingRunning", "Cycling": "DistanceCycling"}
# Half of the time to a neighbor counts, up to this.
MOST = 300


# Data


class Workout:
    def __init__(self, rng, start):
        self.source, self.start = rng.choice(SOURCES), start
        self.end = start + rng.randint(1200, 2 * HOUR)
        self.activity = rng.choice(["Running", "Cycling", "Yoga"])
        self.zone = rng.choice([None, None, "Asia/Tokyo", "America/New_York"])
        self.energy, self.distance = (rng.choice([None, 0, rng.randint(20, 900)]) for _ in range(2))
        self.events, self.activities = [], []
        for _ in range(rng.randint(0, 4)):
            self.events.append((rng.choice(["Pause", "Resume", "MotionPaused", "MotionResumed"]), self.time(rng), None))
        for kind in rng.sample(["Lap", "Segment"], rng.randint(0, 2)):
            has_length = rng.random() < 0.6
            for _ in range(rng.randint(1, 5)):
                length = rng.randint(1, 1500) if has_length else rng.choice([None, 0])
                self.events.append((kind, self.time(rng), length))
        # Of two at one moment the order is not defined.
        self.events = list({event[1]: event for event in self.events}.values())
        rng.shuffle(self.events)
        if rng.random() < 0.5:
            edges = sorted({self.time(rng) for _ in range(rng.randint(2, 5))})
            for low, high in zip(edges, edges[1:]):
                self.activities.append({
                    "start": low, "end": high, "minutes": rng.choice([None, rng.randint(1, 60)]),
                    "energy": rng.choice([None, 0, rng.randint(1, 90)]), "distance": rng.choice([None, 0, rng.randint(1, 9)]),
                    "rate": rng.choice([None, rng.randint(60, 150)])})

    def time(self, rng):
        return rng.randint(self.start, self.end)

    def pauses(self):
        found, since = [], None
        for kind, time, _ in sorted(self.events, key=lambda e: e[1]):
            if kind in ("Pause", "MotionPaused"):
                since = time if since is None else since
            elif kind in ("Resume", "MotionResumed"):
                if since is not None:
                    found.append((since, time))
                since = None
        if since is not None and since < self.end:
            found.append((since, self.end))
        return found

    def written(self):
        device = {}
        if self.source[1]:
            device = {"sourceVersion": "9.1", "device": "&lt;&lt;HKDevice: 0x1&gt;, name:X, manufacturer:Apple Inc., "
                      f"model:{self.source[1][1]}, hardware:{self.source[1][0]}, software:9.1&gt;"}
        attributes = {"workoutActivityType": "HKWorkoutActivityType" + self.activity, "sourceName": self.source[0]} | device
        attributes |= {"startDate": text_of(self.start), "endDate": text_of(self.end)}
        if self.energy is not None:
            attributes |= {"totalEnergyBurned": self.energy, "totalEnergyBurnedUnit": "kcal"}
        if self.distance is not None:
            attributes |= {"totalDistance": self.distance / 100, "totalDistanceUnit": "km"}
        children = element("MetadataEntry", {"key": "HKTimeZone", "value": self.zone}) if self.zone else ""
        for kind, time, length in self.events:
            stated = {} if length is None else {"duration": length, "durationUnit": "s"}
            if length and length % 60 == 0:
                stated = {"duration": length // 60, "durationUnit": "min"}
            children += element("WorkoutEvent", {"type": "HKWorkoutEventType" + kind, "date": text_of(time)} | stated)
        for number, activity in enumerate(self.activities):
            statistics = ""
            for kind, form, unit in [("energy", "sum", "kcal"), ("distance", "sum", "km"), ("rate", "average", "count/min")]:
                name = {"energy": "ActiveEnergyBurned", "distance": DISTANCES.get(self.activity), "rate": "HeartRate"}[kind]
                if activity[kind] is not None and name:
                    statistics += element("WorkoutStatistics", {
                        "type": "HKQuantityTypeIdentifier" + name, "startDate": text_of(activity["start"]),
                        "endDate": text_of(activity["end"]), form: activity[kind], "unit": unit})
            stated = {} if activity["minutes"] is None else {"duration": activity["minutes"], "durationUnit": "min"}
            children += element("WorkoutActivity", {
                "uuid": f"00000000-0000-0000-0000-{self.start + number:012}", "startDate": text_of(activity["start"]),
                "endDate": text_of(activity["end"])} | stated, statistics)
        return element("Workout", attributes, children)


def random_records(rng, workouts):
    """Records of each type, many of them around workouts; some last, and sources overlap."""
    records = {kind: [] for kind in UNITS}
    for workout in workouts:
        for kind in UNITS:
            for source in SOURCES:
                if rng.random() < 0.4:
                    continue
                time = workout.start - rng.randint(0, 1200)
                while time < workout.end + 600:
                    length = rng.choice([0, rng.randint(1, 60), rng.randint(1, 1500)])
                    value = rng.randint(50, 180) if kind == "HeartRate" else rng.randint(0, 40)
                    by_hand = source[0] == "App" and rng.random() < 0.1
                    zone = workout.zone if rng.random() < 0.2 else None
                    records[kind].append(Sample(source, time, time + length, value, zone, by_hand))
                    time += length + rng.randint(1, 900)
    return records


# Parts of workouts


class Active:
    """The time of a part without the pauses of its workout: these do not exist."""

    def __init__(self, start, end, pauses):
        self.start, self.end = start, end
        self.pauses = sorted((max(a, start), min(b, end)) for a, b in pauses if max(a, start) < min(b, end))

    def at(self, time):
        return time - self.start - sum(min(time, b) - a for a, b in self.pauses if a <= time)

    def is_paused(self, time):
        return any(a <= time < b for a, b in self.pauses)


def measured(kind, records, time, workout, priority=()):
    """What the records in a time add up to, of the source of the workout where it measured anything, else by priority."""
    lasting, moments = [], []
    for sample in records[kind]:
        rank = (sample.source[0] != workout.source[0],) + sample.rank(priority)
        # A source that wrote the workout and its records by hand is one source.
        if sample.source[0] == workout.source[0]:
            rank = (False,)
        if sample.start == sample.end:
            if time.start <= sample.start < time.end and not time.is_paused(sample.start):
                moments.append((time.at(sample.start), rank, Fraction(sample.value)))
            continue
        low, high = (time.at(min(max(t, time.start), time.end)) for t in (sample.start, sample.end))
        if sample.start < time.end and sample.end > time.start and high > low:
            value = Fraction(sample.value * (high - low), sample.end - sample.start)
            lasting.append((low, high, rank, value))
    if not lasting and not moments:
        return None
    total = Fraction(0)
    edges = sorted({t for s in lasting for t in s[:2]})
    for low, high in zip(edges, edges[1:]):
        open_ones = [s for s in lasting if s[0] <= low and s[1] >= high]
        best = min((s[2] for s in open_ones), default=None)
        total += sum(s[3] * (high - low) / (s[1] - s[0]) for s in open_ones if s[2] == best)
    for at, rank, value in moments:
        others = [s[2] for s in lasting if s[0] <= at < s[1]] + [m[1] for m in moments if m[0] == at]
        total += value if rank == min(others) else 0
    return total


def heart_rate(records, time):
    """The average, weighted by time, and the maximum."""
    found = sorted(
        (time.at(s.start), time.at(min(s.end, time.end)), s.value) for s in records["HeartRate"]
        if time.start <= s.start < time.end and not time.is_paused(s.start))
    if not found:
        return None, None
    starts = sorted({f[0] for f in found})
    gaps = []
    for low, high in zip(starts, starts[1:]):
        last = max(f[1] for f in found if f[0] <= low)
        gaps.append(min(Fraction(max(0, high - last), 2), MOST))
    weight = total = Fraction(0)
    for index, start in enumerate(starts):
        group = [f for f in found if f[0] == start]
        around = sum(gaps[max(0, index - 1):index + 1])
        for low, high, value in group:
            share = (high - low) + Fraction(around, len(group))
            weight, total = weight + share, total + share * value
    average = total / weight if weight else Fraction(sum(f[2] for f in found), len(found))
    return average, max(f[2] for f in found)


def parts(workout):
    """Kind, number, start, end and what the part states."""
    found = []
    for kind in ("lap", "segment"):
        events = sorted(e for e in workout.events if e[0].lower() == kind)
        events = sorted(((time, length) for _, time, length in events))
        number, last = 0, workout.start if kind == "lap" else None
        for time, length in events:
            if length:
                number += 1
                found.append((kind, number, time, time + length, {}))
                last = None
            elif last is not None and time > last:
                number += 1
                found.append((kind, number, last, time, {}))
                last = time
        if number and last is not None and last < workout.end:
            found.append((kind, number + 1, last, workout.end, {}))
    if len(workout.activities) > 1:
        for number, activity in enumerate(workout.activities):
            found.append(("interval", number + 1, activity["start"], activity["end"], activity))
    return sorted(found, key=lambda p: p[2])


def part_rows(workouts, records):
    rows = []
    for workout in sorted(workouts, key=lambda w: w.start):
        zone = ZoneInfo(workout.zone) if workout.zone else EXPORT_OFFSET
        distance = DISTANCES.get(workout.activity)
        for kind, number, start, end, stated in parts(workout):
            time = Active(start, end, workout.pauses())
            average, maximum = stated.get("rate"), None
            if average is None:
                average, maximum = heart_rate(records, time)
            minutes = stated.get("minutes")
            inside = Active(workout.start, workout.end, workout.pauses())
            rows.append({
                "start": iso(workout.start, zone), "activity": workout.activity, "part": kind, "number": number,
                "begin": iso(start, zone),
                "duration_min": (inside.at(end) - inside.at(start)) / 60 if minutes is None else minutes,
                "distance_km": distance and (stated.get("distance") or number_of(measured(distance, records, time, workout))),
                "energy_kcal": stated.get("energy") or number_of(measured("ActiveEnergyBurned", records, time, workout)),
                "average_heart_rate_count_min": number_of(average), "maximum_heart_rate_count_min": maximum,
                "source": workout.source[0]})
    return rows


def number_of(value):
    return None if value is None else float(value)


# Totals that devices state


FIGURES = ["active_energy", "exercise", "stand_hours", "workout_energy", "workout_distance"]


def agreement_rows(workouts, records, hours, summaries, case):
    def days_of(samples):
        return {row["day"]: row["sum"] for row in step_rows(samples, case | {"by": "day"}, None)} if samples else {}

    def is_wanted(day):
        return wanted(date.fromisoformat(day), limit_days(case, EXPORT_OFFSET, 0, 0))

    own = {"active_energy": days_of(records["ActiveEnergyBurned"]), "exercise": days_of(records["AppleExerciseTime"])}
    stood = {}
    for sample in hours:
        if sample.value == "Stood":
            clock = clock_of(sample, case["zone"], None)
            time = datetime.fromtimestamp(sample.start, clock)
            if is_wanted(time.date().isoformat()):
                stood.setdefault(time.date().isoformat(), set()).add(time.hour)
    own["stand_hours"] = {day: len(found) for day, found in stood.items()}
    stated = {figure: {} for figure in FIGURES}
    for day, values in summaries.items():
        if is_wanted(day):
            for figure, value in zip(FIGURES, values):
                if value is not None:
                    stated[figure][day] = value
    own |= {"workout_energy": {}, "workout_distance": {}}
    for workout in workouts:
        clock = clock_of(workout, case["zone"], None)
        day = datetime.fromtimestamp(workout.start, clock).date().isoformat()
        if workout.source[1] is None or not is_wanted(day):
            continue
        time = Active(workout.start, workout.end, workout.pauses())
        for figure, total, kind in [
                ("workout_energy", workout.energy, "ActiveEnergyBurned"),
                ("workout_distance", workout.distance and workout.distance / 100, DISTANCES.get(workout.activity))]:
            found = kind and total and measured(kind, records, time, workout, case["priority"])
            if found is not None and total and kind:
                stated[figure][day] = stated[figure].get(day, 0) + total
                own[figure][day] = own[figure].get(day, 0) + float(found)
    rows = []
    for day in sorted({day for found in stated.values() for day in found}):
        for figure in FIGURES:
            if day in stated[figure] and own[figure]:
                total, sum_ = stated[figure][day], own[figure].get(day, 0)
                percent = (sum_ - total) / total * 100_000 if total else None
                rows.append({
                    "day": day, "figure": figure, "stated": total, "records": sum_, "difference": sum_ - total,
                    "difference_percent": None if percent is None else
                    math.copysign(math.floor(abs(percent) + 0.5), percent) / 1000,
                    "agrees": "yes" if abs(sum_ - total) <= abs(total) / 100 * (1 + 1e-9) else "no"})
    return rows


def random_summaries(rng, days, sums):
    """Totals near those of the records, or not."""
    found = {}
    for number in range(days):
        day = (date(2024, 1, 1) + timedelta(days=number)).isoformat()
        if rng.random() < 0.7:
            energy = sums.get(day, 0) * rng.choice([1, 1.009, 1.02]) + rng.choice([0, 0, 40])
            found[day] = (round(energy, 3), rng.randint(0, 90), rng.choice([None, rng.randint(0, 14)]))
    return found


def main():
    rng = random.Random(int(sys.argv[1]))
    days = rng.randint(2, 9)
    workouts = [
        Workout(rng, ORIGIN + day * DAY + rng.randint(0, 9 * HOUR)) for day in range(days) if rng.random() < 0.9]
    records = random_records(rng, workouts)
    hours = []
    for _ in range(rng.randint(0, 60)):
        start = ORIGIN + rng.randint(0, days * 24) * HOUR
        zone = rng.choice([None, None, "Asia/Tokyo"])
        hours.append(Sample(rng.choice(SOURCES), start, start + HOUR, rng.choice(["Stood", "Idle"]), zone))
    sums = {row["day"]: row["sum"] for row in step_rows(
        records["ActiveEnergyBurned"], {"zone": "record", "priority": [], "by": "day"}, None)}
    summaries = random_summaries(rng, days, sums)
    elements = [
        written(s, "HKQuantityTypeIdentifier" + kind, f'unit="{UNITS[kind]}" value="{s.value}"')
        for kind, found in records.items() for s in found]
    elements += [
        written(s, "HKCategoryTypeIdentifierAppleStandHour", f'value="HKCategoryValueAppleStandHour{s.value}"') for s in hours]
    elements += [workout.written() for workout in workouts]
    rng.shuffle(elements)
    for day, (energy, exercise, stood) in summaries.items():
        attributes = {"dateComponents": day, "activeEnergyBurned": energy, "activeEnergyBurnedUnit": "kcal",
                      "appleExerciseTime": exercise}
        elements.append(element("ActivitySummary", attributes | ({} if stood is None else {"appleStandHours": stood})))
    with open(f"{sys.argv[2]}/export.xml", "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="de_DE">\n' + "\n".join(elements)
                   + "\n</HealthData>\n")
    cases = [{"kind": "laps", "zone": "record", "priority": [], "rows": part_rows(workouts, records)}]
    for zone in ("record", "Europe/Berlin", "Asia/Tokyo"):
        case = {"kind": "agreement", "zone": zone, "priority": rng.choice([[], ["telefon"]])}
        for name in rng.sample(["since", "until"], rng.randint(0, 2)):
            day = date(2024, 1, 1) + timedelta(days=rng.randint(0, 3) + (4 if name == "until" else 0))
            case[name] = day.isoformat()
        cases.append(case | {"rows": agreement_rows(workouts, records, hours, summaries, case)})
    json.dump(cases, sys.stdout)


if __name__ == "__main__":
    main()
