import HealthBytes
import HealthModel
import HealthXML

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
