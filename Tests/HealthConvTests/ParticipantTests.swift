import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

@testable import HealthConv

/// Samples of two people are never the same, whatever they are, and wherever they are kept.
struct ParticipantTests {
  private static func dataset(_ participant: String) throws -> Dataset {
    try Dataset.open(Fixture.smallExport).participant(participant)
  }

  private static func samples(_ dataset: Dataset) throws -> [Sample] {
    var samples = try dataset.samples()
    var all: [Sample] = []
    while let sample = try samples.next() { all.append(sample) }
    return all
  }

  @Test func identitiesDifferByParticipant() throws {
    let folder = try TemporaryFolder()
    let unlabelled = try Self.samples(Dataset.open(Fixture.smallExport))
    let file = try folder.write(unlabelled, "small.jsonl")
    let (a, b) = (
      try Self.samples(Dataset.open(file).participant("A")),
      try Self.samples(Dataset.open(file).participant("B"))
    )
    for (index, sample) in unlabelled.enumerated() {
      #expect(a[index].participant == "A")
      #expect(Set([sample.id, a[index].id, b[index].id]).count == 3)
      #expect(Set([sample.uuid, a[index].uuid, b[index].uuid]).count == 3)
    }
    #expect(try Self.samples(Dataset.open(file).participant("A")) == a)
  }

  /// Two people with equal data: every lossless format returns each one's.
  @Test(arguments: ["out.jsonl", "csv/", "parquet/", "out.db"], [["A", "B"], ["B", "A"], ["B"]])
  func losslessFormatsKeepParticipants(_ name: String, _ order: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + name
    let format =
      try name == "csv/" ? .csvDataset : name == "parquet/" ? .parquet : Format.forWriting(to: path)
    let report = try Conversion(of: order.map { try Self.dataset($0) }, to: format)
      .run(toFile: path)
    #expect(report.losses.allSatisfy { $0.count == 0 })
    let read = try Dataset.open(path)
    #expect(try read.participantIDs() == order)
    for id in order {
      let own = try Self.samples(Self.dataset(id))
      let back = try Self.samples(read.selecting(participant: id))
      #expect(back == own)
      #expect(try read.info.facts(of: id) == Self.dataset(id).info)
    }
  }

  /// Every order of loading two participants into a store, also again, gives the same samples for each.
  @Test(arguments: [["A"], ["A", "B"], ["B", "A"], ["A", "B", "A"], ["B", "B", "A"]])
  func storesKeepParticipantsApart(_ order: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.db"
    let format = try Format.forWriting(to: path)
    for id in order { _ = try Conversion(of: [Self.dataset(id)], to: format).run(toFile: path) }
    let read = try Dataset.open(path)
    for id in Set(order) {
      let own = try Self.samples(Self.dataset(id)).map(\.id.description).sorted()
      let back = try Self.samples(read.selecting(participant: id)).map(\.id.description).sorted()
      #expect(back == own)
    }
  }

  @Test func losses() throws {
    let folder = try TemporaryFolder()
    let report = try Conversion(of: [Self.dataset("A")], to: .appleHealth)
      .run(toFile: folder.path + "/out.xml")
    let loss = try #require(report.losses.first { $0.loss == .participants })
    #expect(loss.count == report.samplesWritten)
  }

