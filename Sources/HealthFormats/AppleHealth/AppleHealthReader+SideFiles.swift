import HealthBytes
import HealthModel

/// Files next to the main file: routes and clinical records are read with the samples that refer to them, the others
/// after the last element.
extension AppleHealthReader {
  /// The part of the export that is being read.
  enum Phase {
    /// In the main file.
    case main
    /// In documents that come before a sample of the main file.
    case before
    /// In the files that no element refers to.
    case files
    /// At the end.
    case end
  }

  /// Reads the side files that a sample refers to into its fields.
  mutating func readSideFiles(of sample: inout Sample) throws(HealthError) {
    guard sideFiles != nil else { return }
    switch sample {
    case .workout(let workout):
      guard workout.fields.routes.contains(where: { !$0.files.isEmpty }) else { return }
      var fields = workout.fields
      var room = Limits.routePoints.value
      for route in fields.routes.indices {
        for file in fields.routes[route].files.indices {
          guard let path = fields.routes[route].files[file].path else { continue }
          fields.routes[route].files[file].track = try track(path, &room)
        }
      }
      sample = .workout(Workout(header: workout.header, fields: fields))
    case .clinicalRecord(let record):
      guard let path = record.fields.resourceFilePath else { return }
      var fields = record.fields
      fields.resource = try resource(path)
      sample = .clinicalRecord(ClinicalRecord(header: record.header, fields: fields))
    default: return
    }
  }

  private mutating func track(
    _ path: String, _ room: inout Int
  ) throws(HealthError) -> WorkoutRoute.Track? {
    guard let index = try claimFile(path), let files = sideFiles else { return nil }
    let file: RouteFile
    if let decoded = decoder.batch.routes.removeValue(forKey: index),
      decoded.track.locations.count <= room
    {
      file = decoded
    } else {
      do throws(HealthError) {
        file = try RouteFile(at: index, in: files, pointLimit: room, buffer: &fileBuffer)
      } catch {
        guard error.code == .malformed else { throw error }
        try reportUnreadable(
          index, error.rule == "limit" ? .warning : .error, "\(error.message); read as a document",
          at: error.place)
        return nil
      }
    }
    room -= file.track.locations.count
    markDelivered(index, isExact: try file.isExact(in: files))
    return file.track
  }

  private mutating func resource(_ path: String) throws(HealthError) -> String? {
    guard let index = try claimFile(path), let files = sideFiles else { return nil }
    guard let bytes = try files.bytes(at: index, limit: Limits.clinicalRecord.value) else {
      try reportUnreadable(
        index, .warning, "has \(Limits.clinicalRecord.excess); read as a document")
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      try reportUnreadable(index, .error, "is not UTF-8; read as a document")
      return nil
    }
    try checkJSON(bytes, index)
    markDelivered(index, isExact: true)
    return text
  }

  /// The index of the file that a sample refers to; `nil`, with a finding, if it is missing or already read.
  private mutating func claimFile(_ path: String) throws(HealthError) -> Int? {
    guard let index = sideFiles?.index(of: path) else {
      try report(
        "missing-side-file", .warning, "refers to '\(path.printableName)', which is missing")
      return nil
    }
    guard sideFiles?.state(at: index) == .unreferenced else {
      try report(
        "shared-side-file", .info,
        "refers to '\(path.printableName)', which an earlier sample already refers to")
      return nil
    }
    sideFiles?.set(.referenced, at: index)
    return index
  }

  /// Marks a file as read. If the sample does not reproduce its bytes, the file is also queued as a document, which comes
  /// before the sample.
  private mutating func markDelivered(_ index: Int, isExact: Bool) {
    sideFiles?.set(.delivered, at: index)
    if isExact { countBytes(of: index) } else { documents.append(index) }
  }

  /// Counts a file as read.
  private mutating func countBytes(of index: Int) {
    guard let file = sideFiles?.files[index], file.isContent else { return }
    sideFileBytes &+= file.entry.storedSize ?? 0
  }

  // MARK: Documents

  /// Returns queued documents before the sample that is ready.
  mutating func deliverDocumentsFirst() throws(HealthError) {
    guard !documents.isEmpty else { return }
    phase = .before
    held = ready.take()
    try advanceInSideFiles()
  }

  /// Continues reading in the files next to the main one, before a sample or after the last element.
  mutating func advanceInSideFiles() throws(HealthError) {
    while ready == nil, phase != .end {
      if let document = try nextDocument() {
        ready = document
      } else if held != nil {
        ready = held.take()
        (sideFilePlace, sideFileParts) = (heldPlace, heldParts)
        (heldPlace, heldParts) = (nil, nil)
        if phase == .before { phase = .main }
      } else if let index = nextFile() {
        try begin(index)
      } else {
        phase = .end
        try reportForeign()
      }
    }
  }

