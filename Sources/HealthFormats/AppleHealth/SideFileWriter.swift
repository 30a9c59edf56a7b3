import HealthBytes
import HealthModel

/// Writes the files of an export next to its main one.
///
/// A file that came as documents is not written again from the sample that holds it, which follows them.
struct SideFileWriter {
  private let output: OutputContainer
  private var names: SideFileNames
  private var open: [OpenDocument] = []
  /// The losses so far.
  private(set) var lost: [AppleHealthLoss: Int] = [:]

  /// The most documents whose parts may take turns.
  private static let openLimit = 8

  /// A document of which more parts may come.
  private struct OpenDocument {
    /// The path that its parts give, and the length of the file.
    let path: String?
    let size: Number?
    let sink: any ByteSink
    var end: Int64
  }

  init(_ output: OutputContainer, _ layout: ExportLayout) {
    self.output = output
    names = SideFileNames(layout)
  }

  private mutating func countLoss(_ loss: AppleHealthLoss, _ count: Int = 1) {
    lost[loss, default: 0] += count
  }

  /// Begins a file.
  ///
  /// - Parameter path: What its path should be; `nil` where none is known.
  /// - Returns: The path that it has, and where the bytes go.
  private mutating func begin(
    _ path: String?, or usual: @autoclosure () -> String, isDocument: Bool = false
  ) throws(HealthError) -> (path: String, sink: any ByteSink) {
    let name = names.take(path ?? usual(), isDocument: isDocument)
    if let path, path != name.path { countLoss(.paths) }
    return (name.path, try output.open(name.entry))
  }

  /// Begins a file that an element refers to.
  ///
  /// - Returns: The path for the element, and where the bytes go; `nil` if documents gave the file.
  private mutating func begin(
    reference: String?, or usual: @autoclosure () -> String
  ) throws(HealthError) -> (path: String, sink: any ByteSink)? {
    guard let reference else { return try begin(nil, or: usual()) }
    let path = ExportLayout.reference(reference)
    if names.isDocument(path) { return nil }
    let name = try begin(path, or: path)
    return (name.path == path ? reference : name.path, name.sink)
  }

  // MARK: Samples

  /// Writes the points of a workout's routes.
  ///
  /// - Parameter texts: The content of the files, if it was made before; the next ones are those of this workout.
  mutating func write(
    routesOf workout: Workout, _ texts: RouteTexts? = nil
  ) throws(HealthError) -> Workout {
    guard workout.fields.routes.contains(where: { $0.files.contains { $0.track != nil } }) else {
      return workout
    }
    var fields = workout.fields
    for route in fields.routes.indices {
      for file in fields.routes[route].files.indices {
        let reference = fields.routes[route].files[file]
        let end = fields.routes[route].endDate ?? workout.end
        guard let track = reference.track else { continue }
        let text = texts?.takeNext()
        guard
          let (path, sink) = try begin(reference: reference.path, or: SideFileNames.route(end))
        else { continue }
        fields.routes[route].files[file].path = path
        let lost: Int
        if let texts, let text {
          try texts.write(text, to: sink)
          lost = text.lost
        } else {
          var writer = RouteFileWriter(sink: sink)
          try writer.write(track)
          lost = writer.lost
        }
        if lost > 0 { countLoss(.characters, lost) }
        try sink.finish()
      }
    }
    return Workout(header: workout.header, fields: fields)
  }

  mutating func write(resourceOf record: ClinicalRecord) throws(HealthError) -> ClinicalRecord {
    var fields = record.fields
    guard let resource = fields.resource,
      let (path, sink) = try begin(
        reference: fields.resourceFilePath,
        or: SideFileNames.clinicalRecord(record.type.identifier, record.id))
    else { return record }
    try sink.write(resource.utf8Span.span)
    try sink.finish()
    fields.resourceFilePath = path
    return ClinicalRecord(header: record.header, fields: fields)
  }

  mutating func write(_ sample: Electrocardiogram) throws(HealthError) {
    if sample.header.uuid != nil { countLoss(.uuids) }
    if let path = sample.fields.path, names.isDocument(path) { return }
    // By its ending it is found again.
    let wanted = sample.fields.path.map { ExportArchive.hasSuffix(".csv", $0) ? $0 : "\($0).csv" }
    let (path, sink) = try begin(wanted, or: SideFileNames.electrocardiogram(sample.start))
    if let old = sample.fields.path, old != wanted, path == wanted { countLoss(.paths) }
    var bytes = ElectrocardiogramFile.printed(sample)
    if !sample.isSame(as: bytes) {
      // The stored text of the file may differ from the fields, which may have changed.
      var fields = sample.fields
      fields.fileHeader = nil
      let plain = Electrocardiogram(header: sample.header, fields: fields)
      bytes = ElectrocardiogramFile.printed(plain)
      if sample.fields.fileHeader != nil || !plain.isSame(as: bytes) { countLoss(.details) }
    }
    try sink.write(bytes.span)
    try sink.finish()
  }

  mutating func write(_ document: HealthDocument) throws(HealthError) {
    let fields = document.fields
    let start = fields.offset.map { Int64(exactly: $0.doubleValue) ?? -1 } ?? 0
    if start == 0 {
      if open.count == Self.openLimit { try close(open.removeFirst()) }
      let (_, sink) = try begin(
        fields.path, or: SideFileNames.document(document.id), isDocument: true)
      open.append(OpenDocument(path: fields.path, size: fields.size, sink: sink, end: 0))
    }
    if document.header.uuid != nil { countLoss(.uuids) }
    guard
      let index = open.lastIndex(where: {
        $0.path == fields.path && $0.size == fields.size && $0.end == start
      })
    else { return countLoss(.sideFiles) }
    if document.hasDetails || start == 0 && !document.hasOwnType { countLoss(.details) }
    try open[index].sink.write(fields.data.span)
    open[index].end += Int64(fields.data.count)
    if let size = open[index].size, Double(open[index].end) == size.doubleValue {
      try close(open.remove(at: index))
    }
  }

  /// Ends the documents that are open.
  mutating func finish() throws(HealthError) {
    while let document = open.popLast() { try close(document) }
  }

  private mutating func close(_ document: OpenDocument) throws(HealthError) {
    try document.sink.finish()
    if let size = document.size, Double(document.end) != size.doubleValue { countLoss(.sideFiles) }
  }
}

extension Electrocardiogram {
  /// Whether a file contains all of the fields.
  fileprivate func isSame(as file: [UInt8]) -> Bool {
    var header = header
    header.ordinal = 0
    header.uuid = nil
    return (try? ElectrocardiogramFile.read(file, path: fields.path))?.sample
      == Electrocardiogram(header: header, fields: fields)
  }
}

extension HealthDocument {
  /// Whether its type is the one that its first bytes are read as.
  fileprivate var hasOwnType: Bool {
    let data = fields.data
    return header.descriptor.type == DocumentParts.descriptor(of: data.span).type
  }

  /// Whether it has more than a file can hold: a path and bytes.
  fileprivate var hasDetails: Bool {
    let descriptor = header.descriptor
    return fields.title != nil || fields.patientName != nil || fields.authorName != nil
      || fields.custodianName != nil || header.extras != nil || header.created != nil
      || !header.metadata.isEmpty || descriptor.hasSource || descriptor.device != nil
      || descriptor.unitText != nil || header.start.isKnown || header.end.isKnown
  }
}
