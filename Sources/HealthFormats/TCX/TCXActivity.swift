import HealthModel
import HealthUnits

/// Converts between an activity of a TCX file and a workout.
///
/// One definition for both directions: reading builds the workout of an activity, and writing checks whether reading would
/// build the workout that is written.
struct TCXActivity {
  struct Lap {
    var start: Timestamp?
    var seconds: Number?
    /// The texts of its figures, by their names.
    var figures: [String: String] = [:]
    var notes: String?
    var segments: [[RouteLocation]] = []
    /// The latest time of a point, of one without coordinates, too.
    var last: Timestamp?
    /// The gaps between the times of points, each of more than ``leastGap`` seconds.
    var gaps: [(start: Timestamp, end: Timestamp)] = []
  }

  var activity = WorkoutActivityType.other
  /// Its identifier, where it is not the time of its start.
  var identifier: String?
  var notes: String?
  var creator: TCXCreator?
  var laps: [Lap] = []
  /// Further content, which is not written.
  var content: [Element.Node] = []

  init() {}

  /// The source of what was measured: the device, or the format if the file states none.
  var sourceName: String { creator?.name ?? Self.unknownSource }

  static let unknownSource = "TCX"

  /// The key of a note in metadata.
  static let notesKey = MetadataKey("Notes")

  // MARK: Reading

  /// The workout; `nil` if nothing in it has a time.
  var workout: Workout? {
    guard let span else { return nil }
    var fields = Sample.WorkoutFields()
    let seconds = laps.compactMap(\.seconds)
    if seconds.count == laps.count, let sum = Number(sumOf: seconds) {
      fields.duration = sum
      fields.durationUnit = "s"
    }
    fields.events = laps.indices.flatMap { index in
      laps[index].events(until: index + 1 < laps.count ? laps[index + 1].start : nil)
    }
    fields.statistics = statistics(span)
    // TCX has three sports, so that swims and hikes are others, of whose distance HealthKit has no type.
    if RouteActivity.distance(of: activity) == nil, let sum = sum("DistanceMeters") {
      (fields.totalDistance, fields.totalDistanceUnit) = (sum, "m")
    }
    let source = sourceName
    let segments = laps.flatMap(\.segments).filter { !$0.isEmpty }
    if !segments.isEmpty {
      var route = WorkoutRoute()
      route.sourceName = source
      route.startDate = span.lowerBound
      route.endDate = span.upperBound
      route.files = segments.map { locations in
        var file = WorkoutRoute.FileReference()
        var track = WorkoutRoute.Track()
        // Measurements are with the points, as in all files that Apple did not write.
        track.creator = source
        track.locations = locations
        file.track = track
        return file
      }
      fields.routes = [route]
    }
    let descriptor = SampleDescriptor(
      type: .workout(activity), source: Source(name: source), device: creator?.device)
    var metadata = Metadata()
    if let notes { metadata.entries.append(MetadataEntry(key: Self.notesKey, value: notes)) }
    var content = content
    if let identifier {
      content.insert(.element(Element(name: "Id", children: [.text(identifier)])), at: 0)
    }
    return Workout(
      header: SampleHeader(
        descriptor: descriptor, start: span.lowerBound, end: span.upperBound, metadata: metadata,
        extras: content.isEmpty ? nil : Extras(content: content)),
      fields: fields)
  }

  private var span: ClosedRange<Timestamp>? {
    let starts = laps.compactMap { $0.start }
    let ends = laps.compactMap { $0.end }
    guard let first = (starts + ends).min(), let last = (starts + ends).max() else { return nil }
    return first...last
  }

  /// A figure of all laps; `nil` if one has none.
  private func numbers(_ name: String) -> [Number]? {
    let found = laps.compactMap { $0.figures[name].flatMap { Number($0) } }
    return found.count == laps.count ? found : nil
  }

  /// The sum of a figure; `nil` for 0, which some programs write for what they did not measure.
  private func sum(_ name: String) -> Number? {
    numbers(name).flatMap { Number(sumOf: $0) }.flatMap { $0 > Number(0) ? $0 : nil }
  }

