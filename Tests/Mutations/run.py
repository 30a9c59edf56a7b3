#!/usr/bin/env python3
"""Changes files at random, and runs commands on them.

    run.py TOOL [MINUTES] [SEED]

Demanded of each run: a documented exit status other than 70, a message if it is not 0, an end within 20 seconds and within
128 MB, no output that is left under its name after an error, and no other file. An input that breaks this is kept in
the folder that is named.
"""
import os, random, shutil, sqlite3, subprocess, sys, tempfile, threading, time, zipfile

tool = os.path.realpath(sys.argv[1])
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
samples = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "Samples"))
MEMORY, SECONDS = 128 << 20, 20
TEXTS = [b"\0", b"<", b">", b"\"", b"&", b"&#x0;", b"<!--", b"]]>", b"<![CDATA[", b"\xff\xfe", b"\xc3\x28", b"{", b"[", b"\n", b"\r",
         b",", b"\"\"", b"-1", b"9" * 40, b"1e999", b"NaN", b"-0", b"9223372036854775808", b"\xe2\x80\xae", b"../", b"A" * 70_000,
         b"<a>" * 300, b"[" * 700, b"\xff\xff\xff\xff", b"\x00\x00\x00\x80", b"PK\x05\x06", b"PK\x01\x02", b"1970-01-01", b"+25:99"]
COMMANDS = [["info"], ["validate"], ["convert", "-q", "OUT.jsonl"], ["convert", "-q", "OUT.xml"], ["convert", "-q", "OUT.csv"],
            ["convert", "-q", "OUT.zip"], ["convert", "-q", "OUT.db"], ["convert", "-q", "--to", "csv-dataset", "OUT/"],
            ["convert", "-q", "--normalize", "--sort", "start", "OUT.jsonl"], ["convert", "-q", "OUT.gpx"],
            ["convert", "-q", "OUT.tcx"], ["convert", "-q", "--to", "fit", "OUT/"],
            ["validate", "--fix"], ["query", "--where", "value > 1 or type = 'StepCount'"], ["store", "check"], ["store", "info"],
            ["convert", "-q", "--to", "parquet", "OUT/"], ["stats", "--by", "day"], ["stats", "--answer", "sleep"],
            ["stats", "--merge-sources", "max", "--by", "week"], ["convert", "-q", "--map", "MAP", "--zone", "UTC", "OUT.jsonl"],
            ["mcp", "--allow", "samples"],
            ["convert", "-q", "--to", "fhir", "OUT/"], ["convert", "-q", "--to", "fhir", "--layout", "bundle", "OUT.json"],
            ["convert", "-q", "OUT.lp"], ["convert", "-q", "OUT.geojson"], ["convert", "-q", "OUT.kml"],
            ["convert", "-q", "--policy", "POLICY", "OUT.jsonl"], ["stats", "-o", "OUT.xlsx"], ["report", "-o", "OUT.html"],
            ["convert", "-q", "--to", "open-mhealth", "OUT.json"], ["convert", "-q", "--to", "health-auto-export", "OUT.json"],
            ["convert", "-q", "--to", "health-connect", "OUT.zip"], ["load", "new.db"], ["merge", "in.xml", "OUT.jsonl"], ["diff", "in.xml"]]
# Messages for the server, of which one is changed, too.
MESSAGES = b"".join(
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{%s}}}\n' % call
    for call in [(b"describe", b""), (b"statistics", b'"types":["steps","hr"],"interval":"day"'), (b"answer", b'"answer":"workouts"'),
                 (b"samples", b'"limit":9')])
REPLY = 1 << 14


def changed(content, dice, others):
    content = bytearray(content)
    for _ in range(dice.choice([1, 1, 1, 2, 4, 16])):
        place = dice.randrange(len(content) + 1)
        end = min(len(content), place + dice.choice([1, 4, 16, 256, 4096]))
        kind = dice.randrange(7)
        if kind == 0 and content:
            content[place % len(content)] ^= 1 << dice.randrange(8)
        elif kind == 1 and content:
            content[place % len(content)] = dice.randrange(256)
        elif kind == 2:
            del content[place:end]
        elif kind == 3:
            content[place:place] = dice.choice(TEXTS)
        elif kind == 4:
            content[place:place] = content[place:end] * dice.choice([1, 2, 50])
        elif kind == 5:
            other = dice.choice(others)
            start = dice.randrange(len(other) + 1)
            content[place:end] = other[start:start + dice.choice([4, 64, 1024])]
        else:
            del content[place:]
        if not content:
            content = bytearray(b" ")
    return bytes(content)


