import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// `policy check` finds every class of identifier that is planted in an output, wherever it is, and nothing in a clean one.
@Suite struct PolicyCheckTests {
  private let folder: TemporaryFolder
  private let original: Dataset

  /// The person of the original.
  private static let name = "Anna Musik"
  private static let serial = "SN4711XYZ"

  init() throws {
    folder = try TemporaryFolder()
    original = try .open(folder.write(Self.samples, "original.jsonl", Self.info))
  }

  private static var info: DatasetInfo {
    var info = DatasetInfo()
    info.exportDate = MarkedSamples.date("2024-06-30 21:15:00 +0200")
    info.path = "Exporte/\(name).xml"
    info.characteristics = [.init(type: .dateOfBirth, value: "1985-04-12")]
    return info
  }

  private static func header(
    _ type: SampleType, unit: String? = nil, start: String, participant: String? = nil
  ) -> SampleHeader {
    var device = Device()
    (device.name, device.localIdentifier) = ("Apple Watch", serial)
    return SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit, source: Source(name: "\(name)’s Apple Watch"), device: device,
        participant: participant),
      start: MarkedSamples.date(start), end: MarkedSamples.date(start),
      metadata: Metadata([
        MetadataEntry(key: MetadataKey("HKFoodType"), value: "Leberkäse mit Senf"),
        MetadataEntry(
          key: MetadataKey("HKExternalUUID"), value: "7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11"),
      ]))
  }

  private static func rate(_ value: Int64, _ start: String, participant: String? = nil) -> Sample {
    .quantity(
      QuantitySample(
        header: header(
          .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), unit: "count/min",
          start: start, participant: participant), number: Number(digits: value, exponent: 0)))
  }

  /// Values, a category and a workout with times to the second.
  private static var samples: [Sample] {
    let category = Sample.category(
      CategorySample(
        header: header(
          .category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis")),
          start: "2024-06-02 01:02:03 +0200"),
        value: CategoryValue("HKCategoryValueSleepAnalysisAsleepREM")))
    var ecg = Sample.ElectrocardiogramFields()
    ecg.name = name
    ecg.dateOfBirth = "12 Apr 1985"
    (ecg.sampleRate, ecg.sampleRateUnit, ecg.unit) = (Number(512), "Hz", "µV")
    ecg.voltages = [Number(1), Number(-2)]
    let document = Sample.electrocardiogram(
      Electrocardiogram(
        header: header(
          .other("HKDataTypeIdentifierElectrocardiogram"), start: "2024-06-03 10:11:12 +0200"),
        fields: ecg))
    return (0..<9).map { rate(60 + $0, "2024-06-01 08:0\($0):1\($0) +0200") } + [
      category, document,
    ]
  }

  private func study(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
    policy(.research, change)
  }

  /// Writes what a policy gives.
  private func release(_ path: String, _ format: Format, _ policy: Policy) throws -> String {
    let target = folder.path + "/" + path
    _ = try Conversion(of: original.releasing(Release(policy)), to: format).run(
      toFile: target, overwriting: true)
    return target
  }

  private func check(_ path: String, _ policy: Policy? = nil) throws -> PolicyCheck {
    try PolicyCheck(of: path, with: original, policy ?? study())
  }

  private func found(_ path: String, _ policy: Policy? = nil) throws -> Set<FieldClass> {
    Set(try check(path, policy).rows.filter { $0.found > 0 }.map(\.kind))
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private static let readable: [(Format, String)] = [
    (.jsonLines, "o.jsonl"), (.appleHealth, "o.zip"), (.csv, "o.csv"), (.csvDataset, "o.csv.zip"),
    (.parquet, "o-parquet"), (.sqlite, "o.db"), (.appleHealth, "o.xml"),
  ]

  // MARK: Clean releases

  @Test func aCleanReleaseOfEachFormatPasses() throws {
    for (format, name) in Self.readable {
      let check = try check(release(name, format, study()))
      #expect(!check.hasFindings && check.isProven, "\(name): \(check.rows) \(check.gaps)")
      #expect(check.rows.allSatisfy { $0.control == $0.needles && $0.needles > 0 })
      #expect(
        Set(check.rows.map(\.kind)).isSuperset(of: [
          .name, .birth, .path, .identifier, .text, .source,
        ]))
    }
  }

  /// Formats that no reader reads are searched, but their values cannot be compared.
  @Test func whatCannotBeReadBackIsNotProven() throws {
    for (format, name) in [
      (Format.spreadsheet, "o.xlsx"), (.geoJSON, "o.geojson"), (.kml, "o.kml"),
    ] {
      let path = try release(name, format, study())
      let clean = try check(path)
      #expect(!clean.hasFindings && !clean.isProven && clean.samples == nil, "\(name)")
    }
    let loose = study { $0.settings.sources = .keep }
    let path = try release("loose.xlsx", .spreadsheet, loose)
    #expect(try found(path).contains(.source))
    let page = folder.path + "/page.html"
    try write(Array("<p>Report of Anna&#32;Musik</p>".utf8), page)
    #expect(try found(page).contains(.name))
  }

  // MARK: Texts

  @Test func anOriginalIsFoundInItself() throws {
    let check = try check(original.name)
    #expect(check.rows.allSatisfy { $0.found == $0.needles })
    #expect(check.sameSamples == Self.samples.count)
  }

  /// Each of the forms in which text may be written.
  @Test(arguments: [
    "Anna Musik", "ANNA MUSIK", "Anna\u{A0}Musik", "Anna&#x20;Musik", "Anna&#32;Musik",
    #"Anna\u0020Musik"#, #"{\"note\":\"Anna\\u0020Musik\"}"#, "Anna%20Musik", "QW5uYSBNdXNpaw==",
    "YS5hIEFubmEgTXVzaWs=", "A\0n\0n\0a\0 \0M\0u\0s\0i\0k\0", "SN4711XYZ",
    "7b1c2f7e-6b0d-4b61-9a53-0c7c8c5b8a11",
    "1985-04-12", "Leberk\u{E4}se mit Senf", #"Leberk\u00e4se mit Senf"#, "Leberk&#228;se mit Senf",
  ])
  func aTextIsFoundInEachForm(_ text: String) throws {
    let path = folder.path + "/form.bin"
    let noise = [UInt8](repeating: 200, count: 3_000)
    // Also where it crosses two parts that are read.
    for size in [0, 1 << 20 - 5] {
      try write([UInt8](repeating: 46, count: size) + Array("; \(text);".utf8) + noise, path)
      #expect(try !found(path).isEmpty, "\(text)")
    }
    try write([UInt8](repeating: 46, count: 4_000) + noise, path)
    #expect(try found(path).isEmpty)
  }

  @Test func theNameOfTheOutputIsSearched() throws {
    let path = try release("\(Self.name).jsonl", .jsonLines, study())
    #expect(try found(path).contains(.name))
    let inside = try release("clean", .csvDataset, study())
    try write(Array("x".utf8), inside + "/\(Self.name).txt")
    #expect(try found(inside).contains(.name))
  }

  @Test func theCommentOfAnArchiveIsSearched() throws {
    let path = try release("o.zip", .appleHealth, study())
    let comment = Array("of \(Self.name), born 1985-04-12".utf8)
    let archive = try bytes(path)
    #expect(archive.suffix(2) == [0, 0])
    try write(archive.dropLast(2) + [UInt8(comment.count), 0] + comment, path)
    #expect(try found(path).isSuperset(of: [.name, .birth]))
  }

  @Test(arguments: ["member", "comment", "content", "packed", "nested", "gzip"])
  func membersThatNoReaderUsesAreSearched(_ place: String) throws {
    guard Python.has("zipfile", "gzip") else { return print("skipped: there is no python3") }
    let path = try release("o.zip", .appleHealth, study())
    let script = """
      import gzip, io, sys, zipfile
      path, place, name = sys.argv[1:]
      def entry(title, comment=""):
          info = zipfile.ZipInfo(title); info.comment = comment.encode(); info.compress_type = zipfile.ZIP_DEFLATED
          return info
      inner = io.BytesIO()
      with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as nested: nested.writestr("a.txt", "of " + name + " " * 500)
      with zipfile.ZipFile(path, "a") as archive:
          if place == "member": archive.writestr(entry(name + " notes.txt"), "x")
          if place == "comment": archive.writestr(entry("notes.txt", name), "x")
          if place == "content": archive.writestr("notes.txt", "of " + name)
          if place == "packed": archive.writestr(entry("notes.txt"), ("of " + name + " ") * 99)
          if place == "nested": archive.writestr(entry("notes.zip"), inner.getvalue())
          if place == "gzip": archive.writestr(entry("notes.gz"), gzip.compress((name + " ").encode() * 99))
      """
    #expect(try Python.run(script, [path, place, Self.name]).status == 0)
    #expect(try found(path).contains(.name), "\(place)")
  }

  @Test func footersAndStatisticsOfParquetAreSearched() throws {
    let path = try release("o-parquet", .parquet, study())
    let file = path + "/quantity.parquet"
    let clean = try bytes(file)
    // The program that wrote it, in the footer.
    try write(clean.replacing(Array("healthconv".utf8), with: Array(Self.name.utf8)), file)
    #expect(try found(path).contains(.name))
    // The least and the greatest unit, in the statistics.
    try write(clean.replacing(Array("count/min".utf8), with: Array(Self.serial.utf8)), file)
    #expect(try found(path).contains(.identifier))
    try write(clean, file)
    #expect(try found(path).isEmpty)
  }

  @Test func columnsOfParquetThatNoReaderUsesAreSearched() throws {
    guard Python.has("pyarrow") else { return print("skipped: python3 has no pyarrow") }
    let path = folder.path + "/columns.parquet"
    let script = """
      import sys, pyarrow as pa, pyarrow.parquet as pq
      pq.write_table(pa.table({"n": [1, 2, 3], "note": ["a", "of " + sys.argv[2], "z"]}), sys.argv[1], compression="zstd",
                     write_statistics=False)
      """
    #expect(try Python.run(script, [path, Self.name]).status == 0)
    #expect(try found(path).contains(.name))
  }

  @Test func freePagesOfADatabaseAreSearched() throws {
    guard Python.has("sqlite3") else { return print("skipped: there is no python3") }
    let path = try release("o.db", .sqlite, study())
    #expect(try found(path).isEmpty)
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      base.execute("pragma secure_delete = off")
      base.execute("create table notes (text)")
      base.executemany("insert into notes values (?)", [("of " + sys.argv[2],)] * 500)
      base.commit()
      base.execute("drop table notes")
      base.commit()
      assert base.execute("pragma freelist_count").fetchone()[0] > 0
      assert not base.execute("select 1 from sqlite_master where name = 'notes'").fetchall()
      base.close()
      """
    #expect(try Python.run(script, [path, Self.name]).status == 0)
    #expect(try found(path).contains(.name))
  }

  /// Where a row continues on another page, and where that one does, in use and freed, in a file and in an archive.
  @Test(arguments: [512, 4_096], ["first", "last", "index", "freed", "packed"])
  func aTextOverTwoPagesIsFound(_ size: Int, _ place: String) throws {
    guard Python.has("sqlite3", "zipfile") else { return print("skipped: there is no python3") }
    let path = folder.path + "/split.db"
    let script = """
      import os, sqlite3, sys, zipfile
      path, size, place, name = sys.argv[1:]
      def store(text):
          if os.path.exists(path): os.remove(path)
          base = sqlite3.connect(path)
          base.execute("pragma page_size = " + size)
          base.execute("pragma secure_delete = off")
          rows = "text primary key) without rowid" if place == "index" else "text)"
          base.execute("create table notes (" + rows)
          base.execute("insert into notes values (?)", (text,))
          base.commit()
          if place == "freed":
              base.execute("drop table notes")
              base.commit()
          base.close()
          with open(path, "rb") as file: return file.read()
      text = "".join("%06d" % number for number in range(3000))
      raw = store(text)
      # The places where no ten letters are together.
      splits = [at for at in range(len(text) - 10) if text[at:at + 10].encode() not in raw]
      at = (splits[-9] if place in ("last", "freed") else splits[0]) + 4
      raw = store(text[:at] + name + text[at + len(name):])
      assert splits and name.encode() not in raw, "not split"
      if place == "packed":
          with zipfile.ZipFile(path + ".zip", "w", zipfile.ZIP_DEFLATED) as archive: archive.write(path, "split.db")
      """
    let run = try Python.run(script, [path, "\(size)", place, Self.name])
    try #require(run.status == 0, "\(run)")
    #expect(try found(place == "packed" ? path + ".zip" : path).contains(.name))
  }

  // MARK: Samples

  /// An output of another policy, whose texts are clean and whose dates are moved.
  @Test func typesThatAreNotGrantedAreFound() throws {
    let path = try release("all.jsonl", .jsonLines, study())
    #expect(try check(path, study()).ungrantedSamples == 0)
    let narrow = study { $0.types = [TypePattern(unchecked: "HeartRate")] }
    let wide = try check(path, narrow)
    #expect(wide.ungrantedSamples > 0 && wide.hasFindings)
    let own = try check(release("own.jsonl", .jsonLines, narrow), narrow)
    #expect(own.ungrantedSamples == 0 && own.samples ?? 0 > 0 && !own.hasFindings)
  }

  @Test func trueDatesAreFound() throws {
    let dated = study { ($0.settings.dates, $0.settings.clock) = (.keep, .offset) }
    let check = try check(release("dated.jsonl", .jsonLines, dated))
    #expect(check.sameSamples == 11 && check.hasFindings)
    // As local times without offsets.
    let local = study { ($0.settings.dates, $0.settings.clock) = (.keep, .local) }
    let other = try self.check(release("local.jsonl", .jsonLines, local))
    #expect(other.sameSamples == 0 && other.hasSameLocalTimes && other.hasFindings)
    #expect(try !self.check(release("moved.jsonl", .jsonLines, study())).hasSameLocalTimes)
  }

  /// The name that a writer gives to a route is not that of the person.
  @Test func placeholdersAreOfNobody() throws {
    var (route, track) = (WorkoutRoute(), WorkoutRoute.Track())
    track.creator = "Apple Health Export"
    track.locations = (0..<3).map { index in
      var location = RouteLocation()
      location.date = MarkedSamples.date("2024-06-01 08:0\(index):00 +0200")
      (location.latitude, location.longitude) = (Number("52.52000\(index)"), Number("13.4049"))
      return location
    }
    var file = WorkoutRoute.FileReference()
    (file.path, file.track) = ("/workout-routes/route_2024-06-01_8.00am.gpx", track)
    route.files = [file]
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    let workout = Sample.workout(
      Workout(
        header: Self.header(
          .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")),
          start: "2024-06-01 08:00:00 +0200"), fields: fields))
    let input = try Dataset.open(folder.write([workout], "route.jsonl", Self.info))
    let shape = study { $0.settings.routes = .shape }
    for (format, name) in [(Format.appleHealth, "route.zip"), (.jsonLines, "shape.jsonl")] {
      let path = folder.path + "/" + name
      _ = try Conversion(of: input.releasing(Release(shape)), to: format).run(toFile: path)
      let check = try PolicyCheck(of: path, with: input, shape)
      #expect(!check.hasFindings, "\(name): \(check.rows)")
    }
  }

  /// Weekly recordings, whose moved dates are those of other weeks.
  @Test func namesOfMovedDatesAreNoFindings() throws {
    let samples = (1...60).map { week in
      var fields = Sample.ElectrocardiogramFields()
      let start = Timestamp(secondsSince1970: 1_700_000_000 + Int64(week) * 7 * 86_400)
      fields.path = "/electrocardiograms/ecg_\(CalendarDay(start).description).csv"
      (fields.sampleRate, fields.voltages) = (Number(512), [Number(1), Number(week)])
      var header = Self.header(
        .other("HKDataTypeIdentifierElectrocardiogram"), start: "2024-06-03 10:11:12 +0200")
      (header.start, header.end) = (start, start)
      return Sample.electrocardiogram(Electrocardiogram(header: header, fields: fields))
    }
    let input = try Dataset.open(folder.write(samples, "weekly.jsonl", Self.info))
    let path = folder.path + "/weekly.zip"
    _ = try Conversion(of: input.releasing(Release(study())), to: .appleHealth).run(toFile: path)
    func paths(_ path: String) throws -> Int {
      try PolicyCheck(of: path, with: input, study()).rows.filter { $0.kind == .path }.reduce(0) {
        $0 + $1.found
      }
    }
    #expect(try paths(path) == 0)
    // One name is not moved.
    var reading = try input.releasing(Release(study())).samples()
    var given: [Sample] = []
    while let sample = try reading.next() { given.append(sample) }
    guard case .electrocardiogram(let last) = samples[59] else { return }
    given[59] = .electrocardiogram(
      Electrocardiogram(header: given[59].header ?? last.header, fields: last.fields))
    #expect(try paths(folder.write(given, "leak.jsonl", reading.info)) == 1)
  }

  @Test func smallGroupsAreFound() throws {
    var info = DatasetInfo()
    info.participants = ["A", "B"].map { id in
      var facts = DatasetInfo()
      facts.participant = id
      facts.exportDate = MarkedSamples.date("2024-06-30 21:15:00 +0200")
      facts.characteristics = [
        .init(type: .dateOfBirth, value: id == "A" ? "1985-04-12" : "1950-04-12")
      ]
      return facts
    }
    let samples = ["A", "B"].map { Self.rate(70, "2024-06-01 08:00:07 +0200", participant: $0) }
    let input = try Dataset.open(folder.write(samples, "two.jsonl", info))
    func check(_ minimum: Int) throws -> PolicyCheck {
      let strict = study { $0.minimum = minimum }
      let path = folder.path + "/two-given.jsonl"
      _ = try Conversion(of: input.releasing(Release(strict)), to: .jsonLines)
        .run(toFile: path, overwriting: true)
      return try PolicyCheck(of: path, with: input, strict)
    }
    let few = try check(3)
    #expect(few.participants == 2 && few.hasTooFewParticipants && few.hasFindings)
    let enough = try check(2)
    #expect(enough.smallestGroup == 1 && !enough.hasTooFewParticipants && !enough.hasFindings)
  }
}
