#!/usr/bin/env python3
"""Measures the CPU time of healthconv.spark on 40 synthetic exports, compared with a loop of 'healthconv convert'.

    HEALTHCONV=TOOL PYTHONPATH=Python PYTHON Benchmarks/spark.py [--tasks] FOLDER [RUNS]

PYTHON has PySpark 4; with --tasks, which measures the part of 'ingest' in the tasks, one after another in this process, it needs no
Spark. The folder keeps the exports between runs. Times are user and system time in seconds, medians, after
one run of each that is not counted. Python is the driver, the workers and what they have started, without the tool; the tool is
measured by the kernel as children of the workers, so their sum is what is compared.
"""

import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import time

import healthconv
from healthconv import _cohort, _inputs

TICKS = os.sysconf("SC_CLK_TCK")


def generate(folder: pathlib.Path) -> list[pathlib.Path]:
    """40 exports of 5 to 20 MB of XML."""
    exports = []
    for person in range(1, 41):
        path = folder / f"P{person:02}_x.zip"
        if not path.exists():
            size = 5 + (person * 7) % 16
            subprocess.run(
                [healthconv.find_tool(), "generate", "--person", str(person), "--size", f"{size}MB", "-o", path, "--overwrite"], check=True,
                stderr=subprocess.DEVNULL)
        exports.append(path)
    return exports


def tree() -> tuple[float, float]:
    """CPU seconds until now: of the JVM, and of this process with all others that it has started."""
    processes = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    text = file.read()
            except OSError:
                continue
            program, values = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            processes[int(name)] = (int(values[1]), program, [int(value) / TICKS for value in values[11:15]])
    jvm = rest = 0.0
    for process, (parent, program, (user, system, children_user, children_system)) in processes.items():
        above = process
        while above not in (0, os.getpid()):
            above = processes[above][0] if above in processes else 0
        if above == 0:
            continue
        rest += children_user + children_system
        if program == "java":
            jvm += user + system
        else:
            rest += user + system
    return jvm, rest


def measure(name: str, runs: int, again, body) -> float:
    """Measures a body; 'again', which is not measured, moves away what the run before wrote."""
    found = []
    for run in range(runs + 1):
        again()
        before, start = tree(), time.monotonic()
        body()
        after, end = tree(), time.monotonic()
        if run > 0:
            found.append((after[0] - before[0], after[1] - before[1], end - start))
    jvm, rest, clock = (statistics.median(column) for column in zip(*found))
    print(f"| {name} | {jvm:.2f} | {rest:.2f} | {jvm + rest:.2f} | {clock:.1f} |", flush=True)
    return rest


def main() -> None:
    arguments = sys.argv[1:]
    without_spark = arguments[0] == "--tasks"
    folder = pathlib.Path(arguments[without_spark]).absolute()
    runs = int(arguments[without_spark + 1]) if len(arguments) > without_spark + 1 else 3
    exports = folder / "exports"
    exports.mkdir(parents=True, exist_ok=True)
    paths = generate(exports)
    output, trash, pattern = folder / "out", folder / "trash", "{participant}_*.zip"
    print(f"{len(paths)} exports, {sum(path.stat().st_size for path in paths) / 1e6:.1f} MB zipped")

    for old in (output, trash):
        shutil.rmtree(old, ignore_errors=True)
    trash.mkdir()

    # Files are deleted at the end: after a deletion, ext4 takes up to 2 s of system time more to make the next thousand files.
    def again() -> None:
        if output.exists():
            output.rename(trash / str(len(os.listdir(trash))))
        output.mkdir()

    def loop() -> None:
        for path in paths:
            subprocess.run(
                [healthconv.find_tool(), "convert", path, "-q", "--to", "parquet", "--jobs", "1", "--participant",
                 path.name[:3], "-o", output / path.name], check=True)

    def cohort(jobs: int, *options: str) -> None:
        subprocess.run(
            [healthconv.find_tool(), "cohort", "add", output / "study", *paths, "--participant-pattern", pattern, "-q",
             "--jobs", str(jobs), *options], check=True)

    def tasks(**options) -> None:
        found = _inputs.Participants(None, pattern).exports(_inputs.find(paths))
        for one in _inputs.bins(found, 8 << 20, by_participant=True):
            _cohort.add(output / "study", one, **options)
        assert _cohort.repair(output / "study") == []

    jobs = 1 if without_spark else 2
    print("| | JVM | tool and Python | sum | clock |")
    print("| --- | --: | --: | --: | --: |")
    base = measure("loop of `convert --to parquet --jobs 1`", runs, again, loop)
    measure(f"`cohort add --jobs {jobs}`", runs, again, lambda: cohort(jobs))
    measure(f"`cohort add --jobs {jobs} --no-check`", runs, again, lambda: cohort(jobs, "--no-check"))
    if without_spark:
        for name, options in (("tasks of `ingest`", {}), ("tasks of `ingest`, `checks=False`", {"checks": False})):
            print(f"{measure(name, runs, again, lambda: tasks(**options)) / base:.2f} of the loop")
    else:
        in_spark(runs, exports, output, pattern, len(paths), again)
    for old in (output, trash):
        shutil.rmtree(old)


def in_spark(runs: int, exports: pathlib.Path, output: pathlib.Path, pattern: str, count: int, again) -> None:
    from pyspark.sql import SparkSession

    from healthconv.spark import ingest

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "1g")
        .config("spark.sql.shuffle.partitions", "4").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")

    def spark_ingest(**options) -> None:
        result = ingest(spark, exports / "*.zip", output / "study", participant_pattern=pattern, **options)
        assert result.count("ok") == count, result

    def source(**options) -> None:
        frame = spark.read.format("healthconv").options(participantPattern=pattern, **options).load(f"{exports}/*.zip")
        frame.write.format("noop").mode("overwrite").save()

    def columns() -> None:
        frame = spark.read.format("healthconv").option("participantPattern", pattern).schema(
            "participant STRING, type STRING, start TIMESTAMP, value DOUBLE, unit STRING").load(f"{exports}/*.zip")
        frame.write.format("noop").mode("overwrite").save()

    measure("`ingest`", runs, again, spark_ingest)
    measure("`ingest`, `checks=False`", runs, again, lambda: spark_ingest(checks=False))
    measure("source, quantities, all columns", runs, again, source)
    measure("source, quantities, all columns, `binBytes` 8 MB", runs, again, lambda: source(binBytes=str(8 << 20)))
    measure("source, quantities, 5 columns", runs, again, columns)
    spark.stop()
    print(f"peak memory of one process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB (the JVM)")


if __name__ == "__main__":
    main()
