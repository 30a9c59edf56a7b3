import HealthBytes
import HealthGenerator

/// An export in memory, and what can be read off it by the plainest means: it is one element on a
/// line, as the generator promises.
struct Export {
  let bytes: [UInt8]
  let truth: GroundTruth
  let lines: [Substring]

  init(_ options: ExportGenerator.Options) throws {
    let sink = BytesSink()
    truth = try ExportGenerator(options).writeXML(to: sink)
    bytes = sink.bytes
    lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The lines that start an element at a depth, where the records are at 1.
  func tags(_ name: String, depth: Int) -> [Substring] {
    let start = String(repeating: " ", count: depth) + "<" + name + " "
    return lines.filter { $0.hasPrefix(start) }
  }

  /// The value of an attribute, with its escapes.
  static func attribute(_ name: String, of line: Substring) -> String? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard let index = parts.firstIndex(where: { $0.hasSuffix(" \(name)=") }) else { return nil }
    return String(parts[index + 1])
  }
}

/// A decimal number in units of 10^-10.
func tenthOfNano(_ text: String) -> Int128? {
  let parts = text.split(separator: "e")
  let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  let digits = parts[0].split(separator: ".")
  let fraction = digits.count > 1 ? String(digits[1]) : ""
  guard var number = Int128(digits[0] + fraction) else { return nil }
  for _ in 0..<(10 + exponent - fraction.count) { number *= 10 }
  return number
}

/// A date of an export as seconds since 1970, worked out day by day.
func seconds(_ text: String) -> Int64? {
  let digits = text.split { !$0.isNumber }.compactMap { Int64($0) }
  guard digits.count == 7, let sign = text.dropLast(4).last else { return nil }
  var days: Int64 = 0
  for year in 1970..<digits[0] { days += isLeap(year) ? 366 : 365 }
  let lengths: [Int64] = [31, isLeap(digits[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  for month in 0..<Int(digits[1] - 1) { days += lengths[month] }
  days += digits[2] - 1
  let local = days * 86_400 + digits[3] * 3600 + digits[4] * 60 + digits[5]
  let offset = digits[6] / 100 * 3600 + digits[6] % 100 * 60
  return sign == "-" ? local + offset : local - offset
}

private func isLeap(_ year: Int64) -> Bool {
  year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}
