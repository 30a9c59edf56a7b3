// Some facts about a file are known only after many of its rows: in which of two forms its dates are, and which rows of an
// hour that occurs twice were written in its second pass. They are found by reading ahead, so that the rows themselves are
// read in one pass and by any number of threads.

import HealthBytes
import HealthModel

/// Forms of dates of which each file has one.
struct MapDateChoice: Sendable {
  let patterns: [DatePattern]
  /// The forms that are taken if all dates fit several.
  let preferred: Set<Int>
  let place: Place

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a choice of date forms")
    let texts = try fields.require("oneOf")
    patterns = try MapSettings.patterns(texts)
    let names = try texts.texts
    var preferred: Set<Int> = []
    for item in fields.take("preferred")?.list ?? [] {
      guard let index = names.firstIndex(of: try item.text) else {
        throw item.fault("expected one of the forms of 'oneOf'")
      }
      preferred.insert(index)
    }
    try fields.finish()
    (self.preferred, place) = (preferred, node.place)
  }
}

/// A number that a device counts up steadily, whatever the clock shows.
struct MapCounter: Sendable {
  /// A row, by its device and the counter.
  struct Key: Hashable, Sendable {
    let device: String
    let seconds: Int64
  }

  private let cell: MapCell
  private let device: MapCell?
  private let unit: Int64

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a counter")
    cell = try MapCell(&fields)
    let name = try fields.require("unit")
    switch try name.text {
    case "s": unit = 1
    case "min": unit = 60
    default: throw name.fault("expected a unit of the counter: s or min")
    }
    device = try fields.takeCell("of")
    try fields.finish()
  }

  private init(cell: MapCell, device: MapCell?, unit: Int64) {
    (self.cell, self.device, self.unit) = (cell, device, unit)
  }

  /// The counter with its columns; `nil` if the file has none.
  func found(in header: MapHeader) -> MapCounter? {
    let found = header.find(cell)
    return found.isAbsent
      ? nil : MapCounter(cell: found, device: device.map(header.find), unit: unit)
  }

  /// The row's device and counter; `nil` if it has none.
  func key(in row: MapRow) -> Key? {
    guard let number = try? cell.number(in: row) else { return nil }
    let value = number.doubleValue.rounded()
    guard value.magnitude < 1e12 else { return nil }
    let name = try? device?.text(in: row)
    return Key(device: (name ?? nil) ?? "", seconds: Int64(value) * unit)
  }
}

/// What reading ahead found.
struct MapSurvey: Sendable {
  /// Of rows in an hour that occurs twice, whether they are of its second pass.
  typealias Turns = [MapCounter.Key: Bool]

  /// Which form of dates the file has; `nil` if the map has no choice.
  private(set) var dateForm: Int?
  private(set) var turns: Turns = [:]
  /// Whether numbers may have a decimal comma: the delimiter is a semicolon, as where the comma is in numbers, and the map states no
  /// decimal mark.
  private(set) var takesCommas = false

  /// How many bytes are read ahead.
  private static let bytes = 8 << 20

  init() {}

  /// Reads ahead if the table needs it.
  ///
  /// - Parameters:
  ///   - chunks: The file after its header. Nothing is consumed.
  ///   - choices: Tables to name if the form of dates remains uncertain.
  init(
    of chunks: inout TextChunks, _ rows: consuming CSVRowReader, _ table: CSVMap.Table,
    _ names: [String], _ place: Place, zone: Zone?, choices: [String]
  ) throws(HealthError) {
    let settings = table.settings
    takesCommas = rows.tokenizer.delimiter == UInt8(ascii: ";") && settings.decimal == nil
    let header = MapHeader(names, place, zone: zone, prefix: settings.prefix)
    guard let start = settings.start.map(header.find), !start.isAbsent else { return }
    let form = MapRow.Form(settings, takesCommas: takesCommas)
    if let choice = settings.dateChoice {
      var votes = DateVotes(choice)
      chunks.survey(rows.makeChunkReader(), bytes: Self.bytes) { rows in
        votes.add(start, MapRow(rows.bytes, rows.cells, form))
      }
      guard let form = votes.winner else {
        throw HealthError(
          .malformed, rule: "uncertain-date-form", place: place,
          "all dates of the file fit several forms, in which they mean different days",
          remedy: choices.isEmpty ? nil : .useMap(names: choices, needsZone: false))
      }
      dateForm = form
    }
    // Only a zone with rules has hours that occur twice.
    let stated = settings.zone?.cell.fixedText.flatMap { settings.zone?.zone($0) }
    guard let counter = settings.counter?.found(in: header), let zone = zone ?? stated else {
      return
    }
    let patterns = settings.dateChoice.map { [$0.patterns[dateForm ?? 0]] } ?? settings.dates
    var clocks = CountedClocks(zone)
    chunks.survey(rows.makeChunkReader(), bytes: Self.bytes) { rows in
      let row = MapRow(rows.bytes, rows.cells, form)
      guard let key = counter.key(in: row) else { return }
      let clock: Int64? =
        start.withBytes(in: row) { bytes in
          for pattern in patterns {
            if case .clock(let fields) = pattern.read(bytes) { return fields.clock }
          }
          return nil
        } ?? nil
      if let clock { clocks.add(key, clock) }
    }
    turns = clocks.turns
  }
}

