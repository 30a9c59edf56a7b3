#!/usr/bin/env python3
"""Fails one system call after another while the tool works, and looks at what is left.

    run.py TOOL LIBRARY [BOUND] [SCENARIO...]

For each scenario and each kind of call, the n-th call fails, for every n up to BOUND (default 20) and some beyond; and
all calls from the n-th on, as on a full disk. What is demanded each time:

- a status other than 0 and a message, or status 0 and exactly the result of an undisturbed run
- no death by a signal
- each file under its final name is the one before or the one after, never a part of it
- nothing else is left: no temporary file or folder, no -wal, no -shm, no journal. A log may stay with status 0:
  what was saved is in it, and the call that failed was one of those that take it into the file. An empty log may stay
  where no file can be opened any more.
"""
import json, os, shutil, subprocess, sys, tempfile, time

SAMPLES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "Samples", "csv-maps")
KINDS = ["read", "write", "open", "sync", "rename", "truncate", "malloc"]
tool = os.path.realpath(sys.argv[1])
library = os.path.realpath(sys.argv[2])
bound = int(sys.argv[3]) if len(sys.argv) > 3 else 20
chosen = sys.argv[4:]

# The files that each scenario begins with, its arguments, and the files it may leave changed.
SCENARIOS = {
    "convert to JSON Lines": (["in.xml"], "convert in.xml -o out.jsonl", ["out.jsonl"]),
    "convert to an archive": (["in.zip"], "convert in.zip --sort start -o out.zip", ["out.zip"]),
    "convert to a folder": (["in.zip"], "convert in.zip --to csv-dataset -o out/", ["out"]),
    "convert to Parquet": (["in.zip"], "convert in.zip --to parquet -o out/", ["out"]),
    "convert to Health Connect": (["in.zip"], "convert in.zip --to health-connect -o out.zip", ["out.zip"]),
    "read FHIR": (["fhir.zip"], "convert fhir.zip -o out.jsonl", ["out.jsonl"]),
    "read FHIR bundles": (["bundles"], "convert bundles -o out.jsonl", ["out.jsonl"]),
    "read tables": (["tables.zip"], "convert tables.zip -o out.jsonl", ["out.jsonl"]),
    "read Health Connect": (["connect.zip"], "convert connect.zip --map health-connect -o out.jsonl", ["out.jsonl"]),
    "read Health Auto Export": (["auto.json"], "convert auto.json -o out.jsonl", ["out.jsonl"]),
    "read FIT": (["fit.zip"], "convert fit.zip -o out.jsonl", ["out.jsonl"]),
    "read files of other programs": (["takeout"], "convert takeout --map fitbit --zone UTC -o out.jsonl", ["out.jsonl"]),
    "read JSON of another program": (["oura-sleep.json"], "convert oura-sleep.json -o out.jsonl", ["out.jsonl"]),
    "read Parquet": (["parquet.zip"], "convert parquet.zip -o out.jsonl", ["out.jsonl"]),
    "statistics": (["in.zip"], "stats in.zip --by day --to csv -o out.csv", ["out.csv"]),
    "convert over a file": (["in.xml", "old.jsonl"], "convert in.xml -o old.jsonl --overwrite", ["old.jsonl"]),
    "first load": (["in.zip"], "convert in.zip -o new.db", ["new.db"]),
    "second load": (["in.zip", "part.db"], "convert in.zip -o part.db", ["part.db"]),
    "load over a store": (["in.zip", "part.db"], "convert in.zip -o part.db --overwrite", ["part.db"]),
    "delete": (["whole.db"], "delete whole.db --type StepCount", ["whole.db"]),
    "fix a file": (["twice.jsonl"], "validate --fix --fail-on never twice.jsonl", ["twice.jsonl"]),
    "fix a store": (["twice.db"], "validate --fix --fail-on never twice.db", ["twice.db"]),
    "report": (["in.xml"], "validate --schema --report json=out.json --report sarif=out.sarif in.xml",
               ["out.json", "out.sarif"]),
    "merge": (["in.xml", "other.jsonl"], "merge in.xml other.jsonl -o out.jsonl", ["out.jsonl"]),
    "migrate to a store": (["in.xml"], "migrate in.xml new.db", ["new.db"]),
    "migrate from a store": (["part.db"], "migrate part.db out.jsonl", ["out.jsonl"]),
    "check": (["whole.db"], "store check whole.db", []),
    "query": (["whole.db"], "query whole.db --where 'value > 60 count/min' --sort value", []),
    "diff": (["in.xml", "other.jsonl"], "diff in.xml other.jsonl", []),
    "load a folder": (["part.db", "inbox"], "load part.db inbox", ["part.db"]),
    "load a folder into a new store": (["inbox"], "load new.db inbox", ["new.db"]),
}