def write_changed(path, name, content, dice, others):
    if not name.endswith(".zip") or dice.random() < 0.3:
        open(path, "wb").write(changed(content, dice, others))
        return
    # A sound archive of changed members.
    open(path + ".whole", "wb").write(content)
    try:
        with zipfile.ZipFile(path + ".whole") as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
            members = old.infolist()
            which = dice.randrange(len(members))
            for place, member in enumerate(members):
                data = old.read(member)
                new.writestr(member.filename, changed(data, dice, others) if place == which else data)
    except (zipfile.BadZipFile, ValueError, IndexError):
        open(path, "wb").write(changed(content, dice, others))
    os.remove(path + ".whole")


def attempt(dice, inputs, others, folder):
    name, content = dice.choice(inputs)
    before = os.path.join(folder, name)
    write_changed(before, name, content, dice, others)
    command = list(dice.choice(COMMANDS))
    output = None
    if "MAP" in command:
        # A changed map and a sound table; else the input is changed, and the commands are sound.
        maps = [(name, content) for name, content in inputs if name.endswith(".yml")]
        table = next((n, c) for n, c in inputs if n == "steps.csv")
        open(os.path.join(folder, "changed.yml"), "wb").write(changed(dice.choice(maps)[1], dice, others))
        os.remove(before)
        name, before = table[0], os.path.join(folder, table[0])
        open(before, "wb").write(table[1])
        command[command.index("MAP")] = "changed.yml"
    if "POLICY" in command:
        command[command.index("POLICY")] = "given.yml"
        policy, key = (next(c for n, c in inputs if n == wanted) for wanted in ["research.yml", "study.key"])
        open(os.path.join(folder, "study.key"), "wb").write(key)
        os.chmod(os.path.join(folder, "study.key"), 0o600)
        open(os.path.join(folder, "given.yml"), "wb").write(changed(policy, dice, others) if dice.random() < 0.3 else policy)
    if command[-1].startswith("OUT"):
        output = command.pop()
        arguments = command + [name, "-o", output]
    else:
        arguments = command + [name]
    if command[0] == "load":
        # A file that was just changed waits.
        os.utime(before, (1e9, 1e9))
    if "in.xml" in command and name != "in.xml":
        open(os.path.join(folder, "in.xml"), "wb").write(next(c for n, c in inputs if n == "in.xml"))
    with tempfile.TemporaryFile() as messages:
        if command[0] == "mcp":
            messages.write(MESSAGES + changed(MESSAGES, dice, others) + b"\n" + MESSAGES)
            messages.seek(0)
        child = subprocess.Popen([tool] + arguments, cwd=folder, stdin=messages, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    timer = threading.Timer(SECONDS, child.kill)
    timer.start()
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    status = os.waitstatus_to_exitcode(status)
    found = []
    if status not in (0, 1, 64, 65, 66, 69, 73, 74):
        found.append(f"status {status}")
    if status != 0 and not said.strip():
        found.append("no message")
    if command[0] == "mcp" and any(len(line) >= REPLY for line in said.splitlines()):
        found.append("a reply is too long")
    if usage.ru_maxrss << 10 > MEMORY:
        found.append(f"{usage.ru_maxrss >> 10} MiB")
    left = set(os.listdir(folder)) - {name, "changed.yml", "study.key"} - set(command)
    if "new.db" in os.listdir(folder) and subprocess.run([tool, "store", "check", "new.db"], cwd=folder, capture_output=True).returncode:
        found.append("the store is not sound")
    if output and status == 0:
        left -= {output.rstrip("/")}
    if output and status == 65:
        # What was read before a cut is written, and said.
        left -= {output.rstrip("/")}
    if left:
        found.append(f"left: {sorted(left)}")
    return name, arguments, found, said


def health_connect(path):
    """A database of Health Connect with two tables and what they refer to."""
    times = "uuid BLOB, app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER, start_time INTEGER, " \
        "start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER"
    database = sqlite3.connect(path)
    database.executescript(f"""
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
        CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, {times}, count INTEGER);
        CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, {times});
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
        INSERT INTO application_info_table VALUES (1, 'com.example', NULL);
        INSERT INTO device_info_table VALUES (1, NULL, NULL, 0), (2, 'Example', 'Watch', 1);""")
    for row in range(1, 200):
        start = 1767340800000 + row * 60_000
        values = (row, row.to_bytes(16, "big"), 1, 2, 3, start, 3600, start + 60_000, 3600)
        database.execute("INSERT INTO steps_record_table VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values + (row,))
        database.execute("INSERT INTO heart_rate_record_table VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        database.execute("INSERT INTO heart_rate_record_series_table VALUES (?, ?, ?)", (row, 60, start))
    database.commit()
    database.close()


def main():
    dice = random.Random(seed)
    inputs = []
    with tempfile.TemporaryDirectory() as folder:
        for arguments in ["generate --seed 3 --days 1 -o in.zip", "convert -q in.zip -o in.xml", "convert -q in.zip -o in.jsonl",
                          "convert -q in.zip -o in.csv", "convert -q in.zip -o in.db", "convert -q in.zip -o in.gpx",
                          "convert -q in.zip -o in.tcx", "convert -q in.zip --to fit -o fit.zip",
                          "convert -q in.zip -o in.jsonl.gz", "convert -q in.zip --to parquet -o parquet.zip",
                          "convert -q in.zip --to csv-dataset -o tables.zip", "convert -q in.zip --to fhir -o fhir.zip",
                          "convert -q in.zip --to open-mhealth -o omh.json", "convert -q in.zip --to health-auto-export -o hae.json",
                          "convert -q in.zip --to fhir --layout transaction --patient a -o bundle.json"]:
            subprocess.run([tool] + arguments.split(), cwd=folder, check=True, capture_output=True)
        subprocess.run([tool, "policy", "key", "new", "study.key"], cwd=folder, check=True, capture_output=True)
        policy = subprocess.run([tool, "policy", "new", "--profile", "research"], cwd=folder, check=True, capture_output=True).stdout
        open(os.path.join(folder, "research.yml"), "wb").write(policy)
        health_connect(os.path.join(folder, "health_connect_export.db"))
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                inputs.append((name, open(path, "rb").read()))
    inputs.append(("steps.csv", b"Date,Steps\n2024-06-01,100\n2024-06-02,200\n"))
    for top in ["accept", "refuse", "csv-maps"]:
        for path, _, names in sorted(os.walk(os.path.join(samples, top))):
            inputs += [(name, open(os.path.join(path, name), "rb").read()) for name in sorted(names) if os.path.getsize(os.path.join(path, name)) < 1 << 20]
    for name in ["run.fit", "day.fit"]:
        inputs.append((name, open(os.path.join(samples, "commands", name), "rb").read()))
    with tempfile.TemporaryDirectory() as folder:
        # The export of Strava: a list, and activities by the names in it.
        path = os.path.join(folder, "strava.zip")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("activities.csv", "Activity ID,Activity Date,Activity Name,Activity Type,Filename,Elapsed Time\n"
                             '1,"Jun 1, 2024, 6:00:00 AM",Run,Run,activities/1.fit,60\n2,"Jun 2, 2024, 6:00:00 AM",Swim,Swim,,60\n')
            archive.write(os.path.join(samples, "commands", "run.fit"), "activities/1.fit")
            archive.write(os.path.join(samples, "accept", "tcx", "strava.tcx"), "activities/2.tcx")
        inputs.append(("strava.zip", open(path, "rb").read()))
        garmin = os.path.join(folder, "garmin.zip")
        with zipfile.ZipFile(garmin, "w") as archive:
            archive.write(path, "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_1.zip")
        inputs.append(("garmin.zip", open(garmin, "rb").read()))
    maps = os.path.join(samples, "..", "Sources", "HealthFormats", "CSV", "Mapping", "Maps")
    inputs += [(name, open(os.path.join(maps, name), "rb").read()) for name in sorted(os.listdir(maps))]
    others = [content for _, content in inputs]
    end, tried, defects = time.monotonic() + minutes * 60, 0, 0
    while time.monotonic() < end:
        folder = tempfile.mkdtemp(prefix="healthconv-mutations.")
        name, arguments, found, said = attempt(dice, inputs, others, folder)
        tried += 1
        if found:
            defects += 1
            print(f"test-mutations: {' '.join(arguments)}: {'; '.join(found)}: {folder}\n  {said[-300:]!r}", flush=True)
        else:
            shutil.rmtree(folder)
    print(f"test-mutations: {tried} inputs, {defects} defects, seed {seed}")
    sys.exit(1 if defects else 0)


main()
