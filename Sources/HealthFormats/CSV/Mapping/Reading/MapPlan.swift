import HealthBytes
import HealthModel
import HealthUnits

/// A table of a map, with the places of its columns in one file.
struct MapPlan {
  let samples: [PlannedSample]
  let form: MapRow.Form
  let unmapped: MapSettings.Unmapped
  /// The columns that the table does not mention, and those that say when a row was.
  let leftOver: [Int]
  let times: [Int]
  /// The findings of the header.
  let notes: [CellFault]

  /// Finds the columns of a table in a header.
  ///
  /// - Parameter zone: The zone for dates that have none, if given.
  init(
    _ table: CSVMap.Table, _ header: [String], _ place: Place, zone: Zone?
  ) throws(FormatError) {
    var planner = MapPlanner(header: header, place: place, zone: zone)
    var samples: [PlannedSample] = []
    for sample in table.samples {
      if let planned = try planner.sample(sample) { samples.append(planned) }
    }
    self.samples = samples
    form = MapRow.Form(table.settings)
    unmapped = table.settings.unmapped
    leftOver = header.indices.filter { !planner.used.contains($0) && !header[$0].isEmpty }
    times = Array(Set(samples.flatMap { $0.times.start?.columns ?? [] })).sorted()
    var notes = planner.notes
    if samples.isEmpty {
      notes.append(
        CellFault(
          cell: 0, rule: "unmapped-file",
          message: "the file has none of the columns that the map reads samples from"))
    }
    if unmapped == .report {
      notes += leftOver.map {
        CellFault(
          cell: $0, rule: "unmapped-column",
          message: "the column '\(header[$0].printableName)' is not in the map; it is left out")
      }
    }
    self.notes = notes
  }
}

/// Finds the columns that a map names.
struct MapPlanner {
  private let header: [String]
  private let place: Place
  private let zone: Zone?
  /// The columns that were found.
  private(set) var used: Set<Int> = []
  private(set) var notes: [CellFault] = []

  init(header: [String], place: Place, zone: Zone?) {
    self.header = header
    self.place = place
    self.zone = zone
  }

  /// A sample with the places of its columns; `nil` where the file has no column for its value.
  mutating func sample(_ stated: MapSample) throws(FormatError) -> PlannedSample? {
    let settings = stated.settings
    let kind: PlannedSample.Kind
    var unit: PlannedCell?
    switch stated.kind {
    case .value(let value):
      let cell = cell(value)
      if cell.isAbsent { return nil }
      if let stated = stated.unit { unit = self.cell(stated) }
      if unit == nil, let text = cell.unit {
        unit = PlannedCell(MapCell(text: text, place: value.place), .text(text))
        note(unit: settings.units[text] ?? text, cell.column)
      }
      kind = .value(cell)
    case .correlation(let members):
      var planned: [PlannedSample] = []
      for member in members {
        guard let member = try sample(member) else { return nil }
        planned.append(member)
      }
      kind = .correlation(planned)
    case .workout(let workout): kind = .workout(planned(workout, settings.units))
    case .activitySummary(let cells):
      kind = .activitySummary(cells.map { ($0.name, cell($0.cell)) })
    }
    var conditions: [PlannedSample.Condition] = []
    for condition in settings.conditions {
      conditions.append(
        PlannedSample.Condition(
          cell: try required(condition.cell), texts: condition.texts,
          isNegated: condition.isNegated))
    }
    let isWorkout = if case .workout = stated.kind { true } else { false }
    return PlannedSample(
      kind: kind, isList: stated.isList, conditions: conditions,
      times: try times(settings),
      descriptors: PlannedDescriptors(
        type: try required(stated.type), isWorkout: isWorkout, unit: unit, units: settings.units,
        source: settings.source.map { cell($0) }, version: settings.sourceVersion.map { cell($0) },
        device: device(settings.device)),
      metadata: settings.metadata.map { (MetadataKey($0.key), cell($0.cell)) })
  }

  private mutating func times(_ settings: MapSettings) throws(FormatError) -> PlannedTimes {
    var planner = self
    defer { self = planner }
    return try PlannedTimes(settings, given: zone) { (cell) throws(FormatError) in
      try planner.required(cell)
    }
  }

  private mutating func planned(
    _ workout: MapWorkout, _ units: [String: String]
  ) -> PlannedWorkout {
    PlannedWorkout(
      duration: measure(workout.duration, units), distance: measure(workout.distance, units),
      energy: measure(workout.energy, units),
      statistics: workout.statistics.map { statistic in
        (statistic, statistic.cells.map { ($0.name, cell($0.cell)) })
      })
  }

  private mutating func measure(
    _ stated: MapMeasure?, _ units: [String: String]
  ) -> PlannedWorkout.Measure? {
    guard let stated else { return nil }
    let cell = cell(stated.cell)
    if stated.unit == nil, let text = cell.unit { note(unit: units[text] ?? text, cell.column) }
    return PlannedWorkout.Measure(
      cell: cell, unit: stated.unit.map { self.cell($0) }, units: units, form: stated.form)
  }

  private mutating func device(_ stated: MapSettings.Device?) -> PlannedDescriptors.Device {
    switch stated {
    case nil: .none
    case .text(let cell): .text(self.cell(cell))
    case .fields(let cells): .fields(cells.map { ($0.name, cell($0.cell)) })
    }
  }

  private mutating func required(_ stated: MapCell) throws(FormatError) -> PlannedCell {
    let planned = cell(stated)
    guard planned.isAbsent, stated.fallback == nil else { return planned }
    var names: [String] = []
    if case .column(let columns) = stated.content { names = columns.map(\.name) }
    if case .joined(let columns) = stated.content { names = columns.map(\.name) }
    let wanted = names.map { "'\($0)'" }.joined(separator: " or ")
    throw FormatError(
      .malformed, rule: "missing-column", place: place,
      "the header has no column \(wanted), which the map needs at line \(stated.place.line)")
  }

  /// A cell with the places of its columns.
  private mutating func cell(_ stated: MapCell) -> PlannedCell {
    switch stated.content {
    case .text(let text): return PlannedCell(stated, .text(text))
    case .column(let columns):
      for column in columns {
        for (index, name) in header.enumerated() {
          guard let unit = column.match(name) else { continue }
          used.insert(index)
          return PlannedCell(stated, .column(index), unit: unit.isEmpty ? nil : unit)
        }
      }
      return PlannedCell(stated, .absent)
    case .joined(let columns):
      var indices: [Int] = []
      for column in columns {
        guard let index = header.firstIndex(where: { column.match($0) != nil }) else {
          return PlannedCell(stated, .absent)
        }
        used.insert(index)
        indices.append(index)
      }
      return PlannedCell(stated, .joined(indices))
    }
  }

  private mutating func note(unit: String, _ column: Int) {
    guard (try? HealthUnit(unit)) == nil else { return }
    notes.append(
      CellFault(
        cell: column, rule: "unknown-unit",
        message: "the unit '\(unit.printableName)' is not known; it is preserved unchanged"))
  }
}
