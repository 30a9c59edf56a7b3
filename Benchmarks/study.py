#!/usr/bin/env python3
"""Measures a study of many generated exports, and prints a table in Markdown.

    study.py TOOL [--exports 1000] [--size 5MB] [--jobs 2] [--in FOLDER]

The exports are of as many persons. Measured: a plain loop of 'convert' into Parquet folders, 'cohort add' of all, the
same again with nothing to do, 'cohort check' and 'cohort compact'. The last column is core-hours for 100,000 exports
in proportion. Free space needed: three times exports times size.
"""
import argparse, datetime, os, shutil, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("--exports", type=int, default=1000)
parser.add_argument("--size", default="5MB")
parser.add_argument("--jobs", default="2")
parser.add_argument("--in", dest="folder", help="the folder for files")
options = parser.parse_args()
tool = os.path.realpath(options.tool)


def measure(commands):
    """Seconds of CPU, seconds on the clock, and the highest peak of resident memory in MiB."""
    cpu, peak, start = 0, 0, time.monotonic()
    for command in commands:
        process = subprocess.Popen([tool, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # 1: something was found in the exports.
        if process.returncode not in (0, 1):
            sys.exit(f"study.py: '{' '.join(command[:3])}' failed:\n{message.decode(errors='replace')[-2000:]}")
        cpu, peak = cpu + usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss / 1024)
    return cpu, time.monotonic() - start, peak


def contents(folder):
    """The number and the bytes of the files in a folder."""
    sizes = [os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(folder) for name in names]
    return len(sizes), sum(sizes)


with tempfile.TemporaryDirectory(prefix="healthconv-study.", dir=options.folder) as folder:
    os.chdir(folder)
    os.mkdir("exports")
    names = [f"exports/{number:06}.zip" for number in range(1, options.exports + 1)]
    for number, name in enumerate(names, 1):
        subprocess.run([tool, "generate", "--seed", str(number), "--person", str(number), "--size", options.size, "-o", name,
                        "--truth", "truth.json", "--overwrite"], check=True, stdout=subprocess.DEVNULL)
    files, packed = contents("exports")
    add = ["cohort", "add", "study", *names, "--participant-pattern", "{participant}.zip", "--jobs", options.jobs, "-q"]
    rows = []

    def row(name, commands, output):
        figures = measure(commands)
        rows.append((name, figures, contents(output) if output else None))
        print(f"study.py: {name}", file=sys.stderr)

    os.mkdir("loop")
    row("a loop of `convert --to parquet`", [
        ["convert", "-q", name, "--to", "parquet", "-o", f"loop/{index}", "--jobs", "1"] for index, name in enumerate(names)], "loop")
    shutil.rmtree("loop")
    row("`cohort add`", [add], "study")
    row("`cohort add` again", [add], "study")
    row("`cohort check`", [["cohort", "check", "study"]], None)
    row("`cohort compact`", [["cohort", "compact", "study"]], "study")
    version = subprocess.check_output([tool, "--version"], text=True).strip()
    print(f"\n{datetime.date.today()}, healthconv {version}, {len(os.sched_getaffinity(0))} processors: {files:,} exports of {options.size}, "
          f"{packed / 1e6:,.0f} MB as archives, `--jobs {options.jobs}`.\n")
    print("| step | CPU s | clock s | peak MiB | files | MB | core-hours for 100,000 |\n| --- | --: | --: | --: | --: | --: | --: |")
    for name, (cpu, clock, peak), output in rows:
        count, size = (f"{output[0]:,}", f"{output[1] / 1e6:,.0f}") if output else ("", "")
        print(f"| {name} | {cpu:.1f} | {clock:.1f} | {peak:.0f} | {count} | {size} | {cpu * 100_000 / options.exports / 3600:.1f} |")
    os.chdir("/")
