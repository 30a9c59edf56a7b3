#!/usr/bin/env python3
"""Measures the memory and the time of inputs that are built to cost much of both.

    run.py [--jobs N] [--output NAME] TOOL [CASE...]

Each command must succeed with two threads (or N) within 128 MB (8 MB more for each further thread) and 60 seconds of CPU time, or be
refused with the name of a limit, and whatever it wrote must be readable under the same conditions.
"""
import io, argparse, base64, datetime, os, random, shutil, sqlite3, subprocess, sys, tempfile, zipfile

arguments = argparse.ArgumentParser()
arguments.add_argument("--jobs", type=int, default=2)
arguments.add_argument("--output", action="append", help="one of the outputs instead of all; no other commands run")
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


def gpx(path, tracks, points):
    """A GPX file of tracks with so many points, an hour apart."""
    def parts():
        yield '<?xml version="1.0"?>\n<gpx version="1.1" creator="Tracker" xmlns="http://www.topografix.com/GPX/1/1">\n'
        for track in range(tracks):
            yield f"<trk><name>{track}</name><trkseg>\n"
            for n in range(points):
                yield f'<trkpt lat="52.{n:06}" lon="13.{n:06}"><ele>{n % 100}</ele><time>{moment(track, n)}</time></trkpt>\n'
            yield "</trkseg></trk>\n"
        yield "</gpx>\n"

    write(path, parts())


def tcx(path, activities, points):
    """A TCX file of activities with so many points, an hour apart."""
    def parts():
        yield '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>\n'
        for activity in range(activities):
            yield f'<Activity Sport="Running"><Id>{moment(activity, 0)}</Id><Lap StartTime="{moment(activity, 0)}"><Track>\n'
            for n in range(points):
                yield (f"<Trackpoint><Time>{moment(activity, n)}</Time><Position><LatitudeDegrees>52.{n:06}</LatitudeDegrees>"
                       f"<LongitudeDegrees>13.{n:06}</LongitudeDegrees></Position><AltitudeMeters>{n % 100}</AltitudeMeters>"
                       f"<HeartRateBpm><Value>{60 + n % 90}</Value></HeartRateBpm></Trackpoint>\n")
            yield "</Track></Lap></Activity>\n"
        yield "</Activities></TrainingCenterDatabase>\n"

    write(path, parts())


def moment(hour, second):
    at = datetime.datetime(2024, 1, 1) + datetime.timedelta(hours=20 * hour, seconds=second)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def fit(path, records):
    """A FIT file of one activity with so many records of a time and a heart rate; returns its bytes without a path."""
    file_id = bytes([0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0, 4])
    definition = bytes([0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 0x02])
    body = file_id + definition + b"".join(b"\1" + (1_000_000_000 + n).to_bytes(4, "little") + bytes([60 + n % 90]) for n in range(records))
    header = bytes([12, 0x10, 0, 0]) + len(body).to_bytes(4, "little") + b".FIT"
    whole = header + body + b"\0\0"
    if path:
        open(path, "wb").write(whole)
    return whole


def garmin(path, content):
    """Garmin's archive: an archive in the archive, with one file of this content, or with 300 FIT files."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(1 if content else 300):
            archive.writestr(f"{number}.fit", content or fit(None, 10_000))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_1.zip", inner.getvalue())


def strava(path):
    """Strava's archive with long texts in its list."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        rows = "".join(f'{n},"Jun 1, 2024, 6:00:00 AM",{"v" * 4_000_000},Run,activities/{n}.fit\n' for n in range(10))
        archive.writestr("activities.csv", "Activity ID,Activity Date,Activity Name,Activity Type,Filename\n" + rows)
        archive.writestr("activities/1.fit", fit(None, 10))


def converted(path, samples, change=None, arguments=()):
    """Lines converted to a store or to files of Parquet; a store is changed after that."""
    source = f"{path.rstrip('/')}.jsonl"
    lines(source, samples)
    subprocess.run([tool, "convert", "-q", source, *arguments, "-o", path], check=True)
    os.remove(source)
    if change:
        database = sqlite3.connect(path)
        change(database)
        database.commit()
        database.close()


def store(path, samples, *statements):
    """A store of these lines in which statements of SQL have been run: text, or text and parameters."""
    def change(database):
        for statement in statements:
            database.execute(*([statement] if isinstance(statement, str) else statement))

    converted(path, samples, change)