  /// The average of the heart rate: of several laps that of their averages, weighted by their times and rounded to tenths;
  /// `nil` if a lap states none. 0 is written where nothing was measured.
  private var averageHeartRate: Number? {
    guard let numbers = self.numbers("AverageHeartRateBpm"), numbers.allSatisfy({ $0 > Number(0) })
    else { return nil }
    if numbers.count == 1 { return numbers[0] }
    let times = laps.compactMap { $0.seconds?.doubleValue }
    let time = times.reduce(0, +)
    guard times.count == laps.count, times.allSatisfy({ $0 >= 0 }), time > 0 else { return nil }
    let sum = zip(numbers, times).reduce(0) { $0 + $1.0.doubleValue * $1.1 }
    return Number((sum / time * 10).rounded() / 10)
  }

  /// The totals: the distance and the energy of all laps, and their heart rates.
  private func statistics(_ span: ClosedRange<Timestamp>) -> [WorkoutStatistics] {
    var list: [WorkoutStatistics] = []
    func add(_ type: String, _ unit: String, _ set: (inout WorkoutStatistics) -> Void) {
      var statistics = WorkoutStatistics()
      statistics.type = type
      statistics.startDate = span.lowerBound
      statistics.endDate = span.upperBound
      statistics.unit = unit
      set(&statistics)
      list.append(statistics)
    }
    if let type = RouteActivity.distance(of: activity), let sum = sum("DistanceMeters") {
      add(type.identifier, "m") { $0.sum = sum }
    }
    if let sum = sum("Calories") { add(WorkoutTotals.energyType, "kcal") { $0.sum = sum } }
    let average = averageHeartRate
    let maximum = numbers("MaximumHeartRateBpm")?.filter { $0 > Number(0) }.max()
    if average != nil || maximum != nil {
      add(WorkoutTotals.heartRateType, WorkoutTotals.heartRateUnit) {
        $0.average = average
        $0.maximum = maximum
      }
    }
    return list
  }
}

extension TCXActivity.Lap {
  /// When it ended: after its time, or at its last point.
  fileprivate var end: Timestamp? {
    var ends = segments.joined().compactMap(\.date)
    if let last { ends.append(last) }
    if let start, let seconds,
      let nanoseconds = Int64(exactly: (seconds.doubleValue * 1e9).rounded()),
      // Longer ones are not believed.
      0...31_622_400_000_000_000 ~= nanoseconds
    {
      let end = start.advanced(byNanoseconds: nanoseconds)
      if end.isInGPXRange { ends.append(end) }
    }
    return ends.max()
  }

