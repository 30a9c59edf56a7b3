import HealthBytes
import HealthModel

/// The CSV file in which an export keeps an electrocardiogram.
///
/// Ten lines of a label and a value in the phone's language, then a voltage a line; it is read by position.
/// Only the list of symptoms is never quoted, though it and its items hold commas.
enum ElectrocardiogramFile {
  /// The longest file that is read, in bytes: some thirty times what a watch records.
  static let longest = 1 << 22
  /// The type of the samples.
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