# What else a scenario may leave: a folder is loaded file by file into a store that exists.
ALLOWED = {"load new.db inbox": b'{"kind":"dataset","version":1}\n'}


def run(arguments, folder, fault=None, count=None):
    environment = dict(os.environ, TMPDIR=os.path.join(folder, "tmp"))
    if fault:
        environment.update(LD_PRELOAD=library, FAULT=fault, FAULT_FOLDER=folder)
        if count:
            environment["FAULT_COUNT"] = count
    command = f"exec {tool} {arguments}"
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=120)


def prepare(origin, names):
    folder = tempfile.mkdtemp(prefix="healthconv-faults.")
    os.mkdir(os.path.join(folder, "tmp"))
    for name in names:
        path = os.path.join(origin, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(folder, name))
    return folder


def content(path):
    """What a result says: of a store its samples in their order, which its file does not tell."""
    if os.path.isdir(path):
        return {name: content(os.path.join(path, name)) for name in sorted(os.listdir(path))}
    if not os.path.exists(path):
        return None
    if path.endswith((".json", ".sarif")):
        # A report tells of the fault: it has to be whole.
        try:
            json.load(open(path))
            return b"a whole report"
        except ValueError as error:
            return f"not a whole report: {error}".encode()
    if not path.endswith(".db"):
        return open(path, "rb").read()
    # On a copy: looking would take in what a log holds.
    with tempfile.TemporaryDirectory() as folder:
        for ending in ["", "-wal"]:
            if os.path.exists(path + ending):
                shutil.copy(path + ending, folder)
        copy = os.path.join(folder, os.path.basename(path))
        check = subprocess.run([tool, "store", "check", copy], capture_output=True)
        if check.returncode:
            return b"not sound: " + check.stdout + check.stderr
        return subprocess.run([tool, "convert", "-q", copy, "--to", "jsonl"], capture_output=True).stdout


