import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// Every sample of every dataset once, and what was merged already changes nothing.
struct MergeTests {
  private static func merge(
    _ paths: [String], _ change: (inout Merge) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], report: Merge.Report) {
    let sink = BytesSink()
    var merge = Merge(of: try paths.map { try Dataset.open($0) }, to: .jsonLines)
    change(&merge)
    let report = try merge.run(into: OutputContainer(file: sink), name: "memory")
    return (sink.bytes, report)
  }

  /// Samples of one identity, told apart by a zone.
  private static func twin(_ zone: String) -> Sample {
    MarkedSamples.quantity("72") {
      $0.metadata = Metadata([MetadataEntry(key: .timeZone, value: zone)])
    }
  }

  /// The last day of an export has only a part of its values, in whatever order exports are given.
  @Test(arguments: [[0, 1], [1, 0]])
  func theNewestExportIsPreferred(_ order: [Int]) throws {
    let folder = try TemporaryFolder()
    let paths = try [("01", "111"), ("20", "640")].map { day, energy in
      let text =
        "<HealthData><ExportDate value=\"2024-06-\(day) 12:00:00 +0200\"/><ActivitySummary "
        + "dateComponents=\"2024-06-01\" activeEnergyBurned=\"\(energy)\" activeEnergyBurnedUnit=\"kcal\"/></HealthData>"
      return try folder.write(bytes: Array(text.utf8), "\(day).xml")
    }
    let result = try Self.merge(order.map { paths[$0] })
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(text.contains("640") && !text.contains("111"))
    #expect(result.report.conflicts == 1)
  }

  @Test(arguments: [Merge.Preference.first, .last, .newest])
  func mergingWithItselfChangesNothing(_ preference: Merge.Preference) throws {
    let folder = try TemporaryFolder()
    // Twins among them, to the letter and in identity only.
    let all = try folder.write(MarkedSamples.all + MarkedSamples.kinds, "all.jsonl")
    let result = try Self.merge([all, all, all]) { $0.preference = preference }
    #expect(try result.bytes == Fixtures.bytes(all))
    #expect(result.report.conflicts == 0)
    #expect(result.report.written == MarkedSamples.all.count + MarkedSamples.kinds.count)
  }

  @Test(arguments: [Merge.Preference.first, .last])
  func mergingASecondTimeAddsNothing(_ preference: Merge.Preference) throws {
    let folder = try TemporaryFolder()
    let a = try folder.write(
      MarkedSamples.kinds + ["a", "b", "b"].map(Self.twin), "a.jsonl")
    let b = try folder.write(
      ["b", "c", "b"].map(Self.twin) + MarkedSamples.kinds.reversed(), "b.jsonl")
    let once = try Self.merge([a, b]) { $0.preference = preference }
    #expect(once.report.conflicts > 0)
    let merged = try folder.write(bytes: once.bytes, "merged.jsonl")
    let again = try Self.merge([merged, b]) { $0.preference = preference }
    #expect(again.bytes == once.bytes)
    if preference == .first {
      #expect(try Self.merge([merged, a, b, a]).bytes == once.bytes)
    }
  }

  @Test(arguments: [
    // The zones of twins: those of A, those of B, what is left.
    (["a"], ["a"], ["a"], ["a"]), (["a"], ["a", "a"], ["a", "a"], ["a", "a"]),
    (["a", "b"], ["b"], ["a", "b"], ["a", "b"]), ([], ["a", "a"], ["a", "a"], ["a", "a"]),
    // One that is left on each side has changed.
    (["a"], ["b"], ["a"], ["b"]), (["a", "b"], ["b", "c"], ["a", "b"], ["b", "c"]),
    // Of more, none takes the place of another.
    (["a", "b"], ["c"], ["a", "b", "c"], ["a", "b", "c"]),
    (["a"], ["b", "c"], ["a", "b", "c"], ["a", "b", "c"]),
    (["a", "b"], ["c", "d"], ["a", "b", "c", "d"], ["a", "b", "c", "d"]),
  ])
  func twinsPairWithTheirEquals(
    _ a: [String], _ b: [String], _ first: [String], _ last: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write(a.map(Self.twin), "a.jsonl"), try folder.write(b.map(Self.twin), "b.jsonl"),
    ]
    for (preference, expected) in [(Merge.Preference.first, first), (.last, last)] {
      let result = try Self.merge(paths) { $0.preference = preference }
      #expect(
        result.bytes == (try Fixtures.bytes(folder.write(expected.map(Self.twin), "e.jsonl"))))
    }
  }

  /// Of one dataset with itself without a sample, all samples stay, and none is in conflict.
  @Test func aDatasetWithoutASampleChangesNothing() throws {
    let folder = try TemporaryFolder()
    // The documents are of one path, so that they would be parts of one file.
    let all = SameIdentities.all.filter { $0.kind != .document }
    let whole = try folder.write(all, "whole.jsonl")
    for index in all.indices {
      var less = all
      less.remove(at: index)
      let part = try folder.write(less, "part.jsonl")
      for paths in [[whole, part], [part, whole]] {
        let result = try Self.merge(paths)
        #expect(result.report.conflicts == 0)
        #expect(result.report.written == all.count)
      }
    }
  }

  @Test(arguments: [
    // Versions with their zones, of two datasets; what stays of the first and of the last.
    ([("1", "a")], [("2", "b")], "b", "b"), ([("2", "a")], [("1", "b")], "a", "a"),
    ([("1", "a"), ("3", "b")], [("2", "c")], "b", "b"), ([("1", "a")], [("1", "b")], "a", "b"),
  ])
  func ofVersionsTheHighestStays(
    _ a: [(String, String)], _ b: [(String, String)], _ first: String, _ last: String
  ) throws {
    func versions(_ list: [(String, String)]) -> [Sample] {
      list.map { version, zone in
        MarkedSamples.quantity(version) {
          $0.metadata = Metadata([
            MetadataEntry(key: .syncIdentifier, value: "s"),
            MetadataEntry(key: .syncVersion, value: version),
            MetadataEntry(key: .timeZone, value: zone),
          ])
        }
      }
    }
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write(versions(a), "a.jsonl"), try folder.write(versions(b), "b.jsonl"),
    ]
    for (preference, expected) in [(Merge.Preference.first, first), (.last, last)] {
      let result = try Self.merge(paths) { $0.preference = preference }
      #expect(result.report.written == 1)
      #expect(
        String(decoding: result.bytes, as: UTF8.self).contains("\"HKTimeZone\":\"\(expected)\""))
    }
  }

  /// Of more samples of one identity than are looked at together, as many equal ones are written as one dataset has.
  @Test func manyEqualSamplesAreMatchedExactly() throws {
    let folder = try TemporaryFolder()
    let many = (0..<40_000).map { _ in Self.twin("a") }
    let a = try folder.write(many + [Self.twin("b")], "a.jsonl")
    let b = try folder.write([Self.twin("c")] + many + many, "b.jsonl")
    let result = try Self.merge([a, b])
    #expect(result.report.inputs.map(\.same) == [0, 40_000])
    #expect(result.report.written == 80_002)
  }

  @Test func differentPeopleAreRefused() throws {
    let folder = try TemporaryFolder()
    func path(_ name: String, _ values: [(CharacteristicType, String)]) throws -> String {
      var info = DatasetInfo()
      info.characteristics = values.map { DatasetInfo.Characteristic(type: $0.0, value: $0.1) }
      return try folder.write([Self.twin(name)], name + ".jsonl", info)
    }
    let ada = try path("ada", [(.dateOfBirth, "1980-01-05"), (.bloodType, "HKBloodTypeNotSet")])
    let open = try path("open", [(.fitzpatrickSkinType, "II"), (.dateOfBirth, "")])
    let same = try path(
      "same", [(.dateOfBirth, "1980-01-05"), (.bloodType, "HKBloodTypeOPositive")])
    let born = try path("born", [(.dateOfBirth, "1980-01-06")])
    let blood = try path("blood", [(.bloodType, "HKBloodTypeAPositive")])
    #expect(try Self.merge([ada, open, same]).report.inputs.count == 3)
    for paths in [[ada, born], [ada, open, born], [open, same, blood]] {
      let refused = #expect(throws: HealthError.self) { try Self.merge(paths) }
      #expect(refused?.remedy == .allowDifferentPeople)
      #expect(refused?.message.contains("1980-01-0") == false)
      #expect(try Self.merge(paths) { $0.allowsDifferentPeople = true }.report.inputs.count > 1)
      let several = try paths.map { try Dataset.open($0) }
      let sink = BytesSink()
      var conversion = Conversion(of: several, to: .jsonLines)
      let output = OutputContainer(file: sink)
      let converted = #expect(throws: HealthError.self) {
        try conversion.run(into: output, name: "memory")
      }
      #expect(converted?.remedy == .allowDifferentPeople)
      conversion.allowsDifferentPeople = true
      #expect(try conversion.run(into: output, name: "memory").samplesWritten == paths.count)
      // Whatever else reads several inputs as one.
      for isAllowed in [false, true] {
        var answer = Answer(.statistics, of: several)
        var report = ReportDocument(of: several)
        var query = DatasetQuery(SampleQuery(), of: several)
        answer.allowsDifferentPeople = isAllowed
        report.allowsDifferentPeople = isAllowed
        query.allowsDifferentPeople = isAllowed
        let readings: [() throws -> Void] = [
          { _ = try answer.write(to: BytesSink(), named: "memory", as: .csv) },
          { _ = try report.write(to: BytesSink(), named: "memory") },
          { _ = try query.count() },
          {
            let output = OutputContainer(file: BytesSink())
            _ = try query.run(into: output, as: .jsonLines, name: "memory")
          },
        ]
        for read in readings {
          do {
            try read()
            #expect(isAllowed)
          } catch let error as HealthError {
            #expect(!isAllowed && error.remedy == .allowDifferentPeople, "\(error)")
          }
        }
      }
    }
    // A store has the data of one person, too.
    let store = folder.path + "/store.db"
    let format = try Format.forWriting(to: store)
    _ = try Conversion(of: try Dataset.open(ada), to: format).run(toFile: store)
    for target in [same, open] {
      _ = try Conversion(of: try Dataset.open(target), to: format).run(toFile: store)
    }
    let other = try Dataset.open(born)
    var loading = Conversion(of: other, to: format)
    let refused = #expect(throws: HealthError.self) { try loading.run(toFile: store) }
    #expect(refused?.remedy == .allowDifferentPeople)
    loading.allowsDifferentPeople = true
    #expect(try loading.run(toFile: store).saved != nil)
  }

  /// A file beside an export that comes in parts is one thing.
  @Test func filesAreNotTorn() throws {
    func file(_ parts: [String]) -> [Sample] {
      parts.enumerated().map { index, text in
        var fields = Sample.HealthDocumentFields()
        fields.path = "notes.txt"
        fields.offset = index == 0 ? nil : Number(index)
        fields.data = Array(text.utf8)
        let time = Timestamp(secondsSince1970: 0)
        return .document(
          HealthDocument(
            header: SampleHeader(
              descriptor: SampleDescriptor(type: .other("HKDocument"), source: nil), start: time,
              end: time), fields: fields))
      }
    }
    let folder = try TemporaryFolder()
    let old = try folder.write(file(["a", "b"]), "old.jsonl")
    let new = try folder.write(file(["a", "c", "d"]), "new.jsonl")
    #expect(try Self.merge([old, new]).bytes == Fixtures.bytes(old))
    #expect(try Self.merge([old, new]) { $0.preference = .last }.bytes == Fixtures.bytes(new))
    #expect(try Self.merge([old, old, new, old]).bytes == Fixtures.bytes(old))
  }

  @Test func whatTheNewestExportSaysOfItselfStays() throws {
    let folder = try TemporaryFolder()
    var older = MarkedSamples.dataset
    older.exportDate = older.exportDate.map {
      Timestamp(secondsSince1970: $0.secondsSince1970 - 1, offsetMinutes: 60)
    }
    older.locale = "de_DE"
    let paths = [
      try folder.write([], "none.jsonl", DatasetInfo()), try folder.write([], "old.jsonl", older),
      try folder.write([], "new.jsonl"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      #expect(try Self.merge(order.map { paths[$0] }).bytes == Fixtures.bytes(paths[2]))
    }
  }

  @Test func theResultCanBeSorted() throws {
    let folder = try TemporaryFolder()
    let all = try folder.write(MarkedSamples.all, "all.jsonl")
    let sorted = try Self.merge([all, all]) { $0.order = .start }
    var sorter = try SampleSorter(MarkedSamples.dataset)
    for sample in MarkedSamples.all { try sorter.add(sample) }
    var samples = try sorter.sorted()
    var expected: [Sample] = []
    while let sample = try samples.next() { expected.append(sample) }
    #expect(sorted.bytes == (try Fixtures.bytes(folder.write(expected, "sorted.jsonl"))))
  }
}
