#!/usr/bin/env python3
"""Measures whole commands against a bare parse of the same XML by libxml2, and prints a table in Markdown. See README.md.

    run.py TOOL [--size 300MB[,1GB...]] [--runs 5] [--jobs 1,2] [--only TEXT] [--peers] [--in FOLDER]
"""
import argparse, datetime, os, platform, shlex, shutil, statistics, subprocess, sys, tempfile, time, zipfile, zlib

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
    ("stats --by day", "stats -q export.zip --by day --to csv -o out.csv", "out.csv"),
]


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


def programs(options):
    """Yields name, command, output."""
    chosen = [row for row in COMMANDS if not options.only or options.only in row[0]]
    yield COUNTER, [options.counter, "export.xml"], None
    yield INFLATE, [sys.executable, __file__, "--inflate", "export.zip"], None
    yield COPY, ["cp", "export.xml", "copy.xml"], "copy.xml"
    for name, arguments, output in chosen:
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


def table(options, size):
    for name in ("export.xml", "export.zip"):
        subprocess.run([options.tool, "generate", "--seed", "1", "--daily-workouts", "--size", size, "-o", name,
                        "--overwrite"], check=True, stdout=subprocess.DEVNULL)
    remove("samples.jsonl")
    subprocess.run([options.tool, "convert", "-q", "export.zip", "samples.jsonl"], check=True)
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
    xml, lines = os.path.getsize("export.xml"), os.path.getsize("samples.jsonl")
    members = zipfile.ZipFile("export.zip").infolist()
    archive = sum(member.file_size for member in members)
    routes = sum(member.file_size for member in members if member.filename.endswith(".gpx"))
    print(f"\n{xml / 1e6:,.0f} MB of XML; with routes ({routes / archive:.0%}) and other files {archive / 1e6:,.0f} MB, "
          f"as archive {os.path.getsize('export.zip') / 1e6:,.0f} MB. Medians of {options.runs} runs.\n")
    print("| command, threads | CPU s | clock s | peak MiB | MB/s | CPU / libxml2 | clock / libxml2 | CPU / zlib | CPU / cp |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |")
    for name, (cpu, clock, peak) in middle.items():
        size_read = lines if name.startswith("JSON Lines") else archive if "zip" in name or "stats" in name else xml
        print(f"| {name} | {cpu:.2f} | {clock:.2f} | {peak:.0f} | {size_read / clock / 1e6:,.0f} | {cpu / base[0]:.2f} | "
              f"{clock / base[1]:.2f} | {cpu / inflated[0]:.2f} | {cpu / copied[0]:.1f} |")


def main():
    if sys.argv[1:2] == ["--inflate"]:
        return inflate(sys.argv[2])
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--size", default="300MB", help="sizes of XML, separated by commas")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", default="1,2", help="numbers of threads, separated by commas")
    parser.add_argument("--only", help="a part of the names of the commands to measure")
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
        for size in options.size.split(","):
            table(options, size)
        os.chdir("/")


main()