  /// The lap, and its pauses: wherever its points are in another track, and a time that its own lacks (``hidden(_:until:)``).
  ///
  /// A lap with pauses lasts until the next one begins or the pause before it, and its event states its time without them, unless
  /// it follows from the pauses.
  fileprivate func events(until next: Timestamp?) -> [WorkoutEvent] {
    var pauses = WorkoutEvent.pauses(between: segments)
    let hidden = self.hidden(RoutePauses(pauses), until: next)
    if let hidden, hidden.end != next {
      pauses += WorkoutEvent.pause(from: hidden.start, to: hidden.end)
      pauses.sort { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
    }
    let isPausedAtEnd = hidden != nil && hidden?.end == next
    var lap = WorkoutEvent()
    lap.type = "HKWorkoutEventTypeLap"
    lap.date = start
    lap.duration = seconds
    lap.durationUnit = seconds == nil ? nil : "s"
    var content = TCXFigure.all.compactMap { figure in
      figures[figure.name].map { Element(name: figure.name, children: [.text($0)]) }
    }
    if let notes { content.append(Element(name: "Notes", children: [.text(notes)])) }
    if !pauses.isEmpty, let start, let seconds, let end {
      let last = isPausedAtEnd ? hidden?.start ?? end : next.map { max($0, end) } ?? end
      let elapsed = last.nanosecondsSince1970 &- start.nanosecondsSince1970
      let duration = Number(digits: elapsed, exponent: -9).adding(Number(0))
      if !duration.isSame(as: seconds) { lap.duration = duration }
      var part = TCXActivity.Lap()
      part.start = start
      part.seconds = lap.duration
      part.subtract(RoutePauses(pauses))
      if part.seconds != seconds {
        content.insert(Element(name: Self.time, children: [.text(seconds.description)]), at: 0)
      }
    }
    if !content.isEmpty { lap.extras = Extras(content: content.map { .element($0) }) }
    let after = isPausedAtEnd ? hidden.map { WorkoutEvent.pause(from: $0.start, to: $0.end) } : nil
    return [lap] + pauses + (after ?? [])
  }

  /// Removes what precedes the point that is read next.
  ///
  /// - Parameter meters: What was covered since the lap began.
  /// - Returns: The rest of the lap.
  mutating func cut(_ meters: Number) -> TCXActivity.Lap {
    var rest = TCXActivity.Lap()
    rest.segments = [[]]
    let stated = figures
    // What a lap states of its whole is of neither part.
    figures = figures.filter { ["Intensity", "TriggerMethod"].contains($0.key) }
    rest.figures = figures
    var share = 1.0
    if let seconds, let start, let last {
      let passed = last.nanosecondsSince1970 &- start.nanosecondsSince1970
      let pauses = RoutePauses(WorkoutEvent.pauses(between: segments))
      let active =
        passed
        &- pauses.length(
          from: start.nanosecondsSince1970, to: last.nanosecondsSince1970)
      var part = Number(digits: max(0, active), exponent: -9).adding(Number(0))
      if part > seconds { part = seconds }
      share = seconds.doubleValue > 0 ? part.doubleValue / seconds.doubleValue : 1
      (self.seconds, rest.seconds) = (part, seconds.subtracting(part))
    }
    if let text = stated[TCXActivity.distance], let all = Number(text) {
      let part = meters > all ? all : meters
      figures[TCXActivity.distance] = part.decimalText
      rest.figures[TCXActivity.distance] = all.subtracting(part).decimalText
    }
    if let all = stated[TCXActivity.energy].flatMap({ Int($0) }) {
      let part = Int((Double(all) * share).rounded())
      figures[TCXActivity.energy] = String(part)
      rest.figures[TCXActivity.energy] = String(all - part)
    }
    return rest
  }

  /// The element of an event with the time of its lap without pauses.
  static let time = "TotalTimeSeconds"

  /// Takes the pauses out of the time.
  mutating func subtract(_ pauses: RoutePauses) {
    guard let start, let seconds,
      let length = Int64(exactly: (seconds.doubleValue * 1e9).rounded()), length > 0
    else { return }
    let begin = start.nanosecondsSince1970
    let paused = pauses.length(from: begin, to: begin &+ length)
    if paused > 0 {
      self.seconds = seconds.subtracting(Number(digits: min(paused, length), exponent: -9))
    }
  }
}

extension Number {
  /// The exact sum; the nearest that floating point has if it has more than 18 digits.
  init?(sumOf numbers: [Number]) {
    let exponent = min(0, numbers.map { $0.normalized.exponent }.min() ?? 0)
    var sum: Int64? = 0
    for number in numbers {
      let (digits, power) = number.normalized
      var scaled: Int64? = digits
      for _ in 0..<min(power - exponent, 20) {
        let product = scaled?.multipliedReportingOverflow(by: 10)
        scaled = product.flatMap { $0.overflow ? nil : $0.partialValue }
      }
      guard let a = sum, let b = scaled else {
        sum = nil
        break
      }
      let (total, overflow) = a.addingReportingOverflow(b)
      sum = overflow ? nil : total
    }
    if let sum, sum.magnitude < 1_000_000_000_000_000_000, let exponent = Int16(exactly: exponent) {
      self.init(digits: sum, exponent: exponent)
    } else {
      self.init(numbers.reduce(0) { $0 + $1.doubleValue })
    }
  }
}
