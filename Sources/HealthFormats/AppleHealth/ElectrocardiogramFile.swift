import HealthBytes
import HealthModel

/// The CSV file in which an export keeps an electrocardiogram.
///
/// Ten lines of a label and a value in the phone's language, then a voltage a line; it is read by position.
/// Only the list of symptoms is never quoted, though it and its items hold commas.
enum ElectrocardiogramFile {
  /// The longest file that is read, in bytes: some thirty times what a watch records.
  static let longest = 1 << 22
  static let type = "HKDataTypeIdentifierElectrocardiogram"

  /// Reads a file.
  ///
  /// - Returns: The electrocardiogram, whether printing it gives the same bytes, and the number of the line that has the
  ///   sample rate.
  static func read(
    _ bytes: [UInt8], path: String?
  ) throws(ElectrocardiogramFault) -> (sample: Electrocardiogram, isExact: Bool, rateLine: Int) {
    if let invalid = ByteScan.validateUTF8(bytes.span, from: 0, to: bytes.count) {
      let line = 1 + bytes[..<invalid].count { $0 == 10 }
      throw ElectrocardiogramFault(line: line, message: "found bytes that are not UTF-8")
    }
    var scanner = try ElectrocardiogramScanner(bytes.span)
    var fields = scanner.fields
    try scanner.scanVoltages(bytes.span, into: &fields)
    fields.path = path
    var device = Device()
    device.hardwareVersion = scanner.device
    var header = SampleHeader(
      descriptor: SampleDescriptor(
        type: .other(type), source: nil, device: scanner.device == nil ? nil : device),
      start: scanner.recorded, end: scanner.recorded)
    header.end = end(from: scanner.recorded, fields)
    // The header's bytes are stored only if the fields would print something else.
    if printedHead(header, fields) != Array(bytes[..<scanner.headEnd]) {
      fields.fileHeader = String(decoding: bytes[..<scanner.headEnd], as: UTF8.self)
    }
    let sample = Electrocardiogram(header: header, fields: fields)
    return (sample, printed(sample) == bytes, scanner.rateLine)
  }

  /// When a recording ended, to the millisecond: the file does not say it.
  private static func end(from start: Timestamp, _ fields: Sample.ElectrocardiogramFields)
    -> Timestamp
  {
    let rate = fields.sampleRate?.doubleValue ?? 0
    let milliseconds = (Double(fields.voltages.count) / rate * 1_000).rounded()
    guard rate > 0, milliseconds < 1e12 else { return start }
    let end = start.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    return Timestamp.isInRange(
      seconds: end.secondsSince1970, offsetMinutes: Int64(end.offsetMinutes)) ? end : start
  }

  // MARK: Printing

  /// The bytes of the file.
  static func printed(_ sample: Electrocardiogram) -> [UInt8] {
    let fields = sample.fields
    var buffer = ByteBuffer(capacity: 256 + fields.voltages.count * 10)
    if let head = fields.fileHeader {
      buffer.append(utf8: head)
    } else {
      appendHead(sample.header, fields, to: &buffer)
    }
    let isCRLF = fields.fileHeader?.utf8.contains(13) == true
    let hasComma = fields.decimalSeparator == ","
    for voltage in fields.voltages {
      if hasComma {
        for byte in voltage.description.utf8 { buffer.append(byte == 46 ? 44 : byte) }
      } else {
        buffer.append(voltage)
      }
      if isCRLF { buffer.append(13) }
      buffer.append(10)
    }
    return buffer.bytes
  }

  private static func printedHead(
    _ header: SampleHeader, _ fields: Sample.ElectrocardiogramFields
  ) -> [UInt8] {
    var buffer = ByteBuffer(capacity: 512)
    appendHead(header, fields, to: &buffer)
    return buffer.bytes
  }

