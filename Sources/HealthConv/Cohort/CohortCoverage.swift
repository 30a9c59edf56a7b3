import HealthBytes
import HealthFormats
import HealthModel

/// Counts, while an export is converted, what it covers: types, days, devices. Nested samples are not counted separately.
/// Used by one thread: a study converts each export on one.
package final class CohortCoverage: @unchecked Sendable {
  /// Counts of a type.
  package struct TypeRow: Sendable {
    package var type = ""
    package var kind = ""
    package var count = 0
    package var first: Int?
    package var last: Int?
    /// How many days have samples; a day is that of a start at its UTC offset.
    package var days = 0
    package var units: [String] = []
    package var sources: [String] = []

    init() {}

    var members: [(String, JSONText)] {
      [("type", .string(type)), ("kind", .string(kind)), ("count", .number(count))]
        + (first.map { [("first", .number($0))] } ?? [])
        + (last.map { [("last", .number($0))] } ?? [])
        + [
          ("days", .number(days)), ("units", .array(units.map { .string($0) })),
          ("sources", .array(sources.map { .string($0) })),
        ]
    }

    init(_ value: JSONText) {
      type = value["type"]?.string ?? ""
      kind = value["kind"]?.string ?? ""
      count = value["count"]?.integer ?? 0
      (first, last) = (value["first"]?.integer, value["last"]?.integer)
      days = value["days"]?.integer ?? 0
      units = value["units"]?.items.compactMap(\.string) ?? []
      sources = value["sources"]?.items.compactMap(\.string) ?? []
    }
  }

  /// The days of all types together, as days since 1970-01-01.
  package struct Days: Sendable {
    package var first: Int?
    package var last: Int?
    package var count = 0
    /// The longest run of days without a sample between the first and the last.
    package var longestGap = 0
    package var devices: [String] = []
    package var zones: [String] = []

    init() {}

    var members: [(String, JSONText)] {
      (first.map { [("first", .number($0))] } ?? [])
        + (last.map { [("last", .number($0))] } ?? [])
        + [
          ("count", .number(count)), ("longestGap", .number(longestGap)),
          ("devices", .array(devices.map { .string($0) })),
          ("zones", .array(zones.map { .string($0) })),
        ]
    }

    init(_ value: JSONText) {
      (first, last) = (value["first"]?.integer, value["last"]?.integer)
      count = value["count"]?.integer ?? 0
      longestGap = value["longestGap"]?.integer ?? 0
      devices = value["devices"]?.items.compactMap(\.string) ?? []
      zones = value["zones"]?.items.compactMap(\.string) ?? []
    }
  }

  private struct Entry {
    var row: TypeRow
    var days: Set<Int32> = []
    var lastDay: Int32 = .min
  }

  private var entries: [Entry] = []
  private var places: [String: Int] = [:]
  private var descriptors = DescriptorTable<Int>()
  private var allDays: Set<Int32> = []
  private var devices: Set<String> = []
  private var zones: Set<String> = []

  /// The most names that are listed of a type's units and sources, and of devices and zones.
  private static let mostNames = 32
  /// The most types that are counted separately; all others are counted as `other`.
  private static let mostTypes = 4_096

  package init() {}

  /// Counts a sample.
  package func add(_ sample: Sample) {
    let place: Int
    if let descriptor = sample.descriptor {
      if descriptors.isLarge { _ = descriptors.takeEntries() }
      let index = descriptors.index(of: descriptor, kind: sample.kind) { descriptor, kind in
        self.place(of: descriptor, kind)
      }
      place = descriptors[index]
    } else {
      place = self.place(named: "unknown", .unknown)
    }
    entries[place].row.count += 1
    guard let start = sample.start else { return }
    let seconds = start.secondsSince1970 &+ Int64(start.offsetMinutes) &* 60
    let day = Int32(clamping: (seconds &- (seconds < 0 ? 86_399 : 0)) / 86_400)
    if entries[place].lastDay != day {
      entries[place].lastDay = day
      if entries[place].days.insert(day).inserted { allDays.insert(day) }
    }
    if let zone = sample.metadata[.timeZone], zones.count < Self.mostNames { zones.insert(zone) }
  }

  private func place(named type: String, _ kind: SampleKind) -> Int {
    if let place = places[type] { return place }
    let type = entries.count < Self.mostTypes ? type : "other"
    if let place = places[type] { return place }
    var row = TypeRow()
    (row.type, row.kind) = (type, kind.rawValue)
    entries.append(Entry(row: row))
    places[type] = entries.count - 1
    return entries.count - 1
  }

  private func place(of descriptor: SampleDescriptor, _ kind: SampleKind) -> Int {
    let place = place(named: descriptor.type.identifier, kind)
    func add(_ name: String?, to names: inout [String]) {
      guard let name, names.count < Self.mostNames, !names.contains(name) else { return }
      names.append(name)
    }
    add(descriptor.unitText, to: &entries[place].row.units)
    add(descriptor.sourceName, to: &entries[place].row.sources)
    if devices.count < Self.mostNames,
      let model = descriptor.source.productType ?? descriptor.device?.hardwareVersion
    {
      devices.insert(model)
    }
    return place
  }

  /// Counts of each type, ordered by type.
  package var rows: [TypeRow] {
    entries.map { entry in
      var row = entry.row
      row.days = entry.days.count
      (row.first, row.last) = (entry.days.min().map { Int($0) }, entry.days.max().map { Int($0) })
      row.sources.sort()
      return row
    }.sorted { $0.type < $1.type }
  }

  /// The days of all types.
  package var days: Days {
    var days = Days()
    let sorted = allDays.sorted()
    (days.first, days.last) = (sorted.first.map { Int($0) }, sorted.last.map { Int($0) })
    days.count = sorted.count
    days.longestGap = zip(sorted, sorted.dropFirst()).map { Int($1) - Int($0) - 1 }.max() ?? 0
    (days.devices, days.zones) = (devices.sorted(), zones.sorted())
    return days
  }
}

extension Int {
  /// A number of days since 1970-01-01 as a date such as `2024-06-01`.
  package var dayText: String {
    Timestamp(secondsSince1970: Int64(self) * 86_400).text(.iso8601).description.prefix(10)
      .description
  }
}
