#!/usr/bin/env python3
"""Measures whole commands against a bare parse of the same XML by libxml2, and prints a table in Markdown. See README.md.

    run.py TOOL [--size 300MB[,1GB...]] [--runs 5] [--jobs 1,2] [--only TEXT] [--peers] [--in FOLDER]
    run.py TOOL --instructions [--save] [--only TEXT]
"""
import argparse, datetime, json, os, re, platform, shlex, shutil, statistics, subprocess, sys, tempfile, time, zipfile, zlib

HERE = os.path.dirname(os.path.realpath(__file__))
COUNTER, INFLATE, COPY = "libxml2 counts elements", "zlib inflates", "cp"

# What is measured: the name in the table, the arguments, and the output that is deleted before each run.
COMMANDS = [
    ("export.xml -> JSON Lines", "convert -q export.xml out.jsonl", "out.jsonl"),
    ("export.zip -> JSON Lines", "convert -q export.zip out.jsonl", "out.jsonl"),
    ("export.zip -> CSV table", "convert -q export.zip out.csv", "out.csv"),
    ("export.zip -> export.zip", "convert -q export.zip out.zip", "out.zip"),
    ("JSON Lines -> CSV dataset", "convert -q samples.jsonl --to csv-dataset -o out.tables/", "out.tables"),
    ("info export.zip", "info -q export.zip", None),
    ("validate export.zip", "validate -q export.zip", None),
    ("export.zip -> SQLite", "convert -q export.zip out.db", "out.db"),
    ("export.zip -> Parquet", "convert -q export.zip --to parquet -o out.parquet/", "out.parquet"),
    ("export.zip -> FHIR", "convert -q export.zip --to fhir -o out.fhir/", "out.fhir"),
    ("diff export.zip, JSON Lines", "diff -q export.zip samples.jsonl", None),
    ("stats --by day", "stats -q export.zip --by day --to csv -o out.csv", "out.csv"),
    ("report export.zip", "report -q export.zip -o out.html", "out.html"),
    ("a policy: export.zip -> JSON Lines", "convert -q export.zip out.jsonl --policy policy.yml", "out.jsonl"),
    ("CSV dataset -> JSON Lines", "convert -q tables.zip out.jsonl", "out.jsonl"),
    ("CSV by a map -> JSON Lines", "convert -q map.csv --map map.yml --zone UTC out.jsonl", "out.jsonl"),
    ("FHIR -> JSON Lines", "convert -q observations.zip out.jsonl", "out.jsonl"),
    ("GPX -> JSON Lines", "convert -q routes.gpx out.jsonl", "out.jsonl"),
    ("FIT -> JSON Lines", "convert -q activities.zip out.jsonl", "out.jsonl"),
    ("samples of FIT: JSON Lines -> JSON Lines", "convert -q activities.jsonl out.jsonl", "out.jsonl"),
]
# The files that commands read, and how they are made. 'policy' and 'map' are written by this program.
INPUTS = [
    ("samples.jsonl", "convert -q export.zip -o samples.jsonl"),
    ("tables.zip", "convert -q export.zip --to csv-dataset -o tables.zip"),
    ("observations.zip", "convert -q export.zip --to fhir -o observations.zip"),
    ("routes.gpx", "convert -q export.zip -o routes.gpx"),
    ("activities.zip", "convert -q export.zip --to fit -o activities.zip"),
    ("activities.jsonl", "convert -q activities.zip -o activities.jsonl"),
]
MAP = """name: benchmark
source: Benchmark
tables:
  - name: values
    header: [time, bpm]
    start: time
    samples:
      - type: HeartRate
        value: bpm
        unit: count/min
"""
# By how much the instructions of a command may rise, as a ratio to those of the counter.
ALLOWED = 1.03
COMMITTED = os.path.join(HERE, "instructions.json")


def inflate(path):
    """Inflates all members of an archive with zlib and stores nothing."""
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_DEFLATED:
                continue
            file.seek(member.header_offset + 26)
            name, extra = (int.from_bytes(file.read(2), "little") for _ in range(2))
            file.seek(name + extra, os.SEEK_CUR)
            left, stream = member.compress_size, zlib.decompressobj(-15)
            while left:
                piece = file.read(min(left, 1 << 18))
                left -= len(piece)
                stream.decompress(piece)


