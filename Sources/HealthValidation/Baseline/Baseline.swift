import HealthBytes
public import HealthModel

/// Findings that are known and do not count: how many there were of each cause.
public struct Baseline: Sendable, Equatable {
  /// The findings of one cause.
  public struct Entry: Sendable, Equatable {
    /// The rule's stable name.
    public let rule: String
    /// The type's identifier, if the findings are about samples of one.
    public let type: String?
    /// How many there are.
    public var count: Int
  }

  /// Fewer findings than in the baseline.
  public struct Change: Sendable, Equatable, CustomStringConvertible {
    /// The rule's stable name.
    public let rule: String
    /// The type's identifier, if the findings were about samples of one.
    public let type: String?
    /// The number in the baseline.
    public let known: Int
    /// How many are left.
    public let found: Int

    /// `2 of 5 unit-fits-type (HKQuantityTypeIdentifierBodyMass)`
    public var description: String {
      "\(known - found) of \(known) \(rule)\(type.map { " (\($0.printable))" } ?? "")"
    }
  }

  /// The entries by the fingerprint of their findings.
  public internal(set) var entries: [SampleID: Entry] = [:]

  /// Nothing is known.
  public init() {}

  /// Everything that was found is known from now on, but for what could not be read or checked.
  public init(_ groups: FindingGroups) {
    for group in groups.list where !group.hasFailures {
      add(group.fingerprint, Entry(rule: group.rule, type: group.type, count: group.count))
    }
  }

  private mutating func add(_ fingerprint: SampleID, _ entry: Entry) {
    entries[fingerprint, default: Entry(rule: entry.rule, type: entry.type, count: 0)].count +=
      entry.count
  }

  /// The entries by rule, type and fingerprint.
  var sorted: [(fingerprint: SampleID, entry: Entry)] {
    entries.map { ($0.key, $0.value) }.sorted {
      ($0.1.rule, $0.1.type ?? "", $0.0) < ($1.1.rule, $1.1.type ?? "", $1.0)
    }
  }
}

/// The file: a line for each cause, sorted, so that version control shows what changed and merges it.
///
///     # healthconv baseline 1
///     unit-fits-type HKQuantityTypeIdentifierBodyMass 0123456789abcdef0123456789abcdef 2
extension Baseline {
  private static let heading = "# healthconv baseline 1"

  /// Whether a file of this beginning is a baseline.
  package static func isBaseline(_ first: String) -> Bool { first.hasPrefix(heading + "\n") }

  /// The baseline as text.
  public var text: String {
    var text = Self.heading + "\n"
    for (fingerprint, entry) in sorted {
      text += "\(entry.rule) \(Self.word(entry.type)) \(fingerprint.text) \(entry.count)\n"
    }
    return text
  }

  /// Reads a baseline. Of lines for the same cause, as a merge may leave them, the greatest count holds.
  ///
  /// - Throws: `HealthError` of code `.malformed` at the first line that is not as it should be.
  public init(text: String, file: String) throws(HealthError) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard !lines.isEmpty, lines.removeFirst() == Self.heading else {
      throw HealthError(
        .malformed, place: Place(file: file, line: 1, column: 1), "expected '\(Self.heading)'")
    }
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      guard words.count == 4, let fingerprint = SampleID(String(words[2])),
        let count = Int(words[3]), count > 0
      else {
        throw HealthError(
          .malformed, place: Place(file: file, line: index + 2, column: 1),
          "expected a rule, a type or -, 32 hexadecimal digits and a count")
      }
      let known = entries[fingerprint]?.count ?? 0
      entries[fingerprint] = Entry(
        rule: String(words[0]), type: words[1] == "-" ? nil : Self.text(String(words[1])),
        count: max(known, count))
    }
  }

  /// A type as one word: `%` and two digits for what would end it.
  private static func word(_ type: String?) -> String {
    guard let type, !type.isEmpty else { return "-" }
    var word = ""
    for byte in type.utf8 {
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "%"), type != "-" {
        word.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        word += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
      }
    }
    return word
  }

  private static func text(_ word: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
