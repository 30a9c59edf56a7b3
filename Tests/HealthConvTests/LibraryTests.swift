import HealthBytes
import HealthConv
import HealthStore
import Testing

/// The library reads as naturally as the tool, with one import.
struct LibraryTests {
  @Test func readsHeartBeats() throws {
    var samples = try Dataset.open(Fixture.smallExport).samples()
    var beats: [String] = []
    while let sample = try samples.next() {
      guard case .quantity(let beat) = sample, beat.type == .heartRate else { continue }
      beats.append("\(beat.start) \(try beat.value(in: "count/min")) \(beat.source.name)")
    }
    #expect(
      beats == ["2024-06-01 08:00:00 +0200 61.0 Watch", "2024-06-01 08:05:00 +0200 64.5 Watch"])
  }

  @Test func saysWhatTheDatasetSaysOfItself() throws {
    let info = try Dataset.open(Fixture.smallExport).info
    #expect(info.locale == "en_FR")
    #expect(info.exportDate == Timestamp("2024-06-02 09:00:00 +0200"))
  }

  @Test func convertsIntoMemory() throws {
    let sink = BytesSink()
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    conversion.selection.types = [try TypePattern("workout")]
    let report = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    #expect(report.samplesRead == 9)
    #expect(report.samplesWritten == 1)
    #expect(report.kinds.map(\.read) == [5, 1, 1, 1, 1])
    #expect(report.bytesWritten == sink.bytes.count)
    #expect(report.notes.alsoTopLevelMembers == 2)
    #expect(report.readError == nil)
    #expect(sink.bytes.count { $0 == UInt8(ascii: "\n") } == 2)
  }

  /// Without a mode, equal samples are stored once and none replaces another.
  @Test func samplesFromCodeAreAdded() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.open(folder.path + "/health.db", for: .creating)
    var samples = try Dataset.open(Fixture.smallExport).samples()
    let beat = try #require(try samples.next())
    var other = beat
    other.updateHeader { $0.created = nil }
    #expect(try store.save([beat, beat]).new == 1)
    #expect(try store.save([other, beat]).new == 1)
    #expect(try store.samples(SampleQuery()).all().count == 2)
  }

  /// As the README has it.
  @Test func storesAreMadeAskedAndFollowed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/health.db"
    let store = try StoreKind.open(path, for: .creating)
    var samples = try Dataset.open(Fixture.smallExport).samples()
    let load = try store.beginSaving(.upsert, .unchecked)
    while let sample = try samples.next() { try load.save(sample) }
    #expect(try load.commit().new == 9)
    let high = try SamplePredicate(parsing: "type = HeartRate and value > 62 count/min")
    let found = try store.samples(SampleQuery(high, order: .start)).all()
    #expect(found.count == 1)
    let before = try await store.anchor()
    #expect(try await StoreKind.open(path, for: .writing).delete(where: high) == 1)
    for try await changes in try await store.observe(high, since: before) {
      #expect(changes.changes.count == 1)
      break
    }
    #expect(throws: HealthError.self) {
      _ = try StoreKind.open(folder.path + "/new.txt", for: .creating)
    }
  }

  @Test func inventoryCountsWhatIsThere() throws {
    let inventory = try Inventory(of: try Dataset.open(Fixture.smallExport))
    let heart = try #require(inventory.types.first)
    #expect(heart.identifier == "HKQuantityTypeIdentifierHeartRate")
    #expect(heart.count == 2)
    #expect(heart.units.entries.map(\.name) == ["count/min"])
    #expect(heart.first == Timestamp("2024-06-01 08:00:00 +0200"))
    #expect(inventory.offsets.entries.map(\.name) == ["+02:00"])
    #expect(inventory.count == 9)
  }
}
