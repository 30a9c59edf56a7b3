// A sample becomes a record of its own, also where Health Connect has series: its UUID and its time are then those of the sample,
// however much a later export has, and a phone that imports both finds it again. What depends on other samples waits in temporary
// tables of SQLite: sleep, which is divided into sessions, and values that may be members of a correlation
// (`HealthConnectWriter+Sessions`).

package import HealthBytes
package import HealthFormats
package import HealthModel
import HealthStore
import HealthUnits

/// Writes samples as a database of Health Connect. Memory does not grow with the samples.
package final class HealthConnectWriter: SampleWriter {
  let database: HealthConnectDatabase
  let plan = HealthConnectPlan.shared
  var counts = LossCounts<HealthConnectLoss>()
  private let sink: any ByteSink
  var index = DescriptorIndex()
  var origins: [Origin] = []

  /// What samples of a descriptor have in common.
  struct Origin {
    let app: Int64
    let device: Int64
    /// Where samples of the type are.
    let place: HealthConnectPlan.Place?
    /// The correlation of which the type is a member, and the column of its value.
    let assembly: (type: String, place: HealthConnectPlan.Place)?
    /// Where the value is.
    let value: HealthConnectPlan.Value?
    let conversion: HealthUnit.Conversion?
    /// Whether the unit differs from that in which values are read.
    let isConverted: Bool
    /// Whether something of the source or the device has no column.
    let hasDetails: Bool
  }

  /// A writer into an output, which it does not finish.
  package init(_ output: OutputContainer) throws(HealthError) {
    sink = try output.open(HealthConnectDatabase.name)
    database = try HealthConnectDatabase()
    try prepareSessions()
  }

  /// The losses so far.
  package var losses: [Loss.Count] { counts.list }

  /// Receives the facts about the dataset, which the format does not have.
  package func begin(_ dataset: DatasetInfo) throws(HealthError) {
    counts.add(.dataset, ifStatedBy: dataset)
  }

  /// Writes the record of a sample, or counts that it is lost.
  package func write(_ sample: Sample) throws(HealthError) {
    guard let header = sample.header, header.start.isKnown, header.end.isKnown else {
      return counts.add(.samples)
    }
    let isInRange = [header.start, header.end].allSatisfy {
      Timestamp.isInRange(seconds: $0.secondsSince1970, offsetMinutes: Int64($0.offsetMinutes))
    }
    guard isInRange else { return counts.add(.times) }
    guard header.descriptor.weight <= Limits.deviceBytes.value else {
      throw HealthError(beyond: Limits.deviceBytes, of: HealthConnectDatabase.name)
    }
    switch sample {
    case .quantity(let sample): try write(sample)
    case .category(let sample) where sample.type == .sleepAnalysis: try hold(sleep: sample)
    case .category(let sample): try write(sample)
    case .correlation(let sample): try write(sample)
    case .workout(let sample): try write(sample)
    default: counts.add(.samples)
    }
  }

  /// Writes what waited, and the database.
  package func finish() throws(HealthError) {
    try writeSleep()
    try writeAssemblies()
    try database.finish(to: sink)
  }

  // MARK: Kinds

  private func write(_ sample: QuantitySample) throws(HealthError) {
    let header = sample.header
    let origin = try origin(of: header.descriptor)
    guard let value = origin.value else { return counts.add(.samples) }
    if !sample.beats.isEmpty { counts.add(.details) }
    if let (type, place) = origin.assembly {
      guard let cell = cell(sample.number, value, origin, place.table) else {
        return counts.add(.values)
      }
      return try hold(sample, cell, of: type, column: value.column, origin)
    }
    guard let place = origin.place else { return counts.add(.samples) }
    var cells = try database.blank(place.table)
    guard let cell = cell(sample.number, value, origin, place.series ?? place.table),
      let time = time(of: header, in: place)
    else { return counts.add(.values) }
    if place.series == nil { cells[value.column] = cell }
    guard let row = try insert(header, sample.uuid, time, origin, place, cells) else { return }
    if let series = place.series {
      var part = try database.blank(series)
      part[value.column] = cell
      if let column = series.column(named: "epoch_millis") { part[column] = .integer(time.start) }
      try database.insert(part: part, of: row, into: series)
    }
    if !place.isExact { counts.add(.types) }
  }

  private func write(_ sample: CategorySample) throws(HealthError) {
    let header = sample.header
    let origin = try origin(of: header.descriptor)
    guard let place = origin.place else { return counts.add(.samples) }
    var cells = try database.blank(place.table)
    if let column = place.codeColumn {
      guard
        let code = place.codes.first(where: { known in
          sample.value == known.value
            || sample.value?.number != nil && sample.value?.number == known.value.number
        }), let cell = place.table.columns[column].cell(code.code)
      else { return counts.add(.samples) }
      if sample.value != code.value { counts.add(.textForms) }
      cells[column] = cell
    } else if sample.value != sample.type.value(numbered: 0) {
      counts.add(.textForms)
    }
    guard let time = time(of: header, in: place) else { return counts.add(.values) }
    _ = try insert(header, sample.uuid, time, origin, place, cells)
  }

  private func write(_ sample: Correlation) throws(HealthError) {
    let header = sample.header
    let origin = try origin(of: header.descriptor)
    guard let place = origin.place else {
      counts.add(.samples)
      return try write(separately: sample.members)
    }
    var cells = try database.blank(place.table)
    var found: Set<Int> = []
    var isPlain = true
    var stored: [SampleID] = []
    var others: [NestedSample] = []
    for member in sample.members {
      guard case .quantity(let quantity) = member.sample else {
        others.append(member)
        continue
      }
      let own = try self.origin(of: quantity.header.descriptor)
      guard let value = place.values[quantity.type.identifier], !found.contains(value.column),
        let cell = cell(quantity.number, value, own, place.table)
      else {
        others.append(member)
        continue
      }
      cells[value.column] = cell
      found.insert(value.column)
      if member.membership == .alsoTopLevel {
        stored.append(quantity.id)
        isPlain = false
      }
      isPlain = isPlain && Self.isPlain(quantity, in: header)
    }
    guard place.isPartial ? !found.isEmpty : found.count == place.values.count,
      let time = time(of: header, in: place)
    else {
      counts.add(.values)
      return try write(separately: sample.members)
    }
    for id in stored { try note(member: id) }
    if !isPlain || !others.isEmpty { counts.add(.details) }
    _ = try insert(
      header, sample.uuid, time, origin, place, cells, hasHash: place.table.name != Self.nutrition)
    try write(separately: others)
  }

  /// Writes members that have no column of a record of their correlation, and that are not at top level, too.
  private func write(separately members: [NestedSample]) throws(HealthError) {
    for member in members where member.membership == .nestedOnly { try write(member.sample) }
  }

  /// Whether a member has nothing of its own but its value.
  private static func isPlain(_ member: QuantitySample, in header: SampleHeader) -> Bool {
    let own = member.header
    return own.start.isSame(as: header.start) && own.end.isSame(as: header.end)
      && own.metadata.isEmpty && own.extras == nil && own.created == nil && own.uuid == nil
      && own.descriptor.source == header.descriptor.source
      && own.descriptor.device == header.descriptor.device && member.beats.isEmpty
  }

  /// Tables whose records of one time are different ones.
  static let nutrition = "nutrition_record_table"
  private static let withoutHash: Set = [nutrition, "hydration_record_table"]

  // MARK: Records

  /// Inserts the record of a sample, with its metadata.
  ///
  /// - Returns: The row; `nil` if a phone would take it for another one, which is counted.
  func insert(
    _ header: SampleHeader, _ uuid: SampleUUID, _ time: HealthConnectTime, _ origin: Origin,
    _ place: HealthConnectPlan.Place, _ cells: [HealthConnectCell], hasHash: Bool = true
  ) throws(HealthError) -> Int64? {
    var cells = cells
    var (record, stated) = record(of: header, uuid, time, origin)
    var filled: Set<Int> = []
    for note in place.notes {
      guard let text = header.metadata[note.key] else { continue }
      guard let code = note.codes.map({ $0[text] }) ?? text,
        let cell = place.table.columns[note.column].cell(code)
      else { continue }
      if filled.insert(note.column).inserted { cells[note.column] = cell }
      if cells[note.column] == cell { stated += 1 }
    }
    record.time = time
    let row = try database.insert(
      record, cells, into: place.table,
      hasHash: hasHash && !Self.withoutHash.contains(place.table.name))
    guard row != nil else {
      counts.add(.duplicates)
      return nil
    }
    countDetails(header, origin, stated: stated)
    return row
  }

  /// The columns that all records have, and how many entries of the metadata they contain.
  func record(
    of header: SampleHeader, _ uuid: SampleUUID, _ time: HealthConnectTime, _ origin: Origin
  ) -> (record: HealthConnectRecord, stated: Int) {
    var stated = 0
    let metadata = header.metadata
    var uuids = [uuid]
    var modified = (header.created ?? header.end).milliseconds
    if let text = metadata[.externalUUID], let external = SampleUUID(text) {
      uuids.insert(external, at: 0)
      stated += 1
      // The reader adds both: the UUID once more, and when the record was changed.
      if metadata[.syncIdentifier] == text,
        let version = metadata[.syncVersion].flatMap({ Int64($0) })
      {
        modified = version
        stated += 2
      }
    }
    let isEntered = metadata[.wasUserEntered] == "1"
    if isEntered { stated += 1 }
    let clientID = metadata[HealthConnectPlan.clientKey]
    if clientID != nil { stated += 1 }
    // The reader adds it to what is in a record.
    if metadata[HealthConnectPlan.recordKey] != nil { stated += 1 }
    let record = HealthConnectRecord(
      uuids: uuids, app: origin.app, device: origin.device, time: time,
      modified: modified, method: isEntered ? 3 : 0,
      clientID: clientID)
    return (record, stated)
  }

  func countDetails(_ header: SampleHeader, _ origin: Origin, stated: Int) {
    if origin.hasDetails || header.created != nil || header.uuid != nil || header.extras != nil
      || header.deviceAddress != nil || header.metadata.entries.count > stated
    {
      counts.add(.details)
    }
  }

  /// The time of a record; `nil` if it ends before it begins. What is not read again is counted.
  func time(
    of header: SampleHeader, in place: HealthConnectPlan.Place
  ) -> HealthConnectTime? {
    time(of: header, isInstant: place.table.kind == .instant || place.series != nil)
  }

  func time(of header: SampleHeader, isInstant: Bool = false) -> HealthConnectTime? {
    let (start, end) = (header.start, header.end)
    var time = HealthConnectTime(
      start: start.milliseconds, startOffset: Int64(start.offsetMinutes) * 60,
      end: end.milliseconds, endOffset: Int64(end.offsetMinutes) * 60)
    guard time.start <= time.end else { return nil }
    if start.spelling != nil || end.spelling != nil { counts.add(.textForms) }
    if start.nanoseconds % 1_000_000 != 0 || end.nanoseconds % 1_000_000 != 0 { counts.add(.times) }
    if isInstant {
      if !start.isSame(as: end) { counts.add(.periods) }
      (time.end, time.endOffset) = (time.start + 1, time.startOffset)
    } else if time.start == time.end {
      counts.add(.periods)
      time.end += 1
    }
    return time
  }

  /// A number as the value of a column; `nil` if it has another dimension or is out of range.
  func cell(
    _ number: Number, _ value: HealthConnectPlan.Value, _ origin: Origin,
    _ table: HealthConnectTable
  ) -> HealthConnectCell? {
    guard let conversion = origin.conversion, let converted = number.converted(by: conversion),
      let stored = converted.multiplied(by: value.factor)
    else { return nil }
    let column = table.columns[value.column]
    var real = stored.doubleValue
    if column.type == "INTEGER" {
      let whole = real.rounded()
      if whole != real { counts.add(.precision) }
      real = whole
    }
    guard real.isFinite, column.range?.contains(real) ?? true else { return nil }
    if origin.isConverted { counts.add(.units) }
    if number.spelling != nil || number.exponent < 0 && number.digits % 10 == 0 {
      counts.add(.textForms)
    }
    guard column.type == "INTEGER" else { return .real(real) }
    return Int64(exactly: real).map { .integer($0) }
  }
}

extension Timestamp {
  /// Milliseconds since 1970. The year is at most 9999, so that they fit.
  var milliseconds: Int64 { secondsSince1970 * 1_000 + Int64(nanoseconds) / 1_000_000 }
}