/// How many dates fit each form, and which forms read a date in different ways.
private struct DateVotes {
  private let choice: MapDateChoice
  private var counts: [Int]
  private var differing: Set<Int> = []

  init(_ choice: MapDateChoice) {
    self.choice = choice
    counts = [Int](repeating: 0, count: choice.patterns.count)
  }

  mutating func add(_ cell: MapCell, _ row: MapRow) {
    let patterns = choice.patterns
    let clocks: [(index: Int, clock: Int64)] =
      cell.withBytes(in: row) { bytes in
        var clocks: [(index: Int, clock: Int64)] = []
        for index in patterns.indices {
          if case .clock(let fields) = patterns[index].read(bytes) {
            clocks.append((index, fields.clock))
          }
        }
        return clocks
      } ?? []
    for (index, clock) in clocks {
      counts[index] += 1
      if clocks.contains(where: { $0.clock != clock }) { differing.insert(index) }
    }
  }

  /// The form that most dates have; `nil` if several have equally many and read them differently.
  var winner: Int? {
    let most = counts.max() ?? 0
    let best = counts.indices.filter { counts[$0] == most }
    if best.count == 1 || most == 0 || !best.contains(where: differing.contains) {
      return best.first
    }
    let preferred = best.filter(choice.preferred.contains)
    return preferred.count == 1 ? preferred[0] : nil
  }
}

/// Tells apart the two passes of an hour that a clock showed twice, by a counter that did not stop.
///
/// In the order of the counter, the clock runs forward but at the change, where it goes back. If no row shows that, a time is
/// taken as that of the two which is nearer to where the counter has it, seen from the nearest row whose time is certain.
private struct CountedClocks {
  private struct Row {
    let counter: Int64
    let clock: Int64
  }

  private let zone: Zone
  private var rows: [String: [Row]] = [:]

  init(_ zone: Zone) { self.zone = zone }

  mutating func add(_ key: MapCounter.Key, _ clock: Int64) {
    rows[key.device, default: []].append(Row(counter: key.seconds, clock: clock))
  }

  var turns: MapSurvey.Turns {
    var turns: MapSurvey.Turns = [:]
    for (device, unsorted) in rows {
      let rows = unsorted.sorted { ($0.counter, $0.clock) < ($1.counter, $1.clock) }
      let seconds = rows.map { zone.secondReading(atClock: $0.clock) }
      var at = 0
      while at < rows.count {
        guard seconds[at] != nil else {
          at += 1
          continue
        }
        var end = at
        while end < rows.count, seconds[end] != nil, rows[end].clock - rows[at].clock < 43_200,
          rows[at].clock - rows[end].clock < 43_200
        {
          end += 1
        }
        let drop = (at + 1..<max(end, at + 1)).min { step(rows, $0) < step(rows, $1) }
          .flatMap { step(rows, $0) < 0 ? $0 : nil }
        for index in at..<end {
          let isSecond =
            drop.map { index >= $0 } ?? nearest(index, at..<end, rows, seconds[index])
          if let isSecond {
            turns[MapCounter.Key(device: device, seconds: rows[index].counter)] = isSecond
          }
        }
        at = end
      }
    }
    return turns
  }

  /// How far the clock went forward before a row.
  private func step(_ rows: [Row], _ index: Int) -> Int64 {
    rows[index].clock - rows[index - 1].clock
  }

  /// Whether a time is nearer to its second instant, seen from the nearest certain row; `nil` without one.
  private func nearest(
    _ index: Int, _ range: Range<Int>, _ rows: [Row], _ second: Zone.Reading?
  ) -> Bool? {
    guard let second else { return nil }
    let row = rows[index]
    let bases = [range.lowerBound - 1, range.upperBound].filter { base in
      rows.indices.contains(base) && !zone.reading(atClock: rows[base].clock).isUncertain
    }
    func distance(_ base: Int) -> UInt64 { (rows[base].counter - row.counter).magnitude }
    guard let base = bases.min(by: { distance($0) < distance($1) }) else { return nil }
    let expected =
      zone.reading(atClock: rows[base].clock).instant + row.counter - rows[base].counter
    let first = zone.reading(atClock: row.clock).instant
    return (second.instant - expected).magnitude < (first - expected).magnitude
  }
}
