"""Tests of ``healthconv.spark`` with Spark in local and in local-cluster mode, on 40 synthetic exports.

Three of them are damaged, one is much larger than the others: HEALTHCONV_SKEW is its size, 20MB of XML by default.
Without Java or PySpark they are skipped with a message. ``make test-spark`` installs what is missing.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import healthconv
from healthconv import HealthConvError
from study_testing import assert_same, cohort, damage, generate

try:
    import pyspark
    from pyspark.sql import SparkSession

    MISSING = None if int(pyspark.__version__.split(".")[0]) >= 4 else "PySpark 4"
except ImportError:
    MISSING = "PySpark 4"
if MISSING is None and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    MISSING = "Java"
if MISSING:
    print(f"test_spark: SKIPPED: {MISSING} is not installed; 'make test-spark' installs it", file=sys.stderr)

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Samples", "spark")
PATTERN = "{participant}_*.zip"
#: Whose exports are damaged, and how.
DAMAGED = {"P07": "truncated", "P19": "bit rot", "P33": "not a zip"}

KILLED = """
import sys
from pyspark.sql import SparkSession
from healthconv.spark import ingest
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
ingest(spark, sys.argv[1], sys.argv[2], participant_pattern=sys.argv[3], errors="quarantine", bin_bytes=1)
"""


def session(master):
    builder = SparkSession.builder.master(master).appName("test")
    for name, value in {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "1g", "spark.executor.memory": "1g",
        "spark.sql.shuffle.partitions": "4", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
    }.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


@unittest.skipIf(MISSING, f"{MISSING} is not installed")
class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        cls.folder = tempfile.TemporaryDirectory()
        cls.exports = os.path.join(cls.folder.name, "exports")
        os.mkdir(cls.exports)
        skew = os.environ.get("HEALTHCONV_SKEW", "20MB")
        for person in range(1, 41):
            path = os.path.join(cls.exports, f"P{person:02}_x.zip")
            generate(path, person, skew if person == 11 else 60 + person * 5)
            if how := DAMAGED.get(f"P{person:02}"):
                damage(path, how)
        cls.pattern = os.path.join(cls.exports, "*.zip")
        cls.expected = os.path.join(cls.folder.name, "expected")
        names = sorted(os.path.join(cls.exports, name) for name in os.listdir(cls.exports) if name.endswith(".zip"))
        cohort("add", cls.expected, *names, "--participant-pattern", PATTERN, "-q", expected=(1,))
        cls.good = [name for name in names if os.path.basename(name)[:3] not in DAMAGED]
        cls.spark = session("local[2]")

    @classmethod
    def tearDownClass(cls):
        SparkSession.getActiveSession().stop()
        cls.folder.cleanup()

    def use(self, master):
        if self.spark.sparkContext.master != master:
            self.spark.stop()
            type(self).spark = session(master)
        return self.spark

    def new(self):
        return os.path.join(tempfile.mkdtemp(dir=self.folder.name), "study")

    def source(self, paths=None, **options):
        reader = self.use("local[2]").read.format("healthconv")
        return reader.options(participantPattern=PATTERN, **options).load(paths or self.good)

    # MARK: ingest

    def ingest_in(self, master):
        from healthconv.spark import ingest

        study = self.new()
        result = ingest(self.use(master), self.pattern, study, participant_pattern=PATTERN, errors="quarantine")
        self.assertEqual((result.count("ok"), result.count("quarantined"), result.known), (37, 3, 0))
        self.assertEqual({row["participant"] for row in result.rows if row["status"] == "quarantined"}, set(DAMAGED))
        for name in DAMAGED:
            self.assertTrue(any(f"{name}_x.zip" in message for message in result.messages))
        assert_same(self, study, self.expected)
        again = ingest(self.spark, self.pattern, study, participant_pattern=PATTERN, errors="quarantine")
        self.assertEqual((again.rows, again.known), ([], 40))
        assert_same(self, study, self.expected)

    def test_a_study_is_that_of_the_tool(self):
        self.ingest_in("local[2]")

    def test_a_study_is_that_of_the_tool_on_a_cluster(self):
        try:
            self.ingest_in("local-cluster[2,1,1024]")
        finally:
            self.use("local[2]")

    def test_a_job_that_is_killed_is_completed(self):
        from healthconv.spark import ingest

        for moment in (1, 6, 20):
            study = self.new()
            job = subprocess.Popen(
                [sys.executable, "-c", KILLED, self.pattern, study, PATTERN], start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            lines = 0
            end = time.monotonic() + 120
            while lines < moment and job.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
                if os.path.exists(os.path.join(study, "ledger.jsonl")):
                    with open(os.path.join(study, "ledger.jsonl"), "rb") as file:
                        lines = file.read().count(b"\n")
            os.killpg(job.pid, signal.SIGKILL)
            job.wait()
            self.assertLess(lines, 40)
            result = ingest(self.use("local[2]"), self.pattern, study, participant_pattern=PATTERN, errors="quarantine")
            self.assertEqual(result.known + len(result.rows), 40)
            self.assertGreaterEqual(result.known, moment)
            assert_same(self, study, self.expected)

    def test_an_export_that_cannot_be_read_fails_the_job_by_default(self):
        from healthconv.spark import ingest

        study = self.new()
        with self.assertRaises(HealthConvError) as raised:
            ingest(self.use("local[2]"), self.pattern, study, participant_pattern=PATTERN)
        self.assertEqual(raised.exception.status, 1)
        self.assertIn("P07_x.zip", str(raised.exception))
        # The others were added.
        assert_same(self, study, self.expected)

    def test_exports_of_an_object_store(self):
        from healthconv.spark import ingest

        study = self.new()
        result = ingest(
            self.use("local[2]"), f"local://{self.exports}/*.zip", study, participant_pattern=PATTERN, errors="quarantine")
        self.assertTrue(any(f"local://{self.exports}/P07_x.zip" in message for message in result.messages))
        # The export that is not an archive has an id of its own all the same: it is made of the bytes.
        assert_same(self, study, self.expected)
        rows = self.source([f"local://{path}" for path in self.good[:3]]).count()
        self.assertEqual(rows, self.source(self.good[:3]).count())

    def test_mistakes_are_found_before_anything_is_read(self):
        from healthconv.spark import ingest

        spark = self.use("local[2]")
        study = self.new()
        for arguments in (
            {}, {"participant_pattern": "{participant}_z.zip"}, {"participant_pattern": PATTERN, "errors": "skip"},
            {"participants": {"P01_x.zip": "P1"}}, {"participants": {}, "participant_pattern": PATTERN},
        ):
            with self.assertRaises(ValueError):
                ingest(spark, self.pattern, study, **arguments)
        with self.assertRaises(FileNotFoundError):
            ingest(spark, os.path.join(self.exports, "*.7z"), study, participant_pattern=PATTERN)
        self.assertFalse(os.path.exists(study))
        ingest(spark, self.good[0], study, participant_pattern=PATTERN)
        with self.assertRaises(ValueError):
            ingest(spark, self.good[1], study, participant_pattern=PATTERN, buckets=3)
        cohort("remove", study, "P01")
        with self.assertRaises(ValueError):
            ingest(spark, self.good[0], study, participant_pattern=PATTERN)

    # MARK: Source

    def test_rows_are_those_of_the_tables_of_the_study(self):
        """Row for row, of every table: with nested=all the same, by default each sample once."""
        from healthconv import _schema

        kinds = sorted(os.listdir(os.path.join(self.expected, "tables")))
        self.assertGreater(len(set(kinds) & set(_schema.TABLES)), 20)
        exports = [path for path in self.good if os.path.basename(path)[:3] in ("P01", "P12")]
        for kind in kinds:
            with self.subTest(kind=kind):
                frame = self.source(exports, kind=kind, nested="all")
                self.assertEqual(self.rows_of(frame), self.rows_of_study(kind, frame.columns, ("P01", "P12")))
        frame = self.source(nested="all")
        self.assertEqual(self.rows_of(frame), self.rows_of_study("quantity", frame.columns))

    def test_every_sample_counts_once(self):
        for kind in ("quantity", "category", "workout", "correlation"):
            once = self.source(kind=kind).count()
            rows = self.spark.read.parquet(os.path.join(self.expected, "tables", kind))
            self.assertEqual(once, rows.where("coalesce(nested, 'nestedOnly') = 'nestedOnly'").count(), kind)
        marks = {row.nested for row in self.source(kind="quantity", nested="all").select("nested").distinct().collect()}
        self.assertLess({None, "alsoTopLevel"}, marks | {"nestedOnly"})

    def rows_of(self, frame):
        table = frame.toArrow()
        return sorted(zip(*(map(repr, column.to_pylist()) for column in table.columns)))

    def rows_of_study(self, kind, columns, participants=None):
        import pyarrow.compute
        import pyarrow.parquet

        folder = os.path.join(self.expected, "tables", kind)
        rows = []
        for bucket in os.listdir(folder):
            for name in os.listdir(os.path.join(folder, bucket)):
                table = pyarrow.parquet.ParquetFile(os.path.join(folder, bucket, name)).read(columns=columns)
                if participants is not None:
                    own = pyarrow.compute.is_in(table["participant"], pyarrow.array(participants))
                    table = table.filter(own)
                rows += zip(*(map(repr, table[name].to_pylist()) for name in columns))
        return sorted(rows)

    def test_selections(self):
        frame = self.source(types="HeartRate", since="2026-01-10", until="2026-01-20", where="value > 60 count/min")
        run = subprocess.run(
            [healthconv.find_tool(), "query", *self.good, "-q", "--participant-pattern", PATTERN, "--count", "--type",
             "HeartRate", "--since", "2026-01-10", "--until", "2026-01-20", "--where", "value > 60 count/min"],
            capture_output=True, text=True, check=True)
        self.assertEqual(frame.count(), int(run.stdout))
        self.assertGreater(frame.count(), 0)

    def test_columns_of_a_user_schema(self):
        reader = self.use("local[2]").read.format("healthconv").option("participantPattern", PATTERN)
        frame = reader.schema("participant STRING, value DOUBLE").load(self.good)
        self.assertEqual(frame.columns, ["participant", "value"])
        self.assertEqual(frame.count(), self.source().count())
        self.assertEqual(
            frame.groupBy("participant").sum("value").count(), len(self.good))
        with self.assertRaisesRegex(Exception, "no column 'volume'"):
            reader.schema("volume DOUBLE").load(self.good).count()

    def test_damaged_exports(self):
        with self.assertRaisesRegex(Exception, "P(07|19|33)_x.zip"):
            self.source([self.pattern], binBytes="1000000000").count()
        self.assertEqual(self.source([self.pattern], errors="quarantine").count(), self.source().count())
        about = self.source([self.pattern], kind="exports", errors="quarantine").collect()
        self.assertEqual({row.participant for row in about if row.status == "quarantined"}, set(DAMAGED))
        self.assertEqual(len(about), 40)
        coverage = self.source(kind="coverage")
        expected = self.spark.read.parquet(os.path.join(self.expected, "coverage.parquet"))
        self.assertEqual(self.rows_of(coverage), self.rows_of(expected.select(coverage.columns)))

    def test_bins_do_not_change_rows(self):
        counts = {self.source(self.good[:9], binBytes=str(size)).count() for size in (1, 30_000, 1 << 30)}
        self.assertEqual(len(counts), 1)
        self.assertEqual(self.source(self.good[:9], binBytes="1").rdd.getNumPartitions(), 9)
        self.assertEqual(self.source(self.good[:9]).rdd.getNumPartitions(), 1)

    def test_sql(self):
        spark = self.use("local[2]")
        spark.sql(
            f"CREATE OR REPLACE TEMPORARY VIEW q USING healthconv OPTIONS (path '{self.exports}/P0[1-3]_x.zip', "
            f"participantPattern '{PATTERN}', types 'StepCount')")
        self.assertEqual(spark.sql("SELECT count(DISTINCT participant) FROM q").first()[0], 3)

    def test_conditions_are_pushed_only_on_request(self):
        spark = self.use("local[2]")
        condition = (
            "type = 'HKQuantityTypeIdentifierHeartRate' AND participant IN ('P01', 'P02') "
            "AND start >= timestamp'2026-01-25 00:00:00' AND start < timestamp'2026-01-31 12:00:00.5'")
        plain = self.source().where(condition)
        expected = self.rows_of(plain.select("participant", "id", "value"))
        self.assertGreater(len(expected), 0)
        with self.assertRaisesRegex(Exception, "PUSHDOWN_DISABLED"):
            self.source(pushdown="true").where(condition).count()
        spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
        try:
            pushed = self.source(pushdown="true", binBytes="1").where(condition)
            self.assertEqual(self.rows_of(pushed.select("participant", "id", "value")), expected)
            self.assertEqual(pushed.rdd.getNumPartitions(), 2)
            self.assertEqual(self.rows_of(self.source().where(condition).select("participant", "id", "value")), expected)
        finally:
            spark.conf.unset("spark.sql.python.filterPushdown.enabled")

    def test_wrong_options(self):
        for options in (
            {"kind": "steps"}, {"type": "HeartRate"}, {"errors": "ignore"}, {"kind": "exports", "types": "HeartRate"},
        ):
            with self.assertRaises(Exception, msg=str(options)):
                self.source(**options).count()
        with self.assertRaisesRegex(Exception, "no participant"):
            self.use("local[2]").read.format("healthconv").option("participantPattern", "Q{participant}.zip").load(
                self.good).count()
        without = self.use("local[2]").read.format("healthconv").load(self.good[0])
        self.assertEqual(without.where("participant IS NULL").count(), without.count())

    def test_a_policy(self):
        folder = tempfile.mkdtemp(dir=self.folder.name)
        key, policy = os.path.join(folder, "study.key"), os.path.join(folder, "study.yml")
        subprocess.run([healthconv.find_tool(), "policy", "key", "new", key], check=True, capture_output=True)
        text = subprocess.run(
            [healthconv.find_tool(), "policy", "new", "--profile", "research"], check=True, capture_output=True, text=True)
        with open(policy, "w") as file:
            file.write(text.stdout)
        frame = self.source(self.good[:2], policy=policy)
        names = {row.source for row in frame.select("source").distinct().collect()}
        plain = {row.source for row in self.source(self.good[:2]).select("source").distinct().collect()}
        self.assertGreater(frame.count(), 0)
        self.assertFalse(any("’s" in name for name in names if name), names)
        self.assertTrue(any("’s" in name for name in plain if name))
        self.assertFalse({"P01", "P02"} & {row.participant for row in frame.select("participant").distinct().collect()})

    # MARK: Example jobs

    def test_jobs_of_spark_duckdb_and_dask_agree(self):
        sys.path.insert(0, SAMPLES)
        try:
            import dask_study
            import duckdb_study
            import spark_study
        finally:
            sys.path.remove(SAMPLES)
        spark = self.use("local[2]")
        spark_study.open_study(spark, self.expected)
        connection = duckdb_study.open_study(self.expected)

        def texts(rows):
            def text(value):
                if value is None or value != value or str(value) in ("NaT", "<NA>"):
                    return None
                if hasattr(value, "isoformat"):
                    return value.isoformat()[:10]
                return value if isinstance(value, str) else round(float(value), 6)

            return sorted(tuple(text(value) for value in row) for row in rows)

        for name in spark_study.QUERIES:
            with self.subTest(name=name):
                own = texts(map(tuple, spark_study.query(spark, name).collect()))
                self.assertEqual(texts(duckdb_study.query(connection, name).fetchall()), own)
                self.assertEqual(texts(getattr(dask_study, name)(self.expected).itertuples(index=False)), own)
                self.assertGreater(len(own), 30)


if __name__ == "__main__":
    unittest.main()
