#!/usr/bin/env python3
"""Changes cells of stores, and cells, pages, footers and dictionaries of Parquet tables, and compares what the tool reads with
what SQLite and pyarrow read.

    cells.py TOOL [MINUTES] [SEED]

Demanded of each run: a documented exit status other than 70, a message if it is not 0, an end within 20 seconds and within
128 MB. After status 0, the output is read again without an error, and it has as many samples as the other reader counts; of
a table of Parquet whose bytes were changed, each value is that of the other reader. An input that breaks this is kept in the
folder that is named.
"""
import csv, json, math, os, random, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    sys.exit("cells.py: needs pyarrow: pip install pyarrow")

tool = os.path.realpath(sys.argv[1])
minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
MEMORY, SECONDS = 128 << 20, 20
NUMBERS = [0, -1, 1, 2, 255, 1 << 31, -(1 << 31), (1 << 62), (1 << 63) - 1, -(1 << 63), 253_402_300_800_000_000, 719_529]
REALS = [0.0, -0.0, 1e308, -1e308, 5e-324, math.nan, math.inf, 1e15, 0.1]
TEXTS = ["", "\0", "a" * 70_000, "\n", "\x1b[2J", "::error::", "=1+1", "\ufeff", "\u202e", "{", "null", "9" * 400, "-1e999", "💓"]
BLOBS = [b"", b"\xff\xfe", b"\0" * 16, b"\xc3(" * 9]
COMMANDS = [["info"], ["validate"], ["stats", "--by", "day"], ["stats", "--answer", "workouts"], ["query", "--where", "value > 1"],
            ["convert", "-q", "--to", "parquet", "OUT/"], ["convert", "-q", "OUT.db"], ["convert", "-q", "OUT.xml"]]


# A process of its own starts the tool: the memory of a child begins with that of its parent, which is large here.
STARTER = """
import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
os.write(3, b"%d %d" % (status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
"""


