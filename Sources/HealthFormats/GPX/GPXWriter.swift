package import HealthBytes
package import HealthModel

/// Writes the routes of workouts as GPX 1.1, with the values measured at each point: heart rate,
/// cadence, power, water temperature and depth, which an export keeps apart from the routes.
///
/// Measurements come in any order, before their workout or after it. They and the tracks are spooled on the
/// disk, and written when the last sample was seen; memory grows by a bit for each measurement.
package struct GPXWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private let isFiles: Bool
  private let isApple: Bool
  private var info = DatasetInfo()
  private var metadata: Element?
  private var header = GPXHeader()
  /// Way points, routes, unchanged tracks, and what follows them: text of the file.
  private var wayPoints: Spool?
  private var routes: Spool?
  private var tracks: GPXTrackSpool?
  private var tail: Spool?
  private var documents = GPXDocuments()
  private var measurements: [QuantityType: RouteMeasurementSpool] = [:]
  private var descriptors = RouteMeasurementForm()
  private var counts: [GPXLoss: Int] = [:]
  private var buffer = ByteBuffer(capacity: 1 << 16)

  /// A writer into an output.
  ///
  /// - Parameters:
  ///   - output: Where the files go; its entries are finished, and it is not.
  ///   - options: The layout, and whether to write as Apple does.
  public init(_ output: OutputContainer, _ options: WriteOptions = WriteOptions()) {
    self.output = output
    isFiles = options.layout == "files"
    isApple = options.usesAppleSpelling
  }

  /// The losses so far; samples without a track are known only at the end.
  public var losses: [Loss.Count] {
    GPXLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0] ?? 0) }
  }

  /// Receives the facts about the dataset, of which GPX can hold only the date and the policy.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    info = dataset
    var rest = dataset
    if let date = dataset.exportDate, date.isSpelledAsGPX { rest.exportDate = nil }
    rest.deidentified = nil
    if rest != DatasetInfo() { countLoss(.dataset) }
  }

  /// Writes a sample, or counts it as a loss.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    switch sample {
    case .quantity(let sample): try add(sample)
    case .workout(let workout):
      documents.markFiles(of: workout)
      try add(workout)
    case .unknown(let element): try add(element)
    case .document(let document):
      if try !documents.add(document) { countLoss(.samples) }
    default: countLoss(.samples)
    }
  }

  private mutating func countLoss(_ loss: GPXLoss, _ count: Int = 1) {
    if count > 0 { counts[loss, default: 0] += count }
  }

  // MARK: Samples

  private mutating func add(_ sample: QuantitySample) throws(HealthError) {
    guard !isApple, let (type, measurement) = descriptors.measurement(of: sample) else {
      return countLoss(.samples)
    }
    if let spool = measurements[type] { return try spool.add(measurement) }
    let spool = try RouteMeasurementSpool()
    measurements[type] = spool
    try spool.add(measurement)
  }

  private mutating func add(_ workout: Workout) throws(HealthError) {
    guard let track = RouteTrack(workout, dividesAtPauses: !isApple) else {
      return countLoss(.samples)
    }
    if tracks == nil { tracks = try GPXTrackSpool(isApple: isApple) }
    guard let found = try tracks?.add(track, of: workout) else { return }
    countLoss(.points, found.lostPoints)
    if found.isChanged || track.source == nil || track.workout != workout { countLoss(.workouts) }
  }

  private mutating func add(_ element: Element) throws(HealthError) {
    switch element.name {
    case GPXVocabulary.metadata where metadata == nil && element.attributes.isEmpty:
      metadata = element
    case "wpt":
      if wayPoints == nil { wayPoints = try Spool() }
      try append(element, GPXContent.point, points: nil, to: wayPoints)
    case "rte":
      if routes == nil { routes = try Spool() }
      try append(element, GPXContent.track, points: "rtept", to: routes)
    case GPXVocabulary.track:
      if tracks == nil { tracks = try GPXTrackSpool(isApple: isApple) }
      let print = GPXElementPrinter(isApple: isApple)
      countLoss(.elements, print.append(element, GPXContent.track, points: "trkseg", to: &buffer))
      try buffer.withBytes { (bytes) throws(HealthError) in try tracks?.add(text: bytes) }
      buffer.removeAll()
    case let name where GPXHeader.names.contains(name):
      // Under the root in GPX 1.0, in the metadata in GPX 1.1.
      countLoss(header.append(element) ? .elements : .samples)
    case GPXVocabulary.extensions where element.attributes.isEmpty:
      if tail == nil { tail = try Spool() }
      let print = GPXElementPrinter(isApple: isApple)
      for case .element(let child) in element.children {
        countLoss(.elements, print.append(extension: child, to: &buffer))
      }
      if let tail { try buffer.flush(to: tail) }
    default: countLoss(.samples)
    }
  }

  private mutating func append(
    _ element: Element, _ content: GPXContent, points: String?, to spool: Spool?
  ) throws(HealthError) {
    guard let spool else { return }
    let print = GPXElementPrinter(isApple: isApple)
    countLoss(.elements, print.append(element, content, points: points, to: &buffer))
    try buffer.flush(to: spool)
  }

  // MARK: The end

  /// Merges what was measured into the tracks and writes them.
  public mutating func finish() throws(HealthError) {
    try takeDocuments()
    metadata = header.merged(into: metadata)
    var cursors: [QuantityType: RouteMeasurementCursor] = [:]
    for (type, spool) in measurements { cursors[type] = try RouteMeasurementCursor(spool) }
    if isFiles { try writeFiles(cursors) } else { try writeFile(cursors) }
    for (type, cursor) in cursors {
      let count = measurements[type]?.count ?? 0
      countLoss(.samples, count - cursor.usedCount)
      countLoss(.measurements, cursor.usedCount - cursor.exactCount)
    }
    measurements = [:]
  }

  /// Takes the samples of files that came as documents and that no workout refers to.
  private mutating func takeDocuments() throws(HealthError) {
    let (files, others) = try documents.takeAll()
    countLoss(.samples, others)
    for file in files {
      var reader = GPXReader(source: file.source, name: file.path)
      do throws(HealthError) {
        // Of the file itself, one that is written has no place for more than one date.
        if try reader.dataset() != DatasetInfo() { countLoss(.workouts) }
      } catch { try countLoss(file, error) }
      while let sample = try next(of: &reader, file) { try write(sample) }
    }
  }

  private mutating func next(
    of reader: inout GPXReader, _ file: GPXDocuments.CompleteFile
  ) throws(HealthError) -> Sample? {
    do throws(HealthError) { return try reader.next() } catch {
      try countLoss(file, error)
      return nil
    }
  }

  private mutating func countLoss(_ file: GPXDocuments.CompleteFile, _ error: HealthError)
    throws(HealthError)
  {
    guard error.code == .malformed else { throw HealthError(.failed, file.path, error.message) }
    countLoss(.samples, file.count)
  }

  private mutating func writeFile(
    _ cursors: [QuantityType: RouteMeasurementCursor]
  ) throws(HealthError) {
    let sink = try output.open("")
    try begin(sink)
    try writePlaces(to: sink)
    if let tracks {
      let reader = try tracks.reader(cursors)
      while try reader.nextTrack() != nil { try reader.writeTrack(to: sink) }
    }
    try end(sink)
  }

  private mutating func writeFiles(
    _ cursors: [QuantityType: RouteMeasurementCursor]
  ) throws(HealthError) {
    if wayPoints != nil || routes != nil || tail != nil || tracks == nil {
      let sink = try output.open("places.gpx")
      try begin(sink)
      try writePlaces(to: sink)
      try end(sink)
    }
    guard let tracks else { return }
    var names: [String: Int] = [:]
    let reader = try tracks.reader(cursors)
    while let name = try reader.nextTrack() {
      let count = names[name, default: 0] + 1
      names[name] = count
      let sink = try output.open(count == 1 ? "\(name).gpx" : "\(name)_\(count).gpx")
      try begin(sink)
      try reader.writeTrack(to: sink)
      try close(sink)
    }
  }

  private mutating func begin(_ sink: any ByteSink) throws(HealthError) {
    buffer.append(isApple ? GPXVocabulary.appleHead : GPXVocabulary.head)
    var metadata = metadata
    if let policy = info.deidentified {
      var marked = metadata ?? Element(name: GPXVocabulary.metadata)
      if marked.appendPolicy(policy) { metadata = marked } else { countLoss(.dataset) }
    }
    let kept = GPXContent.metadata.sorted(metadata?.children ?? [])
    if kept.isChanged { countLoss(.elements) }
    if info.exportDate != nil || metadata != nil {
      let print = GPXElementPrinter(isApple: isApple)
      countLoss(.elements, print.append(metadata: kept, time: info.exportDate, to: &buffer))
    }
    try buffer.flush(to: sink)
  }

  private func writePlaces(to sink: any ByteSink) throws(HealthError) {
    for spool in [wayPoints, routes] { try spool?.source().copy(to: sink) }
  }

  private mutating func end(_ sink: any ByteSink) throws(HealthError) {
    if let tail, tail.count > 0 {
      buffer.append("  <extensions>")
      try buffer.flush(to: sink)
      try tail.source().copy(to: sink)
      buffer.append("</extensions>\n")
    }
    try close(sink)
  }

  private mutating func close(_ sink: any ByteSink) throws(HealthError) {
    buffer.append("</gpx>\n")
    try buffer.flush(to: sink)
    try sink.finish()
  }
}
