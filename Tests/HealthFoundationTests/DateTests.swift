import Foundation
import HealthConv
import HealthFoundation
import HealthStatistics
import HealthStore
import Testing

/// Dates, time zones and components of Foundation in the place of the library's own.
struct DateTests {
  private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  /// 2024-03-31 00:30 in Berlin, before the hour that the clock leaves out.
  private static let night = Date(timeIntervalSince1970: 1_711_841_400)

  @Test func samplesStoreTheOffsetOfTheZone() throws {
    let (zone, start) = (Self.berlin, Self.night)
    let steps = try QuantitySample(
      type: .stepCount, quantity: Quantity(7_200, .count), start: start,
      end: start.addingTimeInterval(7_200), in: zone)
    #expect(steps.startDate.description == "2024-03-31 00:30:00 +0100")
    #expect(steps.endDate.description == "2024-03-31 03:30:00 +0200")
    #expect(steps.dateInterval == DateInterval(start: start, duration: 7_200))
    let session = try CategorySample(type: .mindfulSession, start: start, in: zone)
    #expect(session.endDate == session.startDate)
    let run = try Workout(
      activityType: .running, start: start, end: start.addingTimeInterval(600), in: zone,
      totalDistance: Quantity(2, .kilometer))
    #expect(run.duration == 600 && run.totalDistance == Quantity(2_000, .meter))
    #expect(throws: InvalidSampleError.self) {
      try QuantitySample(
        type: .bodyMass, quantity: Quantity(70, .kilogram), start: start,
        end: start.addingTimeInterval(-1))
    }
  }

  @Test func storesAnswerInDates() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/dates-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try StoreKind.open(path, for: .creating)
    let (zone, start) = (Self.berlin, Self.night)
    for minute in 0..<10 {
      let begin = start.addingTimeInterval(Double(minute) * 60)
      let sample = try QuantitySample(
        type: .heartRate, quantity: Quantity(60 + Double(minute), .count / .minute), start: begin,
        in: zone)
      #expect(try await store.save(sample).new == 1)
    }
    let limits = try SamplePredicate.samples(
      from: start.addingTimeInterval(120), to: start.addingTimeInterval(420))
    #expect(try await store.samples(of: .heartRate, where: limits).count == 5)
    #expect(
      try await store.samples(of: .heartRate, where: .start(.greater, start), limit: 3).count == 3)
    let five = try #require(CalendarInterval(DateComponents(minute: 5)))
    let collection = try await store.statisticsCollection(
      of: .heartRate, options: [.discreteMin], interval: five, zone: Zone(zone))
    let lowest = collection.statistics().map { $0.minimumQuantity() }
    #expect(lowest == [Quantity(60, .count / .minute), Quantity(65, .count / .minute)])
    var visited = 0
    collection.enumerateStatistics(from: start, to: start.addingTimeInterval(1_200)) { _, stop in
      visited += 1
      stop = visited == 4
    }
    #expect(visited == 4)
    #expect(collection.statistics(for: start.addingTimeInterval(301))?.count == 5)

    // Samples come in batches; a query's end and an early end are both ends.
    var values: [Double] = []
    let query = SampleQuery(.type(.heartRate), order: SampleOrdering(.start, isDescending: true))
    for try await sample in store.results(query) {
      if case .quantity(let beat) = sample { values.append(try beat.quantity.value) }
      if values.count == 7 { break }
    }
    #expect(values == [69, 68, 67, 66, 65, 64, 63])
    #expect(try await store.delete(where: .start(.less, start.addingTimeInterval(60))) == 1)
    #expect(try await store.changes(since: nil).changes.count == 9)
    let anchor = try await store.anchor()
    let coded = try JSONEncoder().encode([anchor])
    #expect(try JSONDecoder().decode([StoreAnchor].self, from: coded) == [anchor])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StoreAnchor.self, from: Data("\"x\"".utf8))
    }
    #expect(try await store.changes(since: anchor).changes.isEmpty)
    let average = try await store.statistics(of: .heartRate, options: [.discreteAverage])
    #expect(average?.averageQuantity() == Quantity(65, .count / .minute))
  }

  @Test func zonesIntervalsAndBirthDates() throws {
    #expect(try Zone(Self.berlin).name == "Europe/Berlin")
    let offset = try #require(TimeZone(secondsFromGMT: 9_000))
    #expect(try Zone(offset).offset(at: 0) == 9_000)
    #expect(CalendarInterval(DateComponents(day: 7)) == CalendarInterval(.day, count: 7))
    for components in [
      DateComponents(), DateComponents(hour: 1, minute: 30), DateComponents(second: 5),
      DateComponents(day: -1), DateComponents(hour: 25),
    ] {
      #expect(CalendarInterval(components) == nil)
    }
    var info = DatasetInfo()
    info.characteristics = [.init(type: .dateOfBirth, value: "1980-01-05")]
    #expect(info.dateOfBirthComponents == DateComponents(year: 1980, month: 1, day: 5))
  }
}
