#!/usr/bin/env python3
"""Measures the memory and the time of inputs that are built to cost much of both.

    run.py [--jobs N] TOOL [CASE...]

Each command must succeed with two threads (or N) within 128 MB (8 MB more for each further thread) and 60 seconds of CPU time, or be
refused with the name of a limit, and whatever it wrote must be readable under the same conditions.
"""
import argparse, os, shutil, subprocess, sys, tempfile, zipfile

arguments = argparse.ArgumentParser()
arguments.add_argument("--jobs", type=int, default=2)
arguments.add_argument("tool")
arguments.add_argument("case", nargs="*")
arguments = arguments.parse_args()
tool, chosen, jobs = os.path.realpath(arguments.tool), arguments.case, arguments.jobs
MEMORY, SECONDS = (128 + 8 * max(0, jobs - 2)) << 20, 60
HEAD = '<?xml version="1.0"?>\n<HealthData locale="en_US">\n<ExportDate value="2024-01-02 00:00:00 +0000"/>\n'
TAIL = "</HealthData>\n"
DATES = 'creationDate="2024-01-01 00:00:00 +0000" startDate="2024-01-01 00:00:00 +0000" endDate="2024-01-01 00:00:00 +0000"'


def record(type="HKQuantityTypeIdentifierHeartRate", source="Watch", device=None, inner=""):
    device = f' device="{device}"' if device else ""
    start = f'<Record type="{type}" sourceName="{source}"{device} unit="count/min" value="60" {DATES}'
    return f"{start}>{inner}</Record>\n" if inner else f"{start}/>\n"


def entry(key, value):
    return f'<MetadataEntry key="{key}" value="{value}"/>'


def write(path, parts):
    with open(path, "w") as file:
        for part in parts:
            file.write(part)


def export(path, records):
    def parts():
        yield HEAD
        yield from records
        yield TAIL

    write(path, parts())


def json_line(entries):
    entries = ",".join(f'"{key}":"{value}"' for key, value in entries)
    return (
        '{"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","unit":"count/min","value":60,'
        '"start":"2024-01-01T00:00:00Z","end":"2024-01-01T00:00:00Z","source":{"name":"Watch"},'
        f'"metadata":{{{entries}}}}}\n')


def lines(path, samples):
    write(path, ['{"kind":"dataset","version":1}\n'] + list(samples))


def many_entries(path):
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(1_000_000):
            archive.writestr(f"apple_health_export/{number}", "")