  @Test func whatCannotBeToldApartIsRefused() throws {
    let folder = try TemporaryFolder()
    let plain = try Dataset.open(Fixture.smallExport)
    #expect(throws: HealthError.self) {
      try Conversion(of: [plain, Self.dataset("A")], to: .jsonLines)
        .run(toFile: folder.path + "/out.jsonl")
    }
    let path = folder.path + "/study.db"
    let format = try Format.forWriting(to: path)
    _ = try Conversion(of: [Self.dataset("A")], to: format).run(toFile: path)
    #expect(throws: HealthError.self) {
      try Conversion(of: [plain], to: format).run(toFile: path)
    }
    for id in ["", " A", "A\n", String(repeating: "x", count: 129)] {
      #expect(throws: HealthError.self) { try plain.participant(id) }
    }
    let unlisted = try folder.write(
      bytes: Array(
        (#"{"kind":"dataset","version":1}"# + "\n"
          + #"{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2024-06-01T08:00:00+02:00","#
          + #""end":"2024-06-01T08:00:00+02:00","value":1,"unit":"count","participant":"P1"}"#).utf8
      ),
      "unlisted.jsonl")
    let error = #expect(throws: HealthError.self) { try Self.samples(Dataset.open(unlisted)) }
    #expect(error?.rule == "unlisted-participant")
  }

  /// A merge of two people is what a conversion of both is: each with all samples and documents, in every format.
  @Test(arguments: ["out.jsonl", "csv/", "parquet/", "out.db"])
  func mergesKeepParticipantsApart(_ name: String) throws {
    let folder = try TemporaryFolder()
    let format =
      try name == "csv/" ? .csvDataset : name == "parquet/" ? .parquet : Format.forWriting(to: name)
    // Every export of Apple has this file.
    let both = try ["A", "B"].map { id in
      let place = "\(folder.path)/\(id)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Fixture.smallExport, toPath: place + "/export.xml")
      try Data("<ClinicalDocument>\(id)</ClinicalDocument>".utf8).write(
        to: URL(fileURLWithPath: place + "/export_cda.xml"))
      return try Dataset.open(place).participant(id)
    }
    let path = folder.path + "/" + name
    let report = try Merge(of: both, to: format).run(toFile: path)
    #expect(report.conflicts == 0)
    let read = try Dataset.open(path)
    #expect(try read.participantIDs() == ["A", "B"])
    for (id, dataset) in zip(["A", "B"], both) {
      let own = try Self.samples(dataset)
      #expect(own.contains { $0.kind == .document })
      #expect(
        try Set(Self.samples(read.selecting(participant: id)).map(\.id)) == Set(own.map(\.id)))
      #expect(try Self.samples(read.selecting(participant: id)).count == own.count)
    }
  }

  /// What a grant or a client's permission leaves has the participants still.
  @Test func grantsKeepParticipantsApart() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/both.db"
    let both = [try Self.dataset("A"), try Self.dataset("B")]
    _ = try Conversion(of: both, to: Format.forWriting(to: path)).run(toFile: path)
    let store = try StoreKind.open(path, for: .writing)
    var grant = try ClientGrant(client: "app")
    grant.decide(.init(type: "HeartRate", read: .authorized))
    try store.setGrant(grant)
    let error = #expect(throws: HealthError.self) {
      _ = try store.statistics(of: .heartRate, options: .discreteAverage)
    }
    #expect(error?.remedy == .selectParticipant)
    for dataset in [
      try Dataset.open(path).client("app"),
      try Dataset.open(path).granting(
        Grant(types: [TypePattern("HeartRate")], since: nil, allowing: [])),
    ] {
      #expect(try dataset.participantIDs() == ["A", "B"])
      let rates = try Self.samples(dataset.selecting(participant: "B"))
      #expect(!rates.isEmpty)
      #expect(rates.allSatisfy { $0.participant == "B" })
      #expect(rates.count == (try Self.samples(dataset)).count / 2)
      let copy = folder.path + "/copy.jsonl"
      _ = try Conversion(of: dataset, to: .jsonLines).run(toFile: copy, overwriting: true)
      #expect(try Dataset.open(copy).participantIDs() == ["A", "B"])
    }
  }

  /// Pseudonyms of a table are those of the file, whatever is read first.
  @Test func pseudonymsOfATableAreThoseOfTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/both.jsonl"
    _ = try Conversion(of: [Self.dataset("A"), Self.dataset("B")], to: .jsonLines).run(toFile: path)
    let table = try folder.write(bytes: Array("\"A\",p-1\n".utf8), "table.csv")
    let policy = try folder.write(
      bytes: Array(
        "healthconv-policy: 1\nprofile: day-numbers\nparticipant: {pseudonym: table, file: \(table)}\nread: {types: [HeartRate]}\n"
          .utf8), "policy.yml")
    var given: [[String?]] = []
    for _ in 0..<2 {
      let dataset = try Dataset.open(path).releasing(Release(Policy.read(policy)))
      given.append(try Dataset.groups([dataset]).map(\.participant))
    }
    #expect(given[0] == given[1])
    #expect(given[0].first == "p-1")
    let lines = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
    #expect(lines.last == "\"B\",\(given[0].last.flatMap(\.self) ?? "")")
  }

  /// The rows of each participant are those of an answer about this participant alone.
  @Test(arguments: [Answer.Kind.statistics, .workouts, .summary, .sleep])
  func answersAreThoseOfEachAlone(_ kind: Answer.Kind) throws {
    func rows(_ datasets: [Dataset]) throws -> [Substring] {
      let sink = BytesSink()
      _ = try Answer(kind, of: datasets).write(to: sink, named: "out", as: .csv)
      return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/both.jsonl"
    let both = [try Self.dataset("A"), try Self.dataset("B")]
    _ = try Conversion(of: both, to: .jsonLines).run(toFile: path)
    let alone = try rows([both[0]]) + rows([both[1]]).dropFirst()
    #expect(try rows(both) == alone)
    #expect(try rows([Dataset.open(path)]) == alone)
  }

  @Test func mapsNameEachInput() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write(
      bytes: Array("export,participant,zone\na.zip,P1,Europe/Berlin\nx/b.zip,P2,\n".utf8), "map.csv"
    )
    let found = try ParticipantMap(file: map)
    #expect(
      try found.entries(of: ["/data/a.zip", "x/b.zip"]).map(\.participant) == ["P1", "P2"])
    #expect(throws: HealthError.self) { try found.entries(of: ["c.zip"]) }
    for text in [
      "export,participant\na.zip,P1\na.zip,P2\n", "export\na.zip\n", "export,participant\na.zip,\n",
      "export,participant,zone\na.zip,P1,Mars/Base\n", "export,participant,name\na.zip,P1,X\n",
    ] {
      let path = try folder.write(bytes: Array(text.utf8), "bad.csv")
      #expect(throws: HealthError.self) { try ParticipantMap(file: path) }
    }
    let pattern = try ParticipantMap(pattern: "study-{participant}_*.zip")
    #expect(try pattern.entry(of: "in/study-P7_2024.zip")?.participant == "P7")
    #expect(try pattern.entry(of: "other.zip") == nil)
    #expect(throws: HealthError.self) { try ParticipantMap(pattern: "*.zip") }
    #expect(throws: HealthError.self) {
      try ParticipantMap(pattern: "{participant}*").entry(of: "ab")
    }
  }
}
