import HealthBytes
import HealthModel
import HealthXML

/// Completes every sample after it was decoded.
extension AppleHealthReader {
  /// Reports what was found about the sample that is completed, or about a file next to the main one.
  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(HealthError) {
    let place = place ?? elementPlace.place(in: file)
    try findings.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }

  mutating func deliver(
    _ sample: consuming Sample, canBeNested: Bool
  ) throws(HealthError) {
    let id = sample.id
    if canBeNested { try note(id, sample.syncVersion) }
    let ordinal = ordinals.ordinal(of: id)
    if ordinal != 0 { sample.ordinal = ordinal }
    ready = sample
  }

  /// Remembers a sample at top level that may also be nested.
  private mutating func note(_ id: SampleID, _ version: SyncVersion?) throws(HealthError) {
    guard members.note(id, version) else { return }
    notes.nestedOnlyMembers -= 1
    notes.alsoTopLevelMembers += 1
    try report(
      "late-copy", .info,
      "follows the sample that it is nested in, and was therefore reported as nested only")
  }

  /// Adds to a sample what depends on those before it and on other files.
  mutating func complete(_ sample: consuming Sample) throws(HealthError) {
    if sample.canHoldSamples { try link(&sample) }
    try readSideFiles(of: &sample)
    try deliver(sample, canBeNested: false)
    try deliverDocumentsFirst()
  }

  /// Sets which nested samples are also at top level.
  private mutating func link(_ sample: inout Sample) throws(HealthError) {
    var nested = sample.members
    if nested.isEmpty { return }
    for index in nested.indices {
      nested[index].membership = members.membership(of: nested[index].sample)
      switch nested[index].membership {
      case .alsoTopLevel: notes.alsoTopLevelMembers += 1
      case .nestedOnly: notes.nestedOnlyMembers += 1
      }
    }
    sample.members = nested
    if members.isFull, !hasReportedFullMembers {
      hasReportedFullMembers = true
      try report(
        "member-memory-full", .info,
        "more than \(NestedMembers.limit) records can also be nested; those nested among the rest "
          + "are reported as nested only")
    }
  }
}

/// Remembers the records that can also be nested in a correlation or a workout, so that they are not counted twice.
///
/// Only the types that exports nest are remembered (``HealthModel/QuantityType/canBeNested``), by 64 bits of the identity, up
/// to a limit.
struct NestedMembers {
  /// How many records are remembered: about 16 MiB if none has a sync identifier, at most about 36 MiB if some have.
  static let limit = 1_000_000
  /// The most nested records that are remembered because no equal record was at top level yet.
  static let nestedLimit = 100_000

  private var topLevel: Set<UInt64> = []
  /// The remembered records with a sync identifier, with the highest version of each. A nested record of a higher version is
  /// another value.
  private var versions: [UInt64: SyncVersion] = [:]
  /// The records that were reported as nested only, with the lowest version of each.
  private var nestedOnly: [UInt64: SyncVersion?] = [:]
  /// Whether records were not remembered because the limit was reached.
  private(set) var isFull = false

  /// Remembers a record at top level.
  ///
  /// - Returns: Whether an equal nested record was read before and reported as nested only.
  mutating func note(_ id: SampleID, _ version: SyncVersion?) -> Bool {
    guard topLevel.count + versions.count < Self.limit else {
      isFull = true
      return false
    }
    if let version {
      versions[id.low] = max(version, versions[id.low] ?? version)
    } else {
      topLevel.insert(id.low)
    }
    guard !nestedOnly.isEmpty, let nested = nestedOnly[id.low], has(id, nested) else {
      return false
    }
    nestedOnly[id.low] = nil
    return true
  }

  /// Whether a nested sample is also stored separately.
  mutating func membership(of sample: Sample) -> NestedSample.Membership {
    let (id, version) = (sample.id, sample.syncVersion)
    if has(id, version) { return .alsoTopLevel }
    if let known = nestedOnly[id.low] {
      if let known, let version, version < known { nestedOnly.updateValue(version, forKey: id.low) }
    } else if nestedOnly.count < Self.nestedLimit {
      nestedOnly.updateValue(version, forKey: id.low)
    } else {
      isFull = true
    }
    return .nestedOnly
  }