def faults(total):
    numbers = list(range(1, min(total, bound) + 1))
    step = max(1, (total - bound) // max(1, bound // 2))
    numbers += list(range(bound + step, total + 1, step))
    if total > bound:
        numbers.append(total)
    result = [f"{number}" for number in sorted(set(numbers))]
    # A device that stays as it is: full, broken.
    return result + [f"{number}+" for number in sorted({1, 2, 3, max(1, total // 2), total})]


def defects(arguments, outcome, before, after, folder, outputs, names, fault):
    result = []
    message = (outcome.stderr + outcome.stdout).decode(errors="replace").strip()
    if outcome.returncode < 0 or outcome.returncode >= 128:
        result.append(f"died with status {outcome.returncode}: {message[-200:]}")
    elif outcome.returncode != 0 and not message:
        result.append(f"status {outcome.returncode} without a message")
    for name in outputs:
        now = content(os.path.join(folder, name))
        if outcome.returncode == 0 and now != after[name]:
            result.append(f"status 0, and '{name}' is not what it should be")
        elif now not in (before[name], after[name], ALLOWED.get(arguments, after[name])):
            result.append(f"'{name}' is neither the one before nor the one after: {str(now)[:200]}")
    left = set(os.listdir(folder)) - set(names) - set(outputs) - {"tmp"}
    left |= {"tmp/" + name for name in os.listdir(os.path.join(folder, "tmp"))}
    if outcome.returncode == 0:
        left = {name for name in left if not name.endswith((".db-wal", ".db-shm"))}
    if fault.startswith("open:") and fault.endswith("+"):
        # Without a file that can be opened there is no lock, and so no right to remove an empty log.
        left = {name for name in left if not (name.endswith(".db-wal") and os.path.getsize(os.path.join(folder, name)) == 0)}
    if left:
        result.append(f"left: {', '.join(sorted(left))} (status {outcome.returncode})")
    return result


def scenario(name, origin):
    names, arguments, outputs = SCENARIOS[name]
    folder = prepare(origin, names)
    before = {output: content(os.path.join(folder, output)) for output in outputs}
    good = run(arguments, folder)
    after = {output: content(os.path.join(folder, output)) for output in outputs}
    shutil.rmtree(folder)
    if good.returncode not in (0, 1):
        sys.exit(f"test-faults: {name}: fails undisturbed: {good.stderr.decode()}")
    found, tried = 0, 0
    for kind in KINDS:
        folder = prepare(origin, names)
        count = os.path.join(origin, "count")
        began = time.monotonic()
        run(arguments, folder, f"{kind}:0", count)
        if time.monotonic() - began > 15:
            # Where each of many allocations is looked at.
            print(f"test-faults: {name}: {kind}: too slow, SKIPPED", flush=True)
            continue
        total = int(open(count).read())
        shutil.rmtree(folder)
        if total == 0:
            continue
        for fault in faults(total):
            folder = prepare(origin, names)
            outcome = run(arguments, folder, f"{kind}:{fault}")
            tried += 1
            wrong = defects(arguments, outcome, before, after, folder, outputs, names, f"{kind}:{fault}")
            # An answer on standard output counts like a file.
            if outcome.returncode == good.returncode and not outputs and outcome.stdout != good.stdout:
                wrong.append("status as without the fault, and another answer")
            for defect in wrong:
                print(f"test-faults: {name}: {kind}:{fault} of {total}: {defect}", flush=True)
            found += len(wrong)
            shutil.rmtree(folder)
    print(f"test-faults: {name}: {tried} faults, {found} defects", flush=True)
    return tried, found


def main():
    with tempfile.TemporaryDirectory(prefix="healthconv-faults.") as origin:
        def make(arguments):
            done = subprocess.run(["bash", "-c", f"exec {tool} {arguments}"], cwd=origin, capture_output=True)
            if done.returncode:
                sys.exit(f"test-faults: {arguments}: {done.stderr.decode()}")

        make("generate --seed 5 --days 2 -o in.zip")
        make("convert -q in.zip -o in.xml")
        make("convert -q in.zip --to parquet -o parquet.zip")
        make("convert -q in.zip --to fhir -o fhir.zip")
        os.mkdir(os.path.join(origin, "bundles"))
        for part in ["StepCount", "HeartRate"]:
            make(f"convert -q in.zip --type {part} --to fhir --layout bundle -o bundles/{part}.json")
        make("convert -q in.zip --to csv-dataset -o tables.zip")
        make("convert -q in.zip --to health-connect -o connect.zip")
        make("convert -q in.zip --to health-auto-export -o auto.json")
        make("convert -q in.zip --to fit -o fit.zip")
        shutil.copy(os.path.join(SAMPLES, "oura-sleep.json"), origin)
        os.mkdir(os.path.join(origin, "takeout"))
        shutil.copy(os.path.join(SAMPLES, "heart_rate_2024-05-08.csv"), os.path.join(origin, "takeout"))
        make("convert -q in.zip --type StepCount -o old.jsonl")
        make("convert -q in.zip --type StepCount --type HeartRate -o part.db")
        make("convert -q in.zip -o whole.db")
        make("generate --seed 6 --days 2 -o second.zip")
        make("convert -q second.zip --type HeartRate --type StepCount -o other.jsonl")
        make("convert -q in.xml -o once.jsonl")
        lines = open(os.path.join(origin, "once.jsonl")).read().splitlines(True)
        open(os.path.join(origin, "twice.jsonl"), "w").write("".join(lines + lines[1:]))
        make("convert -q twice.jsonl -o twice.db")
        os.mkdir(os.path.join(origin, "inbox"))
        file = shutil.copy(os.path.join(origin, "in.xml"), os.path.join(origin, "inbox"))
        # A file that was just changed waits.
        os.utime(file, (1e9, 1e9))
        total, defects = 0, 0
        for name in chosen or SCENARIOS:
            tried, found = scenario(name, origin)
            total, defects = total + tried, defects + found
        print(f"test-faults: {total} faults, {defects} defects")
        if defects:
            sys.exit(1)


main()