  /// Appends all before the voltages as a phone in English writes it.
  private static func appendHead(
    _ header: SampleHeader, _ fields: Sample.ElectrocardiogramFields, to buffer: inout ByteBuffer
  ) {
    let rate = [fields.sampleRate?.description, fields.sampleRateUnit ?? "hertz"]
    let device = header.descriptor.device.map { $0.hardwareVersion ?? $0.model ?? $0.name ?? "" }
    buffer.append("Name")
    if let name = fields.name { buffer.append(value: name) }
    buffer.append("\nDate of Birth")
    buffer.append(value: fields.dateOfBirth ?? "")
    buffer.append("\nRecorded Date,")
    buffer.append(export: header.start)
    buffer.append("\nClassification")
    buffer.append(value: fields.classification ?? "")
    buffer.append("\nSymptoms,")
    buffer.append(utf8: fields.symptoms ?? "")
    buffer.append("\nSoftware Version")
    buffer.append(value: fields.softwareVersion ?? "")
    buffer.append("\nDevice")
    buffer.append(value: device ?? "")
    buffer.append("\nSample Rate")
    buffer.append(value: rate.compactMap { $0 }.joined(separator: " "))
    buffer.append("\n\n\nLead")
    buffer.append(value: fields.lead ?? "")
    buffer.append("\nUnit")
    buffer.append(value: fields.unit ?? "")
    buffer.append("\n\n")
  }
}

