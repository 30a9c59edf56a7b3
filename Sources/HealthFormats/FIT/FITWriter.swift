package import HealthBytes
package import HealthModel

/// Writes workouts as FIT activities, with the values measured at each point: a file for each workout.
///
/// The protocol allows several activities in one file, one after another, but programs that import FIT read the first one
/// only. One file therefore takes one workout; several need a folder or an archive.
package struct FITWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector(countsExact: true, form: .fit)
  private var workoutCount = 0

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) { self.output = output }

  /// The losses; complete at the end.
  public var losses: [Loss.Count] {
    zip(RouteLoss.allCases, routes.losses).map { Loss.Count(loss: $0.fitLoss, count: $1.count) }
  }

  /// Receives the facts about the dataset, which FIT cannot hold.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { routes.begin(dataset) }

  /// Takes a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    guard case .workout(let workout) = sample else { return try add(sample) }
    guard FITTime.stamp(workout.start) != nil, FITTime.stamp(workout.end) != nil else {
      return routes.count(.samples)
    }
    workoutCount += 1
    if output.kind == .file, workoutCount > 1 {
      throw HealthError(
        .unsupported,
        "a FIT file holds one workout, and the input has several; they are written as a folder or an archive of files",
        remedy: .writeFolder(format: "fit"))
    }
    try add(sample)
  }

  private mutating func add(_ sample: Sample) throws(HealthError) {
    try routes.add(
      sample, needsRoute: false, isHeld: { FITActivity.holds($0) },
      isPointHeld: { FITRecord.holds($0) })
  }

  /// Merges what was measured into the workouts and writes them.
  public mutating func finish() throws(HealthError) {
    guard workoutCount > 0 else {
      throw HealthError(.unsupported, "a FIT file holds one workout, and the input has none")
    }
    var names: [String: Int] = [:]
    let output = output
    try routes.finish { (workout) throws(HealthError) in
      let name = workout.workout.routeFileName
      let count = names[name, default: 0] + 1
      names[name] = count
      let sink = try output.open(
        output.kind == .file ? "" : count == 1 ? "\(name).fit" : "\(name)_\(count).fit")
      var printer = FITPrinter()
      printer.append(workout)
      try printer.write(to: sink)
      try sink.finish()
    }
  }
}

extension RouteLoss {
  /// The loss as FIT declares it.
  var fitLoss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are neither workouts nor measured at their points; a FIT activity holds one workout"
      )
    case .measurements:
      Loss(
        "measurements",
        "heart rates, cadences, powers and distances that became values of records, in whole seconds and without their "
          + "source")
    case .points:
      Loss(
        "points",
        "points of a route without coordinates or time, or what a record rounds or has no field for"
      )
    case .workouts:
      Loss(
        "workouts",
        "details of workouts other than one sport or several, pauses, laps, lengths, totals, source and device"
      )
    case .dataset: loss
    }
  }
}
