import HealthModel

extension DatePattern {
  /// Parses a pattern: `iso8601`, `epoch-seconds`, `epoch-milliseconds`, or letters for fields as in Unicode's date
  /// format patterns, such as `dd.MM.yyyy HH:mm`. Other letters are quoted with apostrophes.
  ///
  /// - Throws: ``Fault`` with what is wrong.
  init(_ text: String) throws(Fault) {
    switch text {
    case "iso8601": form = .iso8601
    case "epoch-seconds": form = .epoch(perSecond: 1)
    case "epoch-milliseconds": form = .epoch(perSecond: 1_000)
    default: form = .pieces(try Self.pieces(Array(text.utf8)))
    }
  }

  /// Why a text is no pattern.
  struct Fault: Error {
    let message: String
  }

  private static func pieces(_ text: [UInt8]) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "'") {
        let rest = text[(at + 1)...]
        guard let close = rest.firstIndex(of: byte) else {
          throw Fault(message: "found an apostrophe that is not closed")
        }
        pieces += close == at + 1 ? [.literal(byte)] : rest[..<close].map { .literal($0) }
        at = close + 1
      } else if byte | 0x20 >= 97, byte | 0x20 <= 122 {
        let run = text[at...].prefix { $0 == byte }
        guard let piece = piece(String(decoding: run, as: UTF8.self)) else {
          throw Fault(
            message: "found '\(String(decoding: run, as: UTF8.self))' in a date, expected "
              + "\(Self.names.joined(separator: ", ")), or a pattern of yyyy, MM, dd, HH, hh, mm, ss, "
              + "SSS, a, EEE and Z")
        }
        pieces.append(piece)
        at += run.count
      } else {
        pieces.append(.literal(byte))
        at += 1
      }
    }
    guard pieces.contains(where: { $0 != .weekday && !$0.isLiteral }) else {
      throw Fault(message: "found a date pattern without a field")
    }
    return pieces
  }

  private static func piece(_ run: String) -> Piece? {
    switch run {
    case "yyyy": .number(.year, digits: 4...4)
    case "yy": .shortYear
    case "MM": .number(.month, digits: 2...2)
    case "M": .number(.month, digits: 1...2)
    case "MMM", "MMMM": .month
    case "dd": .number(.day, digits: 2...2)
    case "d": .number(.day, digits: 1...2)
    case "HH", "hh": .number(.hour, digits: 2...2)
    case "H", "h": .number(.hour, digits: 1...2)
    case "mm": .number(.minute, digits: 2...2)
    case "m": .number(.minute, digits: 1...2)
    case "ss": .number(.second, digits: 2...2)
    case "s": .number(.second, digits: 1...2)
    case "EEE", "EEEE": .weekday
    case "a": .half
    case "Z", "ZZ", "ZZZ", "ZZZZZ", "X", "XX", "XXX", "xxx": .offset
    default: run.allSatisfy { $0 == "S" } ? .fraction : nil
    }
  }
}

extension DatePattern.Piece {
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
