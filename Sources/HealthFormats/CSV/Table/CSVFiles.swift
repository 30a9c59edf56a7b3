import HealthBytes

/// The files that rows go to: one, or one for each type.
final class CSVFiles {
  private let output: OutputContainer
  private var only: CSVFile?
  /// By path: types whose names make the same path share a file.
  private var byPath: [String: CSVFile] = [:]
  private var recent: (name: String, file: CSVFile)?
  private var order: [CSVFile] = []

  /// The most files that are open at once; rows of further types go to a file that they share. Real data
  /// have some two hundred types.
  private static let limit = 400

  /// Makes of a file that of a table for spreadsheet programs.
  private let form: ((any ByteSink) throws(HealthError) -> SpreadsheetSink)?

  init(
    _ output: OutputContainer, form: ((any ByteSink) throws(HealthError) -> SpreadsheetSink)? = nil
  ) {
    (self.output, self.form) = (output, form)
  }

  /// The file of a type, made with its header if it is not there; without a name, the one file.
  func file(
    named name: String?, header: (inout ByteBuffer) -> Void
  ) throws(HealthError) -> CSVFile {
    guard let name else {
      if let only { return only }
      let file = try make("", header)
      only = file
      return file
    }
    if let recent, recent.name == name { return recent.file }
    var path = Self.path(name)
    if byPath.count >= Self.limit, byPath[path] == nil { path = Self.path("Other") }
    let file: CSVFile
    if let known = byPath[path] {
      file = known
    } else {
      file = try make(path, header)
      byPath[path] = file
    }
    recent = (name, file)
    return file
  }

  /// Ends all files.
  func finish() throws(HealthError) {
    for file in order { try file.finish() }
  }

  private func make(
    _ path: String, _ header: (inout ByteBuffer) -> Void
  ) throws(HealthError) -> CSVFile {
    let sink = try output.open(path)
    let file = CSVFile(try form?(sink) ?? sink)
    file.begin(header)
    order.append(file)
    return file
  }

  /// A path made of a type's name, which may be any text.
  private static func path(_ name: String) -> String {
    var path = ""
    for scalar in name.unicodeScalars.prefix(60) {
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-"
      path.unicodeScalars.append(isPlain ? scalar : "_")
    }
    return "\(path.isEmpty ? "_" : path).csv"
  }
}

/// One file of rows.
final class CSVFile {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: 1 << 10)
  private static let flushSize = 1 << 16

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  func begin(_ header: (inout ByteBuffer) -> Void) {
    header(&buffer)
  }

  /// Takes a row with its line end over, and empties it.
  @inline(__always)
  func append(_ row: inout ByteBuffer) throws(HealthError) {
    guard row.count < Limits.rowBytes.value else { throw HealthError(beyond: Limits.rowBytes) }
    row.withBytes { buffer.append($0) }
    row.removeAll()
    if buffer.count >= Self.flushSize { try flush() }
  }

  /// Writes rows that were collected elsewhere, and empties them.
  func append(rows: inout ByteBuffer) throws(HealthError) {
    try flush()
    try rows.flush(to: sink)
  }

  private func flush() throws(HealthError) {
    try buffer.flush(to: sink)
  }

  /// Writes the rest of the buffer, and ends the file.
  func finish() throws(HealthError) {
    try flush()
    try sink.finish()
  }
}
