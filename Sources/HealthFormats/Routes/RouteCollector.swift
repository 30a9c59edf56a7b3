import HealthBytes
import HealthModel

/// Collects workouts and what was measured during them, which come in any order; at the end each point of a route has the
/// values measured there.
///
/// Workouts wait on the disk as JSON Lines, measurements as 32 bytes each; one workout is in memory at a time. Which
/// measurement belongs to a point is defined by `RouteMeasurementCursor`, for GPX, too.
struct RouteCollector: ~Copyable {
  private var spool: Spool?
  private var workouts: JSONLinesWriter?
  private var measurements: [QuantityType: RouteMeasurementSpool] = [:]
  private var distances: [QuantityType: RouteDistanceSpool] = [:]
  private var form: RouteMeasurementForm
  private var counts: [RouteLoss: Int] = [:]
  /// Whether measurements that the format writes equal those that it reads.
  private let countsExact: Bool

  /// Nothing yet.
  ///
  /// - Parameter countsExact: Whether the format is read, too, and then has the same measurements; else each of them is
  ///   a loss.
  init(countsExact: Bool = false, form: RouteMeasurementForm = .points) {
    (self.countsExact, self.form) = (countsExact, form)
  }

  var losses: [Loss.Count] {
    RouteLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0] ?? 0) }
  }

  mutating func count(_ loss: RouteLoss, _ count: Int = 1) {
    if count > 0 { counts[loss, default: 0] += count }
  }

  mutating func begin(_ dataset: DatasetInfo) {
    if dataset != DatasetInfo() { count(.dataset) }
  }

  /// Adds a sample: a workout with a route, or a measurement.
  ///
  /// - Parameters:
  ///   - needsRoute: Whether a workout without a route is a loss.
  ///   - isHeld: Whether the format holds all of a workout other than its points.
  ///   - isPointHeld: Whether the format holds the fields of a point on the earth.
  mutating func add(
    _ sample: Sample, needsRoute: Bool = true,
    isHeld: (Workout) -> Bool = { RouteTrack($0)?.workout == $0 },
    isPointHeld: (RouteLocation) -> Bool = { _ in true }
  ) throws(HealthError) {
    switch sample {
    case .quantity(let quantity):
      guard let (type, measurement) = form.measurement(of: quantity) else { return count(.samples) }
      if type.identifier.hasPrefix(WorkoutTotals.distancePrefix) || type == .swimmingStrokeCount {
        if let spool = distances[type] { return try spool.add(measurement) }
        let spool = try RouteDistanceSpool()
        distances[type] = spool
        return try spool.add(measurement)
      }
      if let spool = measurements[type] { return try spool.add(measurement) }
      let spool = try RouteMeasurementSpool()
      measurements[type] = spool
      try spool.add(measurement)
    case .workout(let workout):
      let locations = workout.fields.routes.lazy.flatMap(\.locations)
      if needsRoute, !locations.contains(where: \.isOnEarth) { return count(.samples) }
      if !isHeld(workout) { count(.workouts) }
      count(.points, locations.reduce(0) { $0 + ($1.isHeldByRoutes && isPointHeld($1) ? 0 : 1) })
      try store(workout)
    default: count(.samples)
    }
  }

  private mutating func store(_ workout: Workout) throws(HealthError) {
    if spool == nil {
      let spool = try Spool()
      var writer = JSONLinesWriter(sink: spool)
      try writer.begin(DatasetInfo())
      self.spool = spool
      workouts = consume writer
    }
    try workouts?.write(.workout(workout))
  }

  /// Gives the workouts in the order in which they came, with the values measured at their points.
  mutating func finish(
    _ body: (RouteWorkout) throws(HealthError) -> Void
  ) throws(HealthError) {
    var cursors: [QuantityType: RouteMeasurementCursor] = [:]
    for (type, spool) in measurements { cursors[type] = try RouteMeasurementCursor(spool) }
    for spool in distances.values { try spool.sort() }
    try workouts?.finish()
    if let spool {
      var reader = JSONLinesReader(
        source: try spool.source(), name: "waiting workouts", options: ReadOptions())
      while let sample = try reader.next() {
        guard case .workout(let workout) = sample else { continue }
        try body(RouteWorkout(workout, form, cursors, measurements, distances))
      }
    }
    for (type, cursor) in cursors {
      let all = measurements[type]?.count ?? 0
      count(.samples, all - cursor.usedCount)
      count(.measurements, cursor.usedCount - (countsExact ? cursor.exactCount : 0))
    }
    for spool in distances.values {
      count(.samples, spool.count - spool.use.count)
      count(.measurements, spool.use.count - (countsExact ? spool.use.exactCount : 0))
    }
    (measurements, distances) = ([:], [:])
  }
}

/// What formats of routes lose.
enum RouteLoss: Int, CaseIterable {
  case samples, measurements, workouts, points, dataset

