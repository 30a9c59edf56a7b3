import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Datasets as files of Parquet: what other programs find in them, and what becomes of files that are not as they should be.
@Suite struct ParquetDatasetTests {
  /// The files of a dataset.
  private static func write(_ samples: [Sample], _ folder: TemporaryFolder) throws -> String {
    let input = try folder.write(samples, "in.jsonl")
    let output = folder.path + "/tables/"
    _ = try Conversion(of: .open(input), to: .parquet).run(toFile: output)
    return output
  }

  private static func read(_ path: String) throws -> [Sample] {
    var reader = try Dataset.open(path, as: .parquet).samples()
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  /// Damaged files give an error or samples, and never a trap.
  @Test func damagedFilesAreRefusedOrRead() throws {
    let folder = try TemporaryFolder()
    let output = try Self.write(MarkedSamples.all, folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    #expect(files.count > 30)
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var refused = 0
    for file in files {
      let path = output + file
      let whole = try Fixtures.bytes(path)
      for _ in 0..<6 {
        var bytes = whole
        for _ in 0...random(3) {
          bytes[random(bytes.count)] = [0, 1, 127, 128, 255, UInt8(random(256))][random(6)]
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do { _ = try Self.read(output) } catch { refused += 1 }
      }
      try Data(whole).write(to: URL(fileURLWithPath: path))
    }
    #expect(refused > 20)
    #expect(try Self.read(output).count == MarkedSamples.all.count)
  }

  @Test func missingAndForeignFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    let output = try Self.write(MarkedSamples.all, folder)
    let metadata = output + "quantity_metadata.parquet"
    let bytes = try Fixtures.bytes(metadata)
    try FileManager.default.removeItem(atPath: metadata)
    #expect(throws: (any Error).self) { try Self.read(output) }
    // A file without the version in its footer is read, one with another version is not.
    let key = [UInt8]("healthconv".utf8)
    let place = try #require(
      bytes.indices.dropLast(13).last {
        bytes[$0..<($0 + key.count)].elementsEqual(key) && bytes[$0 + key.count] == 0x18
      })
    var foreign = bytes
    foreign[place] = UInt8(ascii: "H")
    try Data(foreign).write(to: URL(fileURLWithPath: metadata))
    #expect(try Self.read(output).count == MarkedSamples.all.count)
    foreign = bytes
    foreign[place + key.count + 2] = UInt8(ascii: "2")
    try Data(foreign).write(to: URL(fileURLWithPath: metadata))
    let error = #expect(throws: HealthError.self) { try Self.read(output) }
    #expect(error?.rule == "unsupported-version")
    try Data(bytes).write(to: URL(fileURLWithPath: metadata))
    #expect(try Self.read(output).count == MarkedSamples.all.count)
  }

  /// More sources than a page has, and one that is used before and after them.
  @Test func rowGroupsAndManySourcesComeBack() throws {
    let steady = SampleDescriptor(
      type: .quantity(.heartRate), unitText: "count/min", source: Source(name: "Watch"))
    let samples = (0..<6_000).map { index in
      let time = Timestamp(
        secondsSince1970: 1_700_000_000 + Int64(index), nanoseconds: Int32(index % 7),
        offsetMinutes: Int16(index % 3 * 60))
      let descriptor = SampleDescriptor(
        type: .quantity(.heartRate), unitText: "count/min",
        source: Source(name: "Watch \(index)", version: index % 4 == 1 ? nil : "\(index).10"))
      let header = SampleHeader(
        descriptor: index % 2 == 0 ? steady : descriptor, start: time, end: time,
        metadata: index % 5 == 0
          ? Metadata()
          : Metadata([
            MetadataEntry(key: MetadataKey("k"), value: "\(index)")
          ]))
      let number = Number("\(index).\(index % 100)0") ?? Number(index)
      return Sample.quantity(QuantitySample(header: header, number: number))
    }
    let folder = try TemporaryFolder()
    let read = try Self.read(Self.write(samples, folder))
    #expect(read == samples)
    let digester = SampleDigester(.exact)
    #expect(zip(read, samples).allSatisfy { digester.total($0) == digester.total($1) })
  }

  /// Programs read the same table as from the CSV dataset, with instants and dates.
  @Test(arguments: [
    ("pyarrow", "import pyarrow.parquet as p\nrows = p.read_table(path).to_pylist()"),
    ("polars", "import polars\nrows = polars.read_parquet(path).to_dicts()"),
    (
      "duckdb",
      "import duckdb\nduckdb.sql(\"set timezone='UTC'\")\nr = duckdb.sql(f\"from '{path}'\")\nrows = [dict(zip(r.columns, row)) for row in r.fetchall()]"
    ),
    (
      "pyspark",
      "from pyspark.sql import SparkSession\ns = SparkSession.builder.config('spark.sql.session.timeZone', 'UTC').getOrCreate()\nrows = [r.asDict() for r in s.read.parquet(path).collect()]"
    ),
  ])
  func programsReadTheTables(_ program: String, _ read: String) throws {
    guard Python.has(program, "pytz") else {
      print("skipped: python3 has no \(program), or no pytz")
      return
    }
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    _ = try ExportGenerator(ExportGenerator.Options(seed: 9, size: .records(2_000))).writeXML(
      to: sink)
    let input = try folder.write(bytes: sink.bytes, "export.xml")
    for (format, name) in [(Format.parquet, "parquet/"), (.csvDataset, "csv/")] {
      _ = try Conversion(of: .open(input), to: format).run(toFile: folder.path + "/" + name)
    }
    let script = """
      import sys, os, csv, datetime, uuid
      os.chdir(sys.argv[1])
      names = sorted(f[:-8] for f in os.listdir("parquet"))
      assert names == sorted(f[:-4] for f in os.listdir("csv") if f.endswith(".csv")), names
      checked = 0
      def same(text, v):
        if text == "": return v is None or v == ""
        if isinstance(v, (uuid.UUID, bytes, bytearray)):
          v = v.bytes if isinstance(v, uuid.UUID) else bytes(v)
          return v.hex() == text
        if isinstance(v, datetime.datetime):
          if v.tzinfo is None: v = v.replace(tzinfo=datetime.timezone.utc)
          return datetime.datetime.fromisoformat(text) == v
        if isinstance(v, float): return float(text) == v
        if isinstance(v, int) and text.startswith("0x"): return int(text, 16) == v
        return text == str(v)
      for name in names:
        path = f"parquet/{name}.parquet"
        \(read.replacing("\n", with: "\n  "))
        table = list(csv.DictReader(open(f"csv/{name}.csv")))
        assert len(rows) == len(table) > 0, (name, len(rows), len(table))
        for a, b in zip(table, rows):
          for key, text in a.items():
            # Numbers in another text form are there, where a column is of floating point.
            if key == "extras": continue
            assert same(text, b[key]), (name, key, type(b[key]))
            checked += 1
          if b.get("local_date") is not None:
            assert str(b["local_date"])[:10] == a["start"][:10], name
            offset = datetime.datetime.fromisoformat(a["start"]).utcoffset()
            assert b["startOffset"] * 60 == offset.total_seconds(), name
      assert checked > 20_000, checked
      """
    let run = try OtherProgram.run(
      "python3", ["-c", script, folder.path], joinsErrors: true)
    #expect(run.status == 0, "\(run.output.suffix(2_000))")
  }
}