def parquet(path, samples, change):
    """Files of Parquet of these lines, of which some are changed: a function of the columns of each."""
    import pyarrow, pyarrow.parquet as files
    converted(f"{path}/", samples, arguments=["--to", "parquet"])
    for table, edit in change.items():
        name = os.path.join(path, f"{table}.parquet")
        rows = files.read_table(name)
        edited = edit(rows)
        files.write_table(
            edited.replace_schema_metadata(rows.schema.metadata), name, compression="snappy", use_dictionary=True,
            dictionary_pagesize_limit=16 << 20, data_page_size=8 << 20, row_group_size=1 << 20, write_batch_size=4096)


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
    "GPX with a track of a million points": ("gpx", lambda p: gpx(p, 1, MB)),
    "GPX with 40 tracks of 20,000 points": ("gpx", lambda p: gpx(p, 40, 20_000)),
    "TCX with an activity of 400,000 points": ("tcx", lambda p: tcx(p, 1, 400_000)),
    "TCX with 40 activities of 10,000 points": ("tcx", lambda p: tcx(p, 40, 10_000)),
    "FIT of 3 million records": ("fit", lambda p: fit(p, 3 * MB)),
    "an archive of Garmin with a bomb": ("zip", lambda p: garmin(p, b"\0" * 400 * MB)),
    "an archive of Garmin with 300 FIT files of 60 KB": ("zip", lambda p: garmin(p, None)),
    "a list of Strava with 40 MB of notes": ("zip", strava),
    USUAL: ("zip", lambda p: subprocess.run([tool, "generate", "--seed", "1", "--size", "60MB", "-o", p], check=True)),
}
# Stores and Parquet, in which samples refer to texts that are stored once, and texts that become longer when they are written.
TYPES = [json_line([("k", "v")]).replace("HKQuantityTypeIdentifierHeartRate", f"T{n}") for n in range(400)]
SECONDS_OF_DAY = [f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}" for n in range(86_400)]


def many_lines(count, entries=(("k", "v"),)):
    return [json_line(entries).replace("00:00:00", SECONDS_OF_DAY[n]) for n in range(count)]


