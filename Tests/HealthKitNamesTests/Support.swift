import Foundation
import HealthKitNames
import Testing

/// The synthetic export of the repository: one month of a person in New York.
let demo = Result {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  return try HKHealthStore.inMemory(
    from: root.appending(path: "Samples/demo/export.zip").path(percentEncoded: false))
}

/// A store with records of several sources, as an export has them.
func store(of records: [(type: String, source: String, start: String, end: String, value: String)])
  throws -> HKHealthStore
{
  let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let units = ["StepCount": "count", "HeartRate": "count/min"]
  let lines = records.map {
    """
    <Record type="HKQuantityTypeIdentifier\($0.type)" sourceName="\($0.source)" \
    unit="\(units[$0.type] ?? "")" startDate="\($0.start)" endDate="\($0.end)" value="\($0.value)"/>
    """
  }
  let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_GB"><ExportDate value="2024-07-01 00:00:00 +0000"/>
    <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-06-02"/>
    \(lines.joined(separator: "\n"))
    </HealthData>
    """
  let file = folder.appending(path: "export.xml")
  try Data(text.utf8).write(to: file)
  return try HKHealthStore.inMemory(from: file.path(percentEncoded: false))
}

/// An instant, in ISO 8601.
func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// What a query gives to its handler.
func answer<Value: Sendable>(
  _ begin: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    begin { value, error in
      if let value {
        continuation.resume(returning: value)
      } else {
        continuation.resume(throwing: error ?? HKError(.unknownError))
      }
    }
  }
}

/// The days of a zone west of Greenwich.
func newYork() throws -> Calendar {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = try #require(TimeZone(identifier: "America/New_York"))
  return calendar
}

// The samples of snippets.

let now = Date(timeIntervalSince1970: 1_717_200_000)
let milligrams = HKUnit(from: "mg/dL")
let glucose = HKQuantityType(.bloodGlucose)
let steps = HKQuantityType(.stepCount)

func sample(_ value: Double, after seconds: TimeInterval) -> HKQuantitySample {
  HKQuantitySample(
    type: glucose, quantity: HKQuantity(unit: milligrams, doubleValue: value),
    start: now + seconds, end: now + seconds)
}

func walk(_ count: Double, after seconds: TimeInterval) -> HKQuantitySample {
  HKQuantitySample(
    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count),
    start: now + seconds, end: now + seconds + 60)
}