  /// The loss as a format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss("samples", "samples that are neither workouts with a route nor measured at its points")
    case .measurements:
      Loss(
        "measurements",
        "heart rates, cadences, powers and distances that became values of the points of a route, without their source, "
          + "all but distances as whole numbers")
    case .workouts:
      Loss("workouts", "details of workouts for which the format has no place")
    case .points:
      Loss("points", "points of a route without coordinates, or details of points")
    case .dataset: Loss("dataset", "facts about the dataset and the person")
    }
  }
}

/// A workout with the points of its route and the values measured there.
struct RouteWorkout {
  let workout: Workout
  let name: String?
  /// The points by segments; only those with coordinates, and where ``RouteMeasurementForm/completesRoutes`` is set, those for
  /// what was measured elsewhere. Of a workout without a route, one segment of points that have only a time and what was
  /// measured then.
  let segments: [[RoutePoint]]
  let hasRoute: Bool
  /// The strokes that were counted, by the source of the workout, if the format has a place for them.
  let strokes: [RouteDistances.Part]

  fileprivate init(
    _ workout: Workout, _ form: RouteMeasurementForm,
    _ cursors: [QuantityType: RouteMeasurementCursor],
    _ spools: [QuantityType: RouteMeasurementSpool],
    _ distances: [QuantityType: RouteDistanceSpool]
  ) throws(HealthError) {
    self.workout = workout
    let track = RouteTrack(workout)
    name = track?.name
    hasRoute = track?.segments.joined().contains(where: \.isOnEarth) ?? false
    let activity = workout.activityType
    for cursor in cursors.values { cursor.restart() }
    var legs = RouteLegs(workout)
    let types = legs.sports.map { form.types(of: $0) }
    let source = RouteMeasurementForm.number(of: workout.header.descriptor.sourceName)
    let context = form.context(workout.start, workout.header.descriptor.device)
    let isMeasured = !hasRoute || RouteTrack.isMeasured(workout)
    // Whether a reader finds the sports of the parts.
    let isDivided = form.dividesSports && legs.spanWorkout
    let areSeveral = legs.areSeveral
    let records = legs.sports.map { form.records(of: $0, isMeasured: isMeasured) }
    let readTypes =
      form.types(of: activity).map { $0.1 }
      + form.records(of: activity, isMeasured: isMeasured).map(\.type)
    func isRead(_ type: QuantityType) -> Bool {
      isDivided || !areSeveral || readTypes.contains(type)
    }
    let way = RouteDistances(
      try Self.distances(of: workout, &legs, distances, source) { type in
        isDivided || type == RouteActivity.distance(of: activity)
      })
    var segments: [[RoutePoint]] = []
    var all = hasRoute ? track?.segments.map { $0.filter(\.isOnEarth) } ?? [] : []
    // Times that have points of their own, other than those of the route.
    var own: Set<Int64> = []
    if !hasRoute || form.completesRoutes {
      let measured = zip(types, records).map { $0.map { $0.1 } + $1.map(\.type) }
      let spans = try Self.spans(&legs, measured, spools, workout, source, isExact: isMeasured)
      if hasRoute {
        (all, own) = Self.complete(
          all, spans, way?.times ?? [],
          tolerance: isMeasured ? 0 : RouteMeasurementCursor.nearness)
      } else {
        all = [Set(spans.keys).union(way?.times ?? []).sorted().map { RouteLocation(at: $0) }]
      }
    }
    var times: [Int64] = []
    var count = RouteCount()
    for locations in all {
      var points: [RoutePoint] = []
      points.reserveCapacity(locations.count)
      for location in locations {
        var point = RoutePoint(location)
        if let time = location.date?.nanosecondsSince1970 {
          let leg = legs.index(at: time)
          // Without coordinates, a point is there for what was measured at its time.
          let isExact = isMeasured || !location.isOnEarth
          for (slot, type) in types[leg] where point[slot] == nil {
            point[slot] = try cursors[type]?.measurement(
              at: time, source: source, context: context, isExact: isExact,
              isRead: isRead(type), elsewhere: own)?.number
          }
          for record in records[leg] where record.field != .speed || location.speed == nil {
            let found = try cursors[record.type]?.measurement(
              at: time, source: source, context: context, isExact: isExact,
              isRead: isRead(record.type) && (record.field != .speed || !location.isOnEarth),
              elsewhere: own)
            if let found { point.records.append((record.field, found.digits)) }
          }
          if areSeveral {
            let isTyped = RouteActivity.distance(of: legs.sports[leg]) != nil
            point.distance = count.meters(
              counted: isTyped ? nil : point.distance, typed: way?.meters(at: time), leg: leg,
              time: time)
          } else if point.distance == nil {
            point.distance = way?.meters(at: time)
          }
          times.append(time)
        }
        points.append(point)
      }
      if !points.isEmpty { segments.append(points) }
    }
    self.segments = segments
    if form.takesStrokes, let spool = distances[.swimmingStrokeCount] {
      strokes = try spool.parts(of: workout, source, isRead: true)
    } else {
      strokes = []
    }
    if let way {
      let start = workout.start.nanosecondsSince1970
      if let first = times.first, first > start, way.begins(at: start) {
        times.insert(start, at: 0)
      }
      way.note(times: times, start: start, context: context, isHeld: form.isHeld)
    }
  }

