#!/usr/bin/env python3
"""Runs commands with several threads under the thread sanitizer, and compares what they print and write with one thread.

    run.py TOOL [COMMAND...]

TOOL is built with `swift build --sanitize thread`. With HEALTHCONV_POSTGRES (`.ci/with-postgres`), loads into a PostgreSQL server
are run, too.
"""
import filecmp, os, re, shutil, subprocess, sys, tempfile

tool = os.path.realpath(sys.argv[1])
chosen = sys.argv[2:]
JOBS = ["2", "3", "8"]
# A status that no command has.
RACE = 99
suppressions = os.path.join(os.path.dirname(os.path.realpath(__file__)), "suppressions.txt")
options = f"exitcode={RACE} history_size=4 print_suppressions=0 suppressions='{suppressions}'"
environment = dict(os.environ, TSAN_OPTIONS=options, NO_COLOR="1")
server = os.environ.get("HEALTHCONV_POSTGRES")


def run(arguments, folder):
    result = subprocess.run([tool] + arguments, cwd=folder, capture_output=True, env=environment)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


def files(path):
    """The files of an output, by their path in it."""
    if os.path.isfile(path):
        return {"": path}
    found = {}
    for folder, _, names in os.walk(path):
        for name in names:
            file = os.path.join(folder, name)
            found[os.path.relpath(file, path)] = file
    return found


def same(one, other):
    one, other = files(one), files(other)
    return one.keys() == other.keys() and all(filecmp.cmp(one[name], other[name], shallow=False) for name in one)


def compare(name, arguments, folder, output=None):
    if chosen and not any(word in name for word in chosen):
        return 0
    """Runs a command with each number of threads; returns how many runs differ from one thread or have a race."""
    faults = 0
    first = None
    for jobs in ["1"] + JOBS:
        path = output and output.replace("OUT", f"out{jobs}")
        options = ["--jobs", jobs] + (["-o", path] if path and output not in arguments else [])
        status, printed, messages = run([path if word == output else word for word in arguments] + options, folder)
        isStore = path and (path.endswith(".db") or path.startswith("postgres:"))
        if isStore and status in (0, 1):
            # The bytes of a database are not promised; its samples are.
            status, printed, more = run(["convert", "-q", path, "--to", "jsonl", "-o", "-"], folder)
            messages += more
        messages = re.sub(r"out\d", "out", messages)
        found = []
        if "ThreadSanitizer" in messages or status == RACE:
            print(messages, file=sys.stderr)
            found.append((re.search(r"SUMMARY: (.*)", messages) or ["a race"])[0])
        if first is None:
            first = status, printed, messages, path
        elif (status, printed, messages) != first[:3]:
            found.append(f"differs from one thread: status {status}, {len(printed)} bytes, {messages[-300:]}")
        elif path and not isStore and not same(os.path.join(folder, path), os.path.join(folder, first[3])):
            found.append("the output differs from that of one thread")
        print(f"{name + ' --jobs ' + jobs:50} {'; '.join(found) or 'ok'}", flush=True)
        faults += len(found)
    return faults


def main():
    faults = 0
    with tempfile.TemporaryDirectory(prefix="healthconv-threads.") as folder:
        status, _, messages = run(["generate", "--seed", "7", "--size", "16000", "-o", "in.zip"], folder)
        if status != 0:
            sys.exit(messages)
        with open(os.path.join(folder, "in.zip"), "rb") as archive, open(os.path.join(folder, "cut.zip"), "wb") as cut:
            data = archive.read()
            cut.write(data[: len(data) // 3] + bytes(1) + data[len(data) // 3 + 1:])
        with open(os.path.join(folder, "raw_tracker_steps.csv"), "w") as table:
            table.write("start,duration,value\n")
            for number in range(60_000):
                day, minute = number // 1440 % 28 + 1, number % 1440
                time = f"2024-03-{day:02}T{minute // 60:02}:{minute % 60:02}:00+01:00"
                table.write(f'{time},"[30,30]","[{number % 90},{number % 7}]"\n')
        for output in ["OUT.jsonl", "OUT.jsonl.gz", "OUT.csv", "OUT.xml", "OUT.zip", "OUT.gpx", "OUT.db"]:
            faults += compare(f"convert to {output[3:]}", ["convert", "-q", "in.zip"], folder, output)
        for format in ["csv-dataset", "parquet"]:
            faults += compare(f"convert to {format}", ["convert", "-q", "in.zip", "--to", format], folder, f"OUT-{format}/")
        faults += compare("convert --normalize", ["convert", "-q", "in.zip", "--normalize"], folder, "OUT-n.jsonl")
        faults += compare("convert --check", ["convert", "-q", "in.zip", "--check"], folder, "OUT-c.jsonl")
        for output in ["OUT-l.csv", "OUT-l.zip"]:
            faults += compare(f"JSON Lines to {output[5:]}", ["convert", "-q", "out1.jsonl"], folder, output)
        for format in ["csv-dataset", "parquet"]:
            arguments = ["convert", "-q", "out1.jsonl", "--to", format]
            faults += compare(f"JSON Lines to {format} in an archive", arguments, folder, f"OUT-{format}.zip")
        for source in ["out1-csv-dataset", "out1-csv-dataset.zip", "out1-parquet", "out1-parquet.zip", "raw_tracker_steps.csv"]:
            faults += compare(f"convert {source}", ["convert", "-q", source], folder, "OUT-s.jsonl")
            faults += compare(f"validate {source}", ["validate", "-q", source], folder)
        for source in ["in.zip", "out1.jsonl", "out1.xml", "cut.zip"]:
            faults += compare(f"info {source}", ["info", "-q", source], folder)
            faults += compare(f"validate {source}", ["validate", "-q", source], folder)
            faults += compare(f"stats {source}", ["stats", "-q", "--by", "day", source], folder)
        faults += compare("convert a damaged archive", ["convert", "-q", "cut.zip"], folder, "OUT-d.jsonl")
        os.mkdir(os.path.join(folder, "inbox"))
        for source in ["in.zip", "cut.zip"]:
            os.utime(shutil.copy(os.path.join(folder, source), os.path.join(folder, "inbox")), (1e9, 1e9))
        faults += compare("load a folder", ["load", "OUT-i.db", "inbox"], folder, "OUT-i.db")
        if server:
            for jobs in ["1"] + JOBS:
                subprocess.run(["psql", "-q", server, "-c", f"create schema out{jobs}"], check=True)
            address = server + "?options=-csearch_path%3DOUT"
            faults += compare("convert to PostgreSQL", ["convert", "-q", "in.zip"], folder, address)
    print(f"{faults} faults")
    sys.exit(faults != 0)


main()