extension ByteBuffer {
  /// Appends a comma and a value, in quotes where it needs them.
  fileprivate mutating func append(value: String) {
    append(UInt8(ascii: ","))
    guard value.utf8.contains(where: { [10, 13, 34, 44].contains($0) }) else {
      append(utf8: value)
      return
    }
    append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      if byte == 34 { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}

/// Why a file is not an electrocardiogram.
struct ElectrocardiogramFault: Error, Equatable {
  /// The line, from 1.
  let line: Int
  /// What was found and what was expected.
  let message: String
}

/// Finds the parts of an electrocardiogram's file by their position.
struct ElectrocardiogramScanner {
  /// The values of the lines before the voltages.
  private(set) var fields = Sample.ElectrocardiogramFields()
  private(set) var recorded = Timestamp(secondsSince1970: 0)
  private(set) var device: String?
  /// Where the voltages begin.
  private(set) var headEnd = 0
  /// The number of the line that has the sample rate.
  private(set) var rateLine = 0
  /// The number of the line that was read last.
  private(set) var lineNumber = 0
  /// Where the next line begins.
  private var index = 0

  /// Reads the lines before the voltages.
  ///
  /// - Parameter bytes: The whole file, UTF-8.
  init(_ bytes: Span<UInt8>) throws(ElectrocardiogramFault) {
    var values: [Range<Int>?] = []
    var dateLine = 0
    while values.count < 10, let line = nextLine(bytes) {
      // A label is letters. Numbers come later, and some of them have a comma, too.
      guard Self.number(bytes, line) == nil else {
        throw fault("found a number, expected a label and a value")
      }
      if values.count == 2 { dateLine = lineNumber }
      if values.count == 7 { rateLine = lineNumber }
      let comma = ByteScan.firstIndex(
        of: UInt8(ascii: ","), in: bytes, from: line.lowerBound, to: line.upperBound)
      values.append(comma < line.upperBound ? comma + 1..<line.upperBound : nil)
    }
    guard values.count == 10 else {
      throw fault("found the end of the file, expected ten lines of a label and a value")
    }
    guard let date = values[2],
      let recorded = Timestamp(parsing: bytes.extracting(date), form: .export)
    else { throw fault("found no date of the recording", dateLine) }
    self.recorded = recorded
    fields.name = values[0].map { Self.text(bytes, $0) }
    fields.dateOfBirth = Self.value(bytes, values[1])
    fields.classification = Self.value(bytes, values[3])
    fields.symptoms = values[4].flatMap { $0.isEmpty ? nil : String(bytes, $0) }
    fields.softwareVersion = Self.value(bytes, values[5])
    device = Self.value(bytes, values[6])
    fields.lead = Self.value(bytes, values[8])
    fields.unit = Self.value(bytes, values[9])
    guard let rate = values[7], takeRate(bytes, rate) else {
      throw fault("found no number for the sample rate", rateLine)
    }
    headEnd = index
    var headLine = lineNumber
    while let line = nextLine(bytes, isSkippingBlanks: false), line.isEmpty {
      (headEnd, headLine) = (index, lineNumber)
    }
    (index, lineNumber) = (headEnd, headLine)
  }

  private func fault(_ message: String, _ line: Int? = nil) -> ElectrocardiogramFault {
    ElectrocardiogramFault(line: max(1, line ?? lineNumber), message: message)
  }

  /// Reads `512 hertz`, `512ヘルツ`, `513,625 hertz`.
  private mutating func takeRate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let text = Self.text(bytes, range)
    let digits = text.utf8.prefix { $0 &- 48 < 10 || $0 == 44 || $0 == 46 }
    let point = digits.map { $0 == 44 ? 46 : $0 }
    guard let rate = Number(String(decoding: point, as: UTF8.self)) else { return false }
    fields.sampleRate = rate
    let unit = text.utf8[digits.endIndex...].drop { $0 == 32 }
    fields.sampleRateUnit = unit.isEmpty ? nil : String(decoding: unit, as: UTF8.self)
    return true
  }

  /// Reads the voltages.
  ///
  /// - Parameter bytes: The whole file, UTF-8.
  /// - Throws: If there are none or too many, or something else is among them.
  mutating func scanVoltages(
    _ bytes: Span<UInt8>, into fields: inout Sample.ElectrocardiogramFields
  ) throws(ElectrocardiogramFault) {
    fields.voltages.reserveCapacity(min((bytes.count - headEnd) / 7, Limits.voltages.value))
    while let line = nextLine(bytes) {
      guard let (number, hasComma) = Self.number(bytes, line) else {
        throw fault("found something else, expected a voltage")
      }
      guard fields.voltages.count < Limits.voltages.value else {
        throw fault("found \(Limits.voltages.excess)")
      }
      if hasComma { fields.decimalSeparator = "," }
      fields.voltages.append(number)
    }
    if fields.voltages.isEmpty { throw fault("found the end of the file, expected voltages") }
  }

  // MARK: Lines and values

  /// The next line without its end; `nil` after the last.
  private mutating func nextLine(
    _ bytes: Span<UInt8>, isSkippingBlanks: Bool = true
  ) -> Range<Int>? {
    while index < bytes.count {
      let start = index
      var end = ByteScan.firstIndex(
        of: UInt8(ascii: "\n"), in: bytes, from: start, to: bytes.count)
      index = min(end + 1, bytes.count)
      lineNumber += 1
      if end > start, bytes[end - 1] == 13 { end -= 1 }
      if end > start || !isSkippingBlanks { return start..<end }
    }
    return nil
  }

  /// The number that a line is, and whether it has a comma for its point.
  private static func number(_ bytes: Span<UInt8>, _ line: Range<Int>) -> (Number, Bool)? {
    guard let first = line.first, bytes[first] &- 48 < 10 || bytes[first] == 45 else { return nil }
    if let number = Number(parsing: bytes.extracting(line)) { return (number, false) }
    guard line.count < 40 else { return nil }
    var commas = 0
    let digits = line.map { index in
      if bytes[index] != 44 { return bytes[index] }
      commas += 1
      return 46
    }
    return commas == 1 ? Number(parsing: digits.span).map { ($0, true) } : nil
  }

  /// A value; `nil` if it is empty.
  private static func value(_ bytes: Span<UInt8>, _ range: Range<Int>?) -> String? {
    guard let range, !range.isEmpty else { return nil }
    return text(bytes, range)
  }

  /// A value without the quotes around it.
  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard range.count >= 2, bytes[range.lowerBound] == 34, bytes[range.upperBound - 1] == 34 else {
      return String(bytes, range)
    }
    let inner = String(bytes, range.lowerBound + 1..<range.upperBound - 1)
    return inner.replacing("\"\"", with: "\"")
  }
}

extension String {
  /// The text of a stretch of UTF-8.
  fileprivate init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.init(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }
}