  /// Whether the sample, or a higher version of it, was read at top level.
  private func has(_ id: SampleID, _ version: SyncVersion?) -> Bool {
    guard let version else { return topLevel.contains(id.low) }
    return versions[id.low].map { version <= $0 } ?? false
  }
}

/// Checks whether side files are well-formed. Their content is returned unchanged in any case.
extension AppleHealthReader {
  /// Reports a side file whose content does not have the expected format.
  mutating func reportUnreadable(
    _ index: Int, _ severity: Finding.Severity, _ message: String, at place: Place? = nil
  ) throws(HealthError) {
    unreadableFiles.insert(index)
    let wholeFile = Place(file: sideFiles?.name(at: index) ?? file)
    try report("unreadable-side-file", severity, message, place: place ?? wholeFile)
  }

  /// Checks a file that will be returned as a document, if its extension is that of JSON, XML or GPX.
  mutating func checkDocument(_ index: Int) throws(HealthError) {
    guard let files = sideFiles, !unreadableFiles.contains(index) else { return }
    let path = files.files[index].path
    if ExportArchive.hasSuffix(".json", path) {
      guard let bytes = try files.bytes(at: index, limit: Limits.clinicalRecord.value) else {
        return
      }
      try checkJSON(bytes, index)
    } else if ExportArchive.hasSuffix(".xml", path) || ExportArchive.hasSuffix(".gpx", path) {
      guard
        let fault = XMLDocumentCheck.firstFault(
          of: try files.open(at: index), named: files.name(at: index))
      else { return }
      // Health itself writes clinical documents with further elements after the root; nothing is missing in them.
      try reportUnreadable(
        index, fault.rule == "content-outside-root" ? .warning : .error,
        "the XML is not well-formed: \(fault.message)", at: fault.place)
    }
  }

  /// Checks the text of a JSON file.
  mutating func checkJSON(_ bytes: [UInt8], _ index: Int) throws(HealthError) {
    var tape = JSONTape()
    let line = bytes.onOneLine
    do throws(JSONFault) {
      try tape.parse(line.span, bytes.byteOrderMarkLength..<bytes.count)
    } catch {
      // The limits of a line of JSON Lines do not apply to a side file.
      guard error.rule == "malformed-json", let files = sideFiles else { return }
      let before = bytes[..<min(error.offset, bytes.count)]
      let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
      let message = error.message.replacing("the end of the line", with: "the end of the file")
      try reportUnreadable(
        index, .error, "the JSON is not well-formed: \(message)",
        at: Place(
          file: files.name(at: index), line: 1 + before.count { $0 == 10 },
          column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
          byteOffset: Int64(error.offset)))
    }
  }
}

extension [UInt8] {
  /// The JSON with line ends replaced by spaces, because `JSONTape` parses one line. A line end within a text remains, because
  /// JSON does not allow it.
  fileprivate var onOneLine: [UInt8] {
    var line = self
    var (isText, isEscaped) = (false, false)
    for index in line.indices {
      let byte = line[index]
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == 10 || byte == 13 {
        line[index] = 32
      }
    }
    return line
  }
}

extension SideFiles {
  /// The location of a point in a route file. The file is read again up to the point.
  func place(ofPointAt path: [Place.Part]) -> Place? {
    guard case .point(let file, let number) = path.last, let index = index(of: file) else {
      return nil
    }
    let name = name(at: index)
    do throws(HealthError) {
      var parser = try GPXParser(open(at: index), name: name, extensions: .apple)
      var left = number
      while true {
        switch try parser.next() {
        case .point where left == 0: return parser.point.place.place(in: name)
        case .point: left -= 1
        case .end: return nil
        default: break
        }
      }
    } catch { return nil }
  }
}