def run(arguments, folder):
    reading, writing = os.pipe()
    child = subprocess.Popen(
        ["/bin/sh", "-c", f'starter=$1; shift; exec "$0" -ISc "$starter" "$@" 3>&{writing}', sys.executable, STARTER, tool] + arguments, cwd=folder, pass_fds=[writing],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
    os.close(writing)
    timer = threading.Timer(SECONDS, os.killpg, [child.pid, signal.SIGKILL])
    timer.start()
    said = child.stdout.read()
    child.wait()
    timer.cancel()
    with open(reading, "rb") as result:
        status, memory = map(int, result.read().split() or [-9, 0])
    found = []
    if status not in (0, 1, 65, 69, 73, 74):
        found.append(f"{arguments[0]}: status {status}")
    if status != 0 and not said.strip():
        found.append(f"{arguments[0]}: no message")
    if memory << 10 > MEMORY:
        found.append(f"{arguments[0]}: {memory >> 10} MiB")
    return status, said, found


def samples(path):
    """How many samples of the top level a file of JSON Lines has."""
    with open(path, "rb") as lines:
        return sum(json.loads(line)["kind"] != "dataset" for line in lines if line.strip())


# Stores

def change_store(path, dice):
    """Changes cells of a store; returns how many samples of the top level SQLite counts."""
    store = sqlite3.connect(path)
    store.execute("PRAGMA foreign_keys = off")
    store.execute("PRAGMA ignore_check_constraints = on")
    tables = [name for name, in store.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'answer%'")]
    full = [(table, count) for table in tables for count, in [store.execute(f'SELECT count(*) FROM "{table}"').fetchone()] if count]
    for _ in range(dice.choice([1, 1, 1, 2, 5])):
        table, count = dice.choice(full)
        columns = list(store.execute(f'PRAGMA table_info("{table}")'))
        column = dice.choice(columns)[1]
        keys = [row[1] for row in columns if row[5]] or [row[1] for row in columns]
        value = dice.choice([dice.choice(NUMBERS), dice.choice(REALS), dice.choice(TEXTS), dice.choice(BLOBS), None])
        if dice.random() < 0.2:
            other, many = dice.choice(full)
            names = [row[1] for row in store.execute(f'PRAGMA table_info("{other}")')]
            value, = store.execute(f'SELECT "{dice.choice(names)}" FROM "{other}" LIMIT 1 OFFSET {dice.randrange(many)}').fetchone() or [None]
        listed, where = ", ".join(f'"{key}"' for key in keys), " AND ".join(f'"{key}" IS ?' for key in keys)
        row = store.execute(f'SELECT {listed} FROM "{table}" LIMIT 1 OFFSET {dice.randrange(count)}').fetchone()
        if row is None:
            continue
        try:
            if dice.random() < 0.1:
                store.execute(f'DELETE FROM "{table}" WHERE {where}', row)
            else:
                store.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', [value, *row])
        except sqlite3.Error:
            pass
    store.commit()
    count, = store.execute("SELECT count(*) FROM sample WHERE parent IS NULL").fetchone()
    store.close()
    return count


def attempt_store(sound, dice, folder):
    shutil.copy(sound, os.path.join(folder, "in.db"))
    expected = change_store(os.path.join(folder, "in.db"), dice)
    return check("in.db", [], folder, expected, dice)


def check(name, options, folder, expected, dice, compare=lambda: []):
    status, said, found = run(["convert", "-q", *options, name, "-o", "out.jsonl"], folder)
    if status == 0:
        again, words, faults = run(["info", "out.jsonl"], folder)
        found += faults + ([f"the output is refused: {words[-200:]!r}"] if again != 0 else [])
        count = samples(os.path.join(folder, "out.jsonl"))
        if expected is not None and count != expected:
            found.append(f"{count} samples, the other reader counts {expected}")
        found += compare()
    command = list(dice.choice(COMMANDS))
    output = ["-o", command.pop()] if command[-1].startswith("OUT") else []
    _, _, faults = run(command + options + [name] + output, folder)
    return found + faults, said, status


# Parquet

def change_values(path, dice):
    """Writes a table again, with other values and with other options of the writer."""
    table = pq.read_table(path)
    place = dice.randrange(table.num_columns)
    column = table.column(place).to_pylist()
    kind = table.schema.field(place).type
    for _ in range(dice.choice([1, 1, 3])):
        row = dice.randrange(len(column))
        wanted = dice.choice(TEXTS if pa.types.is_string(kind) else BLOBS if pa.types.is_binary(kind) else REALS + NUMBERS)
        try:
            pa.array([wanted], kind)
            column[row] = None if dice.random() < 0.2 else wanted
        except (pa.ArrowException, OverflowError, TypeError, ValueError):
            column[row] = None
    try:
        table = table.set_column(place, table.schema.field(place), pa.array(column, kind))
        pq.write_table(
            table, path, compression=dice.choice(["none", "snappy"]), use_dictionary=dice.random() < 0.5,
            data_page_version=dice.choice(["1.0", "2.0"]), data_page_size=dice.choice([200, 4_000, 1 << 20]),
            write_page_checksum=dice.random() < 0.5, row_group_size=dice.choice([50, 1_000, 1 << 20]))
    except (pa.ArrowException, OverflowError, ValueError):
        pass


def change_bytes(path, dice):
    """Changes bytes of the footer or of the pages."""
    content = bytearray(open(path, "rb").read())
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    span = range(max(4, footer), len(content)) if dice.random() < 0.6 else range(4, max(5, footer))
    for _ in range(dice.choice([1, 1, 2, 8])):
        content[dice.choice(span)] = dice.choice([dice.randrange(256), 0, 0xFF, 0x80])
    open(path, "wb").write(bytes(content))


def attempt_tables(sound, dice, folder):
    shutil.copytree(sound, os.path.join(folder, "in"))
    names = sorted(os.listdir(sound))
    weights = [1 + os.path.getsize(os.path.join(sound, name)) ** 0.5 for name in names]
    name = dice.choices(names, weights)[0]
    path, are_bytes = os.path.join(folder, "in", name), dice.random() < 0.6
    (change_bytes if are_bytes else change_values)(path, dice)

    def compare():
        """The values of each row, if both read the table."""
        if not are_bytes:
            return []
        status, _, found = run(["convert", "-q", "--from", "parquet", "in", "--to", "csv-dataset", "-o", "csv/"], folder)
        try:
            other = pq.read_table(path, page_checksum_verification=True)
        except Exception:
            return found
        if status != 0 or "n" not in other.column_names:
            return found
        csv.field_size_limit(1 << 27)
        table = os.path.join(folder, "csv", name.replace(".parquet", ".csv"))
        ours = {}
        if os.path.exists(table):
            with open(table, newline="") as text:
                ours = {row["n"]: row for row in csv.DictReader(text)}
        if len(ours) != other.num_rows:
            return found + [f"{name}: {len(ours)} rows, the other reader has {other.num_rows}"]
        for row in other.select([c for c in ("n", "type", "value", "unit", "source", "nested") if c in other.column_names]).to_pylist():
            own = ours.get(str(row.pop("n")))
            for column, value in row.items():
                text = own and own.get(column) or ""
                same = value is None and text == "" or (
                    float(text) == value if isinstance(value, float) and text else text.encode() == (value or "").encode() if isinstance(value, str) else text == "")
                if own is not None and not same:
                    found.append(f"{name}: column {column} has {text[:40]!r}, the other reader has {str(value)[:40]!r}")
                    return found
        return found

    return check("in", ["--from", "parquet"], folder, None, dice, compare)


def main():
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as sound:
        for arguments in ["generate --seed 3 --days 1 -o in.zip", "convert -q in.zip -o in.db", "convert -q in.zip --to parquet -o tables/"]:
            subprocess.run([tool] + arguments.split(), cwd=sound, check=True, capture_output=True)
        end, tried, read, defects = time.monotonic() + minutes * 60, 0, 0, 0
        while time.monotonic() < end:
            folder = tempfile.mkdtemp(prefix="healthconv-cells.")
            if dice.random() < 0.5:
                found, said, status = attempt_store(os.path.join(sound, "in.db"), dice, folder)
            else:
                found, said, status = attempt_tables(os.path.join(sound, "tables"), dice, folder)
            tried += 1
            read += status == 0
            if found:
                defects += 1
                print(f"cells.py: {'; '.join(found)}: {folder}\n  {said[-300:]!r}", flush=True)
            else:
                shutil.rmtree(folder)
    print(f"cells.py: {tried} inputs, {read} of them read whole, {defects} defects, seed {seed}")
    sys.exit(1 if defects else 0)


main()
