import HealthBytes
import HealthModel

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
  /// When it was recorded.
  private(set) var recorded = Timestamp(secondsSince1970: 0)
  /// The device of the recording.
  private(set) var device: String?
  /// Where the voltages begin.
  private(set) var headEnd = 0
  /// The number of the line that has the sample rate.
  private(set) var rateLine = 0
  /// The number of the line that was read last.
  private(set) var lineNumber = 0
  /// Where the next line begins.
  private var index = 0

  /// Reads what comes before the voltages.
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

  /// The next line without its end; `nil` behind the last.
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
