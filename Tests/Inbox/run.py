#!/usr/bin/env python3
"""Simulates a folder into which an app puts a file every hour, and checks what a store has of it.

    Tests/Inbox/run.py TOOL [DAYS [SEED [STORE]]]

Files of hours come in random order, some late, some twice, and those of some days are restated later; three full exports
of the same data come among them, and some files are damaged. The loads are killed at random moments. Afterwards the store
has exactly the samples of the exports where these cover, one aggregate of each other hour, and the ledger each content once.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

tool = os.path.abspath(sys.argv[1])
days = int(sys.argv[2]) if len(sys.argv) > 2 else 365
random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
work = tempfile.mkdtemp(prefix="inbox-")
store = sys.argv[4] if len(sys.argv) > 4 else os.path.join(work, "health.db")
HOUR = 3600
BEGIN = 1_767_225_600  # 2026-01-01 00:00:00 UTC
SOURCES = ["iPhone", "Watch"]


def clock(second):
    return time.strftime("%Y-%m-%d %H:%M:%S +0000", time.gmtime(second))


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True)


def fail(message):
    print(f"seed and days: {sys.argv[2:]}\n{message}\nfiles: {work}")
    sys.exit(1)


# What was measured: in each hour up to three samples, of one or two sources.
samples = []
for hour in range(days * 24):
    for part in random.sample(range(12), random.randint(0, 3)):
        start = BEGIN + hour * HOUR + part * 300
        samples.append((start, start + 240, random.choice(SOURCES), random.randint(1, 400)))
samples.sort()
hours = {}
for start, end, source, steps in samples:
    total, sources = hours.get((start - BEGIN) // HOUR, (0, set()))
    hours[(start - BEGIN) // HOUR] = (total + steps, sources | {source})

# A file of an hour may come before all devices were read; then the file of its day comes later, with the whole sums.
files = []


def metrics(items):
    data = [
        {"qty": qty, "date": clock(BEGIN + hour * HOUR), "source": "|".join(sorted(sources))}
        for hour, qty, sources in items
    ]
    return json.dumps({"data": {"metrics": [{"name": "step_count", "units": "count", "data": data}]}})


restated = {day for day in range(days) if random.random() < 0.2}
allowed = {}
for hour, (total, sources) in hours.items():
    allowed[hour] = {total}
    if hour // 24 in restated:
        part = max(1, total - random.randint(1, 50))
        allowed[hour].add(part)
        files.append((f"hour-{hour}.json", metrics([(hour, part, sorted(sources)[:1])])))
    else:
        files.append((f"hour-{hour}.json", metrics([(hour, total, sources)])))
for day in restated:
    items = [(hour, *hours[hour]) for hour in range(day * 24, day * 24 + 24) if hour in hours]
    if items:
        files.append((f"day-{day}.json", metrics(items)))
last = 0
for number in (1, 2, 3):
    last = BEGIN + days * number * 86_400 // 4 + 9 * HOUR + 600
    records = "".join(
        f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="{source}" sourceVersion="1" unit="count" '
        f'startDate="{clock(start)}" endDate="{clock(end)}" value="{steps}"/>'
        for start, end, source, steps in samples
        if end <= last
    )
    files.append((f"export-{number}.xml", f'<HealthData><ExportDate value="{clock(last)}"/>{records}</HealthData>'))
contents = {text for _, text in files}
for number in range(5):
    files.append((f"damaged-{number}.json", files[number][1][: -number - 2]))
files += [("again-" + name, text) for name, text in files if random.random() < 0.3]
random.shuffle(files)

inbox = os.path.join(work, "inbox")
os.mkdir(inbox)
kills = 0
batch = max(1, len(files) // 20)
for begin in range(0, len(files), batch):
    for name, text in files[begin : begin + batch]:
        path = os.path.join(inbox, name)
        with open(path, "w") as file:
            file.write(text)
        os.utime(path, (BEGIN, BEGIN + random.randint(0, 10**6)))
    arguments = [tool, "load", store, inbox, "--map", "health-auto-export#json-hours", "--new-source", "-q"]
    for wait in [random.random() * 0.5 * (1 + attempt) for attempt in range(random.randint(1, 3))]:
        process = subprocess.Popen(arguments, stderr=subprocess.DEVNULL)
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
done = run(*arguments[1:])
# 1 if the damaged files were not read by the runs before.
if done.returncode not in (0, 1):
    fail(f"load ended with {done.returncode}: {done.stderr}")
again = json.loads(run(*arguments[1:], "--json").stdout)
if again["known"] != again["files"] or again["samples"]:
    fail(f"files are not known: {again}")

stored = []
for line in run("query", store, "--type", "StepCount", "--to", "jsonl").stdout.splitlines():
    item = json.loads(line)
    if item.get("kind") == "quantity":
        stored.append(item)


def second(text):
    return int(time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))) - time.timezone


found, sums = [], {}
for item in stored:
    if item.get("metadata", {}).get("aggregate"):
        sums.setdefault((second(item["start"]) - BEGIN) // HOUR, []).append(item["value"])
    else:
        found.append((second(item["start"]), second(item["end"]), item["source"]["name"], item["value"]))
wanted = [sample for sample in samples if sample[1] <= last]
if sorted(found) != wanted:
    fail(f"{len(found)} samples of exports, expected {len(wanted)}")
# The hour of the export may have samples of one source, and an aggregate of another.
if sums and min(sums) < (last - BEGIN) // HOUR:
    fail(f"an aggregate of hour {min(sums)} counts in addition to the samples of an export")
first = (last - BEGIN) // HOUR + 1
for hour in range(first, days * 24):
    values = sums.get(hour, [])
    if len(values) != (hour in hours) or not set(values) <= allowed.get(hour, set()):
        fail(f"hour {hour} has {values}, expected one of {allowed.get(hour)}")
ledger = json.loads(run("store", "inbox", store, "--json").stdout)["files"]
loaded = [row for row in ledger if row["status"] == "loaded"]
if len({row["hash"] for row in ledger}) != len(ledger) or len(loaded) != len(contents):
    fail(f"{len(loaded)} rows of loaded files, expected {len(contents)}")
check = run("store", "check", store)
if check.returncode:
    fail(check.stdout)
print(
    f"{len(files)} files, {len(contents)} contents, {kills} kills: {len(found)} samples of exports, "
    f"{sum(map(len, sums.values()))} aggregates"
)
shutil.rmtree(work)
