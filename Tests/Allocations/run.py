#!/usr/bin/env python3
"""Counts allocations per sample, as the difference between two exports of which one is longer, and holds them to a ceiling.

    run.py TOOL
"""
import json, os, subprocess, sys, tempfile

tool = os.path.realpath(sys.argv[1])
here = os.path.dirname(os.path.realpath(__file__))

# The most allocations for one more sample of a synthetic export, with its routes and other files.
CEILINGS = {
    "convert -q {}.xml {}.jsonl": 1.6,
    "convert -q {}.zip {}-2.jsonl": 1.6,
    "convert -q {}.zip {}.csv": 2.0,
    "convert -q {}.zip {}-2.zip": 1.6,
    "convert -q {}-in.jsonl {}-3.jsonl": 1.3,
    "convert -q {}-in.jsonl --to csv-dataset -o {}-tables/": 1.3,
    "convert -q {}-in.jsonl --to parquet -o {}-parquet/": 1.3,
    "convert -q {}.zip {}.db": 1.8,
    "info -q {}.zip": 1.6,
    "validate -q {}.zip": 1.75,
    "stats -q {}.zip --by day": 1.7,
}


def allocations(command, size):
    arguments = [tool, *command.replace("{}", size).split(), "--jobs", "1"]
    environment = os.environ | {"LD_PRELOAD": os.path.abspath("count.so"), "ALLOCATIONS": os.path.abspath("count")}
    done = subprocess.run(arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"test-allocations: '{' '.join(arguments)}' failed: {done.stderr}")
    with open("count") as file:
        return int(file.read())


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", "count.so", f"{here}/count.c"], check=True)
    samples = {}
    for size, records in (("small", "20000"), ("large", "60000")):
        for name in (f"{size}.xml", f"{size}.zip"):
            subprocess.run([tool, "generate", "--seed", "1", "--size", records, "-o", name], check=True, stdout=subprocess.DEVNULL)
        facts = subprocess.check_output([tool, "info", "-q", "--json", f"{size}.zip"])
        samples[size] = json.loads(facts)["samples"]
        subprocess.run([tool, "convert", "-q", f"{size}.zip", f"{size}-in.jsonl"], check=True)
    more = samples["large"] - samples["small"]
    defects = 0
    for command, ceiling in CEILINGS.items():
        each = (allocations(command, "large") - allocations(command, "small")) / more
        defects += each > ceiling
        note = "" if each <= ceiling else f"  more than {ceiling}"
        print(f"{each:6.2f} per sample: {command.replace('{}', 'export')}{note}")
    print(f"test-allocations: {defects} defects")
    sys.exit(defects > 0)