def measure(command):
    """Seconds of CPU, seconds on the clock, and the peak of resident memory in MiB."""
    start = time.monotonic()
    with open("output", "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    # 1: validate found something.
    if process.returncode not in (0, 1):
        sys.exit(f"run.py: '{shlex.join(command)}' failed:\n{open('output').read()}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


def remove(path):
    if path and path.startswith("postgres"):
        server, name = path.rsplit("/", 1)
        for statement in (f"drop database if exists {name}", f"create database {name}"):
            subprocess.run(["psql", "-qX", f"{server}/postgres", "-c", statement], check=True, stderr=subprocess.DEVNULL)
    elif path and os.path.isdir(path):
        shutil.rmtree(path)
    elif path and os.path.exists(path):
        os.remove(path)


def machine():
    model = platform.machine()
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{model}, {len(os.sched_getaffinity(0))} processors, {platform.system()} {platform.release()}"


def chosen(options):
    return [row for row in COMMANDS if not options.only or options.only in row[0]]


def programs(options):
    """Yields name, command, output."""
    yield COUNTER, [options.counter, "export.xml"], None
    yield INFLATE, [sys.executable, __file__, "--inflate", "export.zip"], None
    yield COPY, ["cp", "export.xml", "copy.xml"], "copy.xml"
    for name, arguments, output in chosen(options):
        for jobs in options.jobs:
            yield f"{name}, {jobs}", [options.tool, *arguments.split(), "--jobs", jobs], output
    if server := os.environ.get("HEALTHCONV_POSTGRES"):
        target = server.rsplit("/", 1)[0] + "/healthconv_benchmark"
        yield "export.zip -> PostgreSQL, 1", [options.tool, "convert", "-q", "export.zip", target], target
    if options.peers:
        peer = shutil.which("healthkit-to-sqlite")
        if not peer:
            sys.exit("run.py: healthkit-to-sqlite is not installed; use 'pip install healthkit-to-sqlite'")
        yield "healthkit-to-sqlite export.zip", [peer, "export.zip", "peer.db"], "peer.db"


def make_inputs(options, size):
    for name in ("export.xml", "export.zip"):
        subprocess.run([options.tool, "generate", "--seed", "1", "--daily-workouts", "--size", size, "-o", name,
                        "--overwrite"], check=True, stdout=subprocess.DEVNULL)
    used = {word for name, arguments, _ in chosen(options) for word in arguments.split()} | {"samples.jsonl"}
    for name, arguments in reversed(INPUTS):
        if name in used:
            used |= set(arguments.split())
    for name, arguments in INPUTS:
        remove(name)
        if name in used:
            subprocess.run([options.tool, *arguments.split()], check=True, stderr=subprocess.DEVNULL)
    with open("map.yml", "w") as file:
        file.write(MAP)
    with open("map.csv", "w") as file:
        file.write("time,bpm\n")
        # Some 20 bytes for each row, a third of the size of the export.
        for row in range(os.path.getsize("export.xml") // 66):
            minute, day = row % 1440, row // 1440 % 28 + 1
            file.write(f"{2000 + row // 483840}-{row // 40320 % 12 + 1:02}-{day:02} {minute // 60:02}:{minute % 60:02}:00,{50 + row % 90}\n")
    remove("study.key")
    subprocess.run([options.tool, "policy", "key", "new", "study.key"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open("policy.yml", "w") as file:
        subprocess.run([options.tool, "policy", "new", "--profile", "research"], check=True, stdout=file)


def toolchain():
    """What instructions depend on besides the code."""
    def first_line(command):
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
        except (OSError, IndexError):
            return "none"
    return {"swift": first_line(["swift", "--version"]), "cc": first_line([os.environ.get("CC", "cc"), "--version"]),
            "libxml2": first_line(["pkg-config", "--modversion", "libxml-2.0"]), "libc": platform.libc_ver()[1],
            "processor": platform.machine()}


def instructions(options):
    """Counts instructions with callgrind, which other work on the machine does not change."""
    if not shutil.which("valgrind"):
        print("run.py: instructions are NOT counted: valgrind is not installed", file=sys.stderr)
        return 0
    make_inputs(options, options.size or "8MB")
    counts = {}
    # The seed of dictionaries is the same in each run.
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
    rows = [(COUNTER, [options.counter, "export.xml"], None)]
    rows += [(name, [options.tool, *arguments.split(), "--jobs", "1"], output) for name, arguments, output in chosen(options)]
    for name, command, output in rows:
        remove(output)
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                              capture_output=True, text=True, errors="replace", env=environment)
        remove(output)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode not in (0, 1) or not found:
            sys.exit(f"run.py: '{shlex.join(command)}' failed:\n{done.stderr[-2000:]}")
        counts[name] = int(found[1])
    ratios = {name: round(count / counts[COUNTER], 3) for name, count in counts.items()}
    committed = json.load(open(COMMITTED)) if os.path.exists(COMMITTED) else {"toolchain": None, "ratios": {}}
    is_same = committed["toolchain"] == toolchain()
    print(f"\nInstructions, one thread, {os.path.getsize('export.xml') / 1e6:.0f} MB of XML.\n")
    print("| command | instructions | / libxml2 | committed |\n| --- | --: | --: | --: |")
    worse = []
    for name, count in counts.items():
        before = committed["ratios"].get(name)
        print(f"| {name} | {count / 1e6:,.0f} million | {ratios[name]:.3f} | {'' if before is None else f'{before:.3f}'} |")
        if before and ratios[name] > before * ALLOWED:
            worse.append(f"{name}: {ratios[name]:.3f} instead of {before:.3f}")
    if options.save:
        with open(COMMITTED, "w") as file:
            json.dump({"toolchain": toolchain(), "ratios": committed["ratios"] | ratios if is_same else ratios}, file, indent=2)
            file.write("\n")
    elif not is_same:
        print("\nThe committed ratios are of another toolchain: nothing is compared.")
    elif worse:
        print("run.py: more instructions than committed:\n  " + "\n  ".join(worse), file=sys.stderr)
        return 1
    return 0


def table(options, size):
    make_inputs(options, size)
    results = {}
    for run in range(options.runs):
        # In turn, so that what else the machine does meets all of them.
        for name, command, output in programs(options):
            remove(output)
            results.setdefault(name, []).append(measure(command))
            remove(output)
        print(f"{size}: run {run + 1} of {options.runs}", file=sys.stderr)
    middle = {name: [statistics.median(column) for column in zip(*runs)] for name, runs in results.items()}
    base, inflated, copied = middle[COUNTER], middle[INFLATE], middle[COPY]
    xml = os.path.getsize("export.xml")
    members = zipfile.ZipFile("export.zip").infolist()
    archive = sum(member.file_size for member in members)
    routes = sum(member.file_size for member in members if member.filename.endswith(".gpx"))
    own = {row[0]: next((os.path.getsize(word) for word in row[1].split() if (word in dict(INPUTS) or word == "map.csv") and os.path.exists(word)), None) for row in COMMANDS}

    def bytes_read(name):
        row = name.rsplit(", ", 1)[0]
        return archive if "export.zip" in row or row.startswith("stats") else own.get(row) or xml

    print(f"\n{xml / 1e6:,.0f} MB of XML; with routes ({routes / archive:.0%}) and other files {archive / 1e6:,.0f} MB, "
          f"as archive {os.path.getsize('export.zip') / 1e6:,.0f} MB. Medians of {options.runs} runs.\n")
    print("| command, threads | CPU s | clock s | peak MiB | MB/s | CPU / libxml2 | clock / libxml2 | CPU / zlib | CPU / cp |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |")
    for name, (cpu, clock, peak) in middle.items():
        size_read = bytes_read(name)
        print(f"| {name} | {cpu:.2f} | {clock:.2f} | {peak:.0f} | {size_read / clock / 1e6:,.0f} | {cpu / base[0]:.2f} | "
              f"{clock / base[1]:.2f} | {cpu / inflated[0]:.2f} | {cpu / copied[0]:.1f} |")


def main():
    if sys.argv[1:2] == ["--inflate"]:
        return inflate(sys.argv[2])
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--size", help="sizes of XML, separated by commas; 300MB, for instructions 8MB")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", default="1,2", help="numbers of threads, separated by commas")
    parser.add_argument("--only", help="a part of the names of the commands to measure")
    parser.add_argument("--instructions", action="store_true", help="count instructions, and compare them with the committed ratios")
    parser.add_argument("--save", action="store_true", help="commit the ratios")
    parser.add_argument("--peers", action="store_true", help="also measure healthkit-to-sqlite")
    parser.add_argument("--in", dest="folder", help="the folder for files: seven times the largest size")
    options = parser.parse_args()
    options.tool = os.path.realpath(options.tool)
    options.jobs = options.jobs.split(",")
    with tempfile.TemporaryDirectory(prefix="healthconv-benchmark.", dir=os.path.realpath(options.folder or tempfile.gettempdir())) as folder:
        options.counter = os.path.join(folder, "sax2count")
        flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libxml-2.0"], text=True).split()
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-O2", "-o", options.counter, os.path.join(HERE, "sax2count.c"), *flags], check=True)
        os.chdir(folder)
        version = subprocess.check_output([options.tool, "--version"], text=True).strip()
        print(f"{datetime.date.today()}, healthconv {version}, {machine()}")
        if options.instructions:
            worse = instructions(options)
        else:
            worse = 0
            for size in (options.size or "300MB").split(","):
                table(options, size)
        os.chdir("/")
    sys.exit(worse)


main()