  /// Reports the files that were left out, which is certain only at the end: any element can refer to one.
  private mutating func reportForeign() throws(HealthError) {
    guard let sideFiles, case let foreign = sideFiles.foreign, !foreign.isEmpty else { return }
    notes.unreadFiles["other", default: 0] += foreign.count
    let count = foreign.count == 1 ? "1 file is" : "\(foreign.count.grouped) files are"
    try report(
      "not-of-export", .info, "\(count) not part of the export and left out: \(foreign.shortList)",
      place: Place(file: sideFiles.inputName))
  }

  /// The next part of the queued documents.
  private mutating func nextDocument() throws(HealthError) -> Sample? {
    while let index = documents.first, let files = sideFiles {
      let place = Place(file: files.name(at: index))
      if documentParts == nil {
        if options.isChecked { try checkDocument(index) }
        documentParts = DocumentParts(files.files[index], source: try files.open(at: index))
      }
      do throws(HealthError) {
        if let part = try documentParts?.next() {
          (sideFilePlace, sideFileParts) = (place, nil)
          return part
        }
      } catch {
        throw error.reading(at: place)
      }
      documentParts = nil
      documents.removeFirst()
      countBytes(of: index)
    }
    return nil
  }

  /// The next file that no sample contains: first the CSV files, which may be electrocardiograms, then all others.
  private mutating func nextFile() -> Int? {
    guard let sideFiles else { return nil }
    let count = sideFiles.files.count
    while nextFileIndex < 2 * count {
      let index = nextFileIndex % count
      let isFirstRound = nextFileIndex < count
      nextFileIndex += 1
      let file = sideFiles.files[index]
      if sideFiles.state(at: index) == .delivered || sideFiles.isForeign(index) { continue }
      if file.mayBeElectrocardiogram || !isFirstRound { return index }
    }
    return nil
  }

  /// Reads a CSV file as an electrocardiogram, if it is one.
  private mutating func beginTable(_ index: Int) throws(HealthError) {
    guard let files = sideFiles else { return }
    let file = files.files[index]
    let name = files.name(at: index)
    guard let bytes = try files.bytes(at: index, limit: ElectrocardiogramFile.longest) else {
      guard file.isNamedAsElectrocardiogram else { return }
      return try reportUnreadable(
        index, .warning,
        "is longer than \(ElectrocardiogramFile.longest) bytes; read as a document")
    }
    do throws(ElectrocardiogramFault) {
      let (sample, isExact, rateLine) = try ElectrocardiogramFile.read(bytes, path: file.path)
      held = .electrocardiogram(sample)
      held?.ordinal = ordinals.ordinal(of: sample.id)
      heldPlace = Place(file: name, line: 1, column: 1)
      heldParts = Place.Parts(
        file: name,
        entries: [("electrocardiogram", 0, 1), ("sampleRate", 1, rateLine)].map {
          Place.Parts.Entry(name: $0, depth: $1, line: $2, column: 1, byteOffset: 0)
        })
      markDelivered(index, isExact: isExact)
    } catch {
      guard file.isNamedAsElectrocardiogram else { return }
      return try reportUnreadable(
        index, .error, "\(error.message); read as a document",
        at: Place(file: name, line: error.line))
    }
    guard bytes.last != 10 else { return }
    try reportUnreadable(
      index, .warning, "ends in the middle of a line; the last voltage may be cut",
      at: Place(file: name, line: 1 + bytes.count { $0 == 10 }))
  }

  /// Begins to return a file to which no sample refers; in the first round only an electrocardiogram.
  private mutating func begin(_ index: Int) throws(HealthError) {
    guard let files = sideFiles else { return }
    let file = files.files[index]
    guard nextFileIndex > files.files.count else {
      return try beginTable(index)
    }
    if files.state(at: index) == .unreferenced, file.isRouteOrRecord {
      try report(
        "orphan-side-file", .info, "no sample refers to it; read as a document",
        place: Place(file: files.name(at: index)))
    }
    markDelivered(index, isExact: false)
  }
}

extension SideFiles.File {
  /// Whether it has the extension of the files of electrocardiograms.
  fileprivate var mayBeElectrocardiogram: Bool { ExportArchive.hasSuffix(".csv", path) }

  /// Whether its folder or its name is that of an electrocardiogram.
  fileprivate var isNamedAsElectrocardiogram: Bool {
    path.utf8.starts(with: "/electrocardiograms/".utf8)
      || path.split(separator: "/").last?.utf8.starts(with: "ecg_".utf8) == true
  }

  /// Whether it is of a kind that samples refer to.
  fileprivate var isRouteOrRecord: Bool {
    ExportArchive.hasSuffix(".gpx", path) || path.utf8.starts(with: "/clinical-records/".utf8)
  }
}