def random_text(seed, count):
    return base64.b64encode(random.Random(seed).randbytes(count * 3 // 4)).decode()


def lengthened(column, text):
    """A table with another text in a column, as often as it has rows."""
    def edit(table):
        import pyarrow
        place = table.schema.get_field_index(column)
        rows = pyarrow.array([0] * table.num_rows, pyarrow.int32())
        return table.set_column(place, column, pyarrow.DictionaryArray.from_arrays(rows, pyarrow.array([text])))

    return edit


def correlation(members):
    inside = ",".join('{"membership":"nestedOnly","sample":' + json_line([("k", f"v{n}")]).strip() + "}" for n in range(members))
    return json_line([("k", "v")]).replace('"quantity"', '"correlation"', 1).replace(
        'QuantityTypeIdentifierHeartRate","unit":"count/min","value":60', 'CorrelationTypeIdentifierFood"').replace(
        '"metadata":', f'"members":[{inside}],"metadata":')


CASES |= {
    "400 series of a source of 4 MB": ("db", lambda p: store(p, TYPES, ("UPDATE source SET name = ?", ["s" * 4 * MB]))),
    "400 types of 1 MB": ("db", lambda p: store(p, TYPES, ("UPDATE type SET identifier = identifier || ?", ["t" * MB]))),
    "40 series of as many sources of 4 MB": ("db", lambda p: store(
        p, [line.replace('"Watch"', f'"W{n}"') for n, line in enumerate(TYPES[:40])], ("UPDATE source SET name = name || ?", ["s" * 4 * MB]))),
    "40,000 samples of a source of 4 MB": ("db", lambda p: store(p, many_lines(40_000), ("UPDATE source SET name = ?", ["s" * 4 * MB]))),
    "40,000 samples of a device of 8 KB": ("db", lambda p: store(p, many_lines(40_000), ("UPDATE source SET version = ?", ["s" * 7_000]))),
    # Too much text for a dictionary, too little to end a page by itself.
    "80,000 samples of four sources of 30 KB": ("db", lambda p: store(
        p, [line.replace('"Watch"', f'"W{n % 4}"') for n, line in enumerate(many_lines(80_000))],
        ("UPDATE source SET name = name || ?", ["s" * 30_000]))),
    "2,000 metadata of a key of 1 MB": ("db", lambda p: store(
        p, [line for n, line in enumerate(many_lines(2_000, [("k", "V")]))], ("UPDATE metadata_key SET name = ?", ["k" * MB]))),
    "20,000 entries of a key of 1 MB": ("db", lambda p: store(
        p, [json_line([(f"k{n}", "v") for n in range(20_000)])], ("UPDATE metadata_key SET name = number || ? WHERE number < 40", ["k" * MB]))),
    "20,000 members of two sources of 4 MB": ("db", lambda p: store(
        p, [correlation(20_000)], ("UPDATE source SET name = ?", ["s" * 4 * MB]))),
    "members with extras of 1 MB": ("db", lambda p: store(
        p, [correlation(200)], ("UPDATE sample SET extras = ? WHERE parent IS NOT NULL", ['{"attributes":{"a":"' + "x" * MB + '"}}']))),
    "extras of a million attributes": ("db", lambda p: store(
        p, TYPES[:20], ("UPDATE sample SET extras = ?", ['{"attributes":{' + ",".join(f'"a{n}":""' for n in range(MB)) + "}}"]))),
    "60 characteristics of 1 MB": ("db", lambda p: store(
        p, TYPES, *[("INSERT INTO characteristic VALUES (?, 'T' || ?, ?)", [n, n, "c" * MB]) for n in range(10, 70)])),
    "20 texts of 14 MB of control characters": ("db", lambda p: store(
        p, [line.replace('"k":"v"', f'"k":"v{n}"') for n, line in enumerate(TYPES[:20])],
        ("UPDATE metadata_entry SET value = metadata || ?", ["\x01" * 14 * MB]))),
    "1,400 texts of 10 KB of control characters": ("db", lambda p: store(
        p, [json_line([(f"k{n}", "v") for n in range(1_400)])], ("UPDATE metadata_entry SET value = n || ?", ["\x01" * 10_000]))),
    "a text of 7 KB of a dictionary 80,000 times": ("parquet", lambda p: parquet(p, many_lines(80_000), {"quantity": lengthened("source", "s" * 7_000)})),
    "a text of a dictionary of 1 MB 80,000 times": ("parquet", lambda p: parquet(p, many_lines(80_000), {"quantity": lengthened("source", "s" * MB)})),
    "metadata of a dictionary": ("parquet", lambda p: parquet(p, many_lines(80_000), {"quantity_metadata": lengthened("value", "v" * 50_000)})),
    "20 lines of two random texts of 3.5 MB": ("jsonl", lambda p: lines(
        p, (json_line([("k", random_text(2 * n, 3_500_000)), ("l", random_text(2 * n + 1, 3_500_000))]) for n in range(20)))),
    "10 lines of 200,000 texts": ("jsonl", lambda p: lines(p, [json_line([(f"k{n}", "v") for n in range(200_000)])] * 10)),
    "10 lines of 240,000 repeated keys": ("jsonl", lambda p: lines(
        p, [json_line([]).replace('{}', '{' + ",".join(f'"k{n}":["v","w","x"]' for n in range(80_000)) + '}')] * 10)),
    "10 lines of 80,000 pairs": ("jsonl", lambda p: lines(
        p, [json_line([]).replace('{}', "[" + ",".join(f'["k{n * n % 7919}","v"]' for n in range(80_000)) + "]")] * 10)),
    "10 entries of 8 MB of quotes": ("xml", lambda p: export(
        p, (record(inner=f"<MetadataEntry key=\"k{n}\" value='{chr(34) * 8 * MB}'/>") for n in range(10)))),
    "20 devices of 11 MB": ("jsonl", lambda p: lines(
        p, (json_line([("k", "v")]).replace('"source":', f'"device":{{"name":"{n}{"d" * 11 * MB}"}},"source":') for n in range(20)))),
}
# Resources of FHIR with many items in one place.
def observation(number=0, extra=""):
    return ('{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},'
            f'"effectiveDateTime":"2024-01-01T{SECONDS_OF_DAY[number % 86_400]}Z"{extra},"valueQuantity":{{"value":60,'
            '"system":"http://unitsofmeasure.org","code":"kg"}}')


def bundle(entries):
    return '{"resourceType":"Bundle","type":"collection","entry":[' + ",".join(f'{{"resource":{entry}}}' for entry in entries) + "]}"


def bundles_in_bundles(depth):
    text = observation()
    for _ in range(depth):
        text = bundle([text])
    return text


CASES |= {
    "a bundle of 400,000 observations on one line": ("json", lambda p: write(p, [bundle(map(observation, range(400_000)))])),
    "20 bundles of 2,000 observations in a bundle": ("json", lambda p: write(p, [bundle(bundle(map(observation, range(n, n + 2_000))) for n in range(0, 40_000, 2_000))])),
    "a bundle in 160 others": ("json", lambda p: write(p, [bundles_in_bundles(160)])),
    "20 observations of 50,000 components": ("ndjson", lambda p: write(
        p, (observation(n, ',"component":[' + ",".join(['{"code":{"text":"a"}}'] * 50_000) + "]") + "\n" for n in range(20)))),
    "an observation of 300,000 codes": ("ndjson", lambda p: write(p, [observation(0, ',"x":[' + ",".join(["1"] * 300_000) + "]") + "\n"])),
    "a patient of 40,000 identifiers": ("ndjson", lambda p: write(
        p, ['{"resourceType":"Patient","identifier":[' + ",".join(f'{{"value":"{n}"}}' for n in range(40_000)) + "]}\n"]
        + [observation(n, f',"subject":{{"identifier":{{"value":"{n % 60}"}}}}') + "\n" for n in range(40_000)])),
    "an electrocardiogram of 8 MB": ("ndjson", lambda p: write(
        p, [observation(0, ',"component":[{"valueSampledData":{"period":2,"data":"' + "1 " * 4 * MB + '"}}]').replace(
            "http://loinc.org", "http://developer.apple.com/documentation/healthkit").replace("29463-7", "HKElectrocardiogram") + "\n"])),
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
OUTPUTS = ["out.xml", "out.zip", "out.jsonl", "out.jsonl.gz", "out.csv", "out.csv-dataset/", "out.parquet/", "out.db",
           "out.fhir/", "out.open-mhealth.json", "out.health-auto-export.json", "out.health-connect.zip",
           "out.gpx", "out.tcx", "out.fit/", "out.geojson", "out.kml", "out.lp", "out.xlsx"]
WRITTEN_ONLY = ("open-mhealth.json", ".geojson", ".kml", ".lp", ".xlsx")


def measured(arguments, folder):
    """Status, messages, peak memory in bytes and CPU time in seconds."""
    threads = ["--jobs", str(jobs)] if arguments[0] not in ("changes", "store", "delete") else []
    # The report of 'validate' names faults on standard output.
    output = subprocess.STDOUT if arguments[0] == "validate" else subprocess.PIPE
    child = subprocess.Popen(
        [tool] + arguments + threads, cwd=folder, stdout=subprocess.PIPE if arguments[0] == "validate" else subprocess.DEVNULL, stderr=output)
    messages = (child.stderr or child.stdout).read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    return os.waitstatus_to_exitcode(status), messages, usage.ru_maxrss << 10, usage.ru_utime + usage.ru_stime


def defects(arguments, folder, allowed=(0,), most=MEMORY):
    status, messages, memory, seconds = measured(arguments, folder)
    found = []
    isRefusal = "(limit '" in messages and status in (65, 69, 74) or "holds one workout, and the input has none" in messages
    if status not in allowed and not isRefusal:
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
            made = os.path.join(folder, f"in.{ending}")
            files = [os.path.join(made, name) for name in os.listdir(made)] if os.path.isdir(made) else [made]
            size = sum(map(os.path.getsize, files))
            print(f"{name}: {size / 1e6:.0f} MB", flush=True)
            source = f"in.{ending}"
            most = MEMORY - (64 << 20) if name == USUAL else MEMORY
            commands = [["info", source], ["validate", source], ["convert", "--sort", "start", source, "-o", "sorted.jsonl"],
                        ["diff", source, source], ["stats", "--by", "day", source]]
            if ending == "db":
                commands += [["query", "--where", "source = 'x' or value > 1000", source], ["changes", source], ["store", "info", source],
                             ["store", "check", source], ["delete", "--dry-run", "--where", "source = 'x' or value > 1000", source],
                             ["delete", "--where", "source = 'x' or value > 1000", source]]
            for command in [] if arguments.output else commands:
                total += defects(command, folder, (0, 1), most)[1]
            for output in arguments.output or OUTPUTS:
                options = ["--to", output[4:].split(".json")[0].split(".zip")[0].rstrip("/")] if output.endswith(("/", ".json", "-connect.zip")) else []
                status, found = defects(["convert", "-q", source, "-o", output] + options, folder, most=most)
                total += found
                path = os.path.join(folder, output)
                if status != 0:
                    if os.path.exists(path):
                        print(f"    '{output}' was left", flush=True)
                        total += 1
                    continue
                # Written without a complaint: it can be read, without the help of a limit.
                if not output.endswith(WRITTEN_ONLY):
                    status, found = defects(["info", output], folder, most=most)
                    total += found + (status != 0)
                shutil.rmtree(path) if output.endswith("/") else os.remove(path)
    print(f"test-limits: {total} defects")
    sys.exit(1 if total else 0)


main()