  /// The distances during a workout, by its source: of each sport those of its type.
  private static func distances(
    of workout: Workout, _ legs: inout RouteLegs, _ spools: [QuantityType: RouteDistanceSpool],
    _ source: UInt32, isRead: (QuantityType) -> Bool
  ) throws(HealthError) -> [RouteDistances.Part] {
    let types = legs.sports.map { RouteActivity.distance(of: $0) }
    var parts: [RouteDistances.Part] = []
    var seen: Set<QuantityType> = []
    for type in types {
      guard let type, seen.insert(type).inserted, let spool = spools[type] else { continue }
      for part in try spool.parts(of: workout, source, isRead: isRead(type))
      where types[legs.index(at: part.measurement.end)] == type { parts.append(part) }
    }
    if seen.count > 1 {
      parts.sort {
        ($0.measurement.time, $0.measurement.end) < ($1.measurement.time, $1.measurement.end)
      }
    }
    return parts
  }

  /// A route with the points of what was measured where it has none, as of a run whose route begins late.
  ///
  /// - Parameters:
  ///   - spans: When measurements begin and end.
  ///   - others: The ends of distances, which the points of the route have, too.
  ///   - tolerance: How far a measurement may be from a point that has it.
  /// - Returns: The segments, and the times of the measurements that have points of their own.
  private static func complete(
    _ segments: [[RouteLocation]], _ spans: [Int64: Int64], _ others: [Int64], tolerance: Int64
  ) -> ([[RouteLocation]], Set<Int64>) {
    let located = segments.joined().compactMap { $0.date?.nanosecondsSince1970 }.sorted()
    func isNear(_ start: Int64, _ end: Int64, _ tolerance: Int64) -> Bool {
      var (low, high) = (0, located.count)
      while low < high {
        let middle = (low + high) / 2
        if located[middle] < start - tolerance { low = middle + 1 } else { high = middle }
      }
      return low < located.count && located[low] <= end + tolerance
    }
    let own = Set(spans.lazy.filter { !isNear($0.key, $0.value, tolerance) }.map(\.key))
    let distant = others.filter { !isNear($0, $0, RouteMeasurementCursor.tolerance) }
    let locations = own.union(distant).sorted().map { RouteLocation(at: $0) }
    return (merge(locations, into: segments) { $0.date?.nanosecondsSince1970 }, own)
  }

  /// Puts others, in the order of time, into segments: each before the first point that is later, or at the end of the segment
  /// before the one that begins later.
  static func merge<Point>(
    _ others: [Point], into segments: [[Point]], time: (Point) -> Int64?
  ) -> [[Point]] {
    if others.isEmpty { return segments }
    if segments.isEmpty { return [others] }
    var next = 0
    func isNext(before end: Int64?) -> Bool {
      guard next < others.count, let end else { return false }
      return time(others[next]) ?? .min < end
    }
    return segments.enumerated().map { number, segment in
      var merged: [Point] = []
      merged.reserveCapacity(segment.count)
      for point in segment {
        while isNext(before: time(point)) {
          merged.append(others[next])
          next += 1
        }
        merged.append(point)
      }
      var end: Int64? = .max
      if number < segments.count - 1 {
        end = segments[number + 1].first { time($0) != nil }.flatMap { time($0) }
      }
      while isNext(before: end) {
        merged.append(others[next])
        next += 1
      }
      return merged
    }
  }

  /// When something was measured during a workout, by its source: the end of each, or the first of several, by their start.
  ///
  /// - Parameter isExact: Whether only the start of a measurement counts.
  private static func spans(
    _ legs: inout RouteLegs, _ types: [[QuantityType]],
    _ spools: [QuantityType: RouteMeasurementSpool], _ workout: Workout, _ source: UInt32,
    isExact: Bool
  ) throws(HealthError) -> [Int64: Int64] {
    let (start, end) = (workout.start.nanosecondsSince1970, workout.end.nanosecondsSince1970)
    var spans: [Int64: Int64] = [:]
    var seen: Set<QuantityType> = []
    for type in types.joined() where seen.insert(type).inserted {
      guard let spool = spools[type] else { continue }
      let isOf = types.map { $0.contains(type) }
      guard var reader = try spool.reader(from: spool.firstIndex(from: start)) else { continue }
      while let measurement = try reader.next(), measurement.time <= end,
        spans.count < Limits.routePoints.value
      {
        if measurement.source == source, isOf[legs.index(at: measurement.time)] {
          let last = isExact ? measurement.time : measurement.end
          spans[measurement.time] = min(spans[measurement.time] ?? last, last)
        }
      }
    }
    return spans
  }
}

extension RouteLocation {
  /// A point that has only a time, in nanoseconds since 1970.
  fileprivate init(at time: Int64) {
    self.init()
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isBefore = rest < 0
    date = Timestamp(
      secondsSince1970: isBefore ? seconds - 1 : seconds,
      nanoseconds: Int32(isBefore ? rest + 1_000_000_000 : rest))
  }
}