def routes(path, points, references):
    """An archive with as many workouts as there are lists of names of route files, which have so many points."""
    def workout(number, names):
        at = f"2024-01-{1 + number // 24:02} {number % 24:02}"
        dates = f'startDate="{at}:00:00 +0000" endDate="{at}:30:00 +0000"'
        parts = "".join(f'<WorkoutRoute sourceName="Watch" {dates}>\n  <FileReference path="/workout-routes/{name}"/>\n </WorkoutRoute>\n ' for name in names)
        return f'<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" {dates}>\n  {parts}</Workout>\n'

    point = '<trkpt lon="13.{0:06}" lat="52.{0:06}"><ele>34.{0:06}</ele><time>2024-01-01T{1:02}:{2:02}:{3:02}Z</time><extensions><speed>2.5</speed><course>90.1</course><hAcc>1.5</hAcc><vAcc>1.2</vAcc></extensions></trkpt>\n'
    text = "".join(point.format(n, n // 3600, n // 60 % 60, n % 60) for n in range(points))
    gpx = f'<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Route</name><trkseg>{text}</trkseg></trk></gpx>'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        # Not packed, so that it is long enough for several threads.
        main = HEAD + record() * 20_000 + "".join(workout(n, names) for n, names in enumerate(references)) + TAIL
        archive.writestr("apple_health_export/export.xml", main, zipfile.ZIP_STORED)
        for name in sorted({name for names in references for name in names}):
            archive.writestr(f"apple_health_export/workout-routes/{name}", gpx)


DEVICE = "&lt;&lt;HKDevice: 0x{0:x}&gt;, name:Watch {0}, manufacturer:Apple, model:Watch, hardware:Watch{0}&gt;"
MB = 1_000_000
# An export as phones make it: half of the memory must do.
USUAL = "a usual export of 60 MB"
CASES = {
    "a million devices": ("xml", lambda p: export(p, (record(device=DEVICE.format(n)) for n in range(MB)))),
    "a million sources": ("xml", lambda p: export(p, (record(source=f"Source {n}") for n in range(MB)))),
    "a million types": ("xml", lambda p: export(p, (record(type=f"HKQuantityTypeIdentifierX{n}") for n in range(MB)))),
    "100 sources of 8 MB": ("xml", lambda p: export(p, (record(source=chr(97 + n % 26) * (8 * MB) + str(n)) for n in range(100)))),
    "100 sources of 7 MB in metadata": ("xml", lambda p: export(p, (record(source=f"S{n}", inner=entry("k", "v" * 7 * MB)) for n in range(100)))),
    "400 entries of 1 MB": ("xml", lambda p: export(p, (record(inner="".join(entry(f"k{n}", "v" * MB) for n in range(400))) for _ in range(2)))),
    "a source of 60 MB": ("xml", lambda p: export(p, [record(source="s" * 60 * MB)])),
    "an entry of 60 MB": ("xml", lambda p: export(p, [record(inner=entry("k", "v" * 60 * MB))])),
    "25 lines of 60 MB": ("jsonl", lambda p: lines(p, (json_line([("k", "v" * 60 * MB)]) for _ in range(25)))),
    "25 lines of 12 MB": ("jsonl", lambda p: lines(p, (json_line([("k", "v" * 12 * MB)]) for _ in range(25)))),
    "a line of 9 MB": ("jsonl", lambda p: lines(p, [json_line([("k", "v" * 9 * MB)])])),
    "4 MB of quotes": ("jsonl", lambda p: lines(p, [json_line([("k", '\\"' * 4 * MB)])])),
    "12 MB in two texts": ("jsonl", lambda p: lines(p, [json_line([("k", "v" * 6_000_000), ("l", "v" * 6_000_000)])])),
    "50,000 entries": ("jsonl", lambda p: lines(p, [json_line([(f"k{n}", "v") for n in range(50_000)])])),
    "2,000 texts of 100 KB": ("xml", lambda p: export(p, (record(inner=entry("k", f"{n}{'v' * 100_000}")) for n in range(2_000)))),
    "two million equal samples": ("xml", lambda p: export(p, (record() for _ in range(2 * MB)))),
    "a million files": ("zip", many_entries),
    "3,000 references to a route that is too long": ("zip", lambda p: routes(p, 50_001, [["a.gpx"] * 1_000] * 3)),
    "40 routes of 50,000 points": ("zip", lambda p: routes(p, 50_000, [[f"{n}.gpx"] for n in range(40)])),
    USUAL: ("zip", lambda p: subprocess.run([tool, "generate", "--seed", "1", "--size", "60MB", "-o", p], check=True)),
}
# Texts of 7 MB wherever an export can have them, each in a sample of its own.
TEXT = "v" * 7 * MB
CARRIERS = {
    "devices": lambda n: record(device=f"&lt;&lt;HKDevice: 0x1&gt;, name:{TEXT}{n}&gt;"),
    "unknown attributes": lambda n: record().replace(" unit=", f' odd="{TEXT}" unit='),
    "unknown elements": lambda n: f'<Odd a="{TEXT}"/>\n',
    "values": lambda n: record().replace('value="60"', f'value="60.{"0" * 7 * MB}"'),
    "types": lambda n: record(type=f"T{n}{TEXT}"),
    "workout events": lambda n: '<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="W" ' + DATES
    + f'><WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-01-01 00:00:00 +0000">{entry("k", TEXT)}</WorkoutEvent></Workout>\n',
    "members": lambda n: f'<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="W" {DATES}>'
    + record(inner=entry("k", TEXT)) + "</Correlation>\n",
}
for carrier, text in CARRIERS.items():
    CASES[f"30 {carrier} of 7 MB"] = ("xml", lambda p, text=text: export(p, (text(n) for n in range(30))))
OUTPUTS = ["out.xml", "out.zip", "out.jsonl", "out.jsonl.gz", "out.csv", "out.csv-dataset/", "out.parquet/", "out.db"]


def measured(arguments, folder):
    """Status, messages, peak memory in bytes and CPU time in seconds."""
    child = subprocess.Popen([tool] + arguments + ["--jobs", str(jobs)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    messages = child.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    return os.waitstatus_to_exitcode(status), messages, usage.ru_maxrss << 10, usage.ru_utime + usage.ru_stime


def defects(arguments, folder, allowed=(0,), most=MEMORY):
    status, messages, memory, seconds = measured(arguments, folder)
    found = []
    if status not in allowed and "(limit '" not in messages:
        found.append(f"status {status}, no limit: {messages[-200:].strip()}")
    if memory > most:
        found.append(f"{memory >> 20} MiB")
    if seconds > SECONDS:
        found.append(f"{seconds:.0f} s")
    print(f"  {' '.join(arguments):60} {status:3} {memory >> 20:5} MiB {seconds:6.1f} s  {'; '.join(found)}", flush=True)
    return status, len(found)


def main():
    total = 0
    for name in chosen or CASES:
        ending, make = CASES[name]
        with tempfile.TemporaryDirectory(prefix="healthconv-limits.") as folder:
            # In a process of its own: the peak of a parent counts as that of its children.
            if (child := os.fork()) == 0:
                make(os.path.join(folder, f"in.{ending}"))
                os._exit(0)
            os.waitpid(child, 0)
            size = os.path.getsize(os.path.join(folder, f"in.{ending}"))
            print(f"{name}: {size / 1e6:.0f} MB", flush=True)
            source = f"in.{ending}"
            most = MEMORY - (64 << 20) if name == USUAL else MEMORY
            for arguments in [["info", source], ["validate", source], ["convert", "--sort", "start", source, "-o", "sorted.jsonl"],
                              ["diff", source, source], ["stats", "--by", "day", source]]:
                total += defects(arguments, folder, (0, 1), most)[1]
            for output in OUTPUTS:
                options = ["--to", output[4:-1]] if output.endswith("/") else []
                status, found = defects(["convert", "-q", source, "-o", output] + options, folder, most=most)
                total += found
                path = os.path.join(folder, output)
                if status != 0:
                    if os.path.exists(path):
                        print(f"    '{output}' was left", flush=True)
                        total += 1
                    continue
                # Written without a complaint: it can be read, without the help of a limit.
                status, found = defects(["info", output], folder, most=most)
                total += found + (status != 0)
                shutil.rmtree(path) if output.endswith("/") else os.remove(path)
    print(f"test-limits: {total} defects")
    sys.exit(1 if total else 0)


main()
