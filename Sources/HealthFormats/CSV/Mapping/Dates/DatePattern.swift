import HealthModel

/// A form in which a file writes its dates.
struct DatePattern: Sendable {
  /// The field that digits belong to.
  enum Field: Sendable {
    case year, month, day, hour, minute, second
  }

  enum Piece: Sendable, Equatable {
    case literal(UInt8)
    case number(Field, digits: ClosedRange<Int>)
    /// Two digits of a year: 70 to 99 are of the last century.
    case shortYear
    /// The name of a month, or its first three letters, in English.
    case month
    /// The name of a weekday, or its first three letters; it is not compared with the date.
    case weekday
    /// Digits of a fraction of the second.
    case fraction
    /// `AM` or `PM`.
    case half
    /// `Z`, `+0200`, `+02:00` or `+02`.
    case offset
  }

  enum Form: Sendable {
    /// ISO 8601 as it is met: a day, or a day and a time, with an offset or without.
    case iso8601
    /// Seconds or milliseconds since 1970.
    case epoch(perSecond: Int64)
    case pieces([Piece])
  }

  /// The result of reading a date.
  enum Reading {
    /// A date with its offset.
    case instant(Timestamp)
    /// An instant without a UTC offset.
    case epoch(Timestamp)
    /// A local time without a time zone.
    case clock(DateFields)
    /// No date.
    case fault(Timestamp.Fault)
  }

  let form: Form

  init(form: Form) { self.form = form }

  /// ISO 8601.
  static let iso = DatePattern(form: .iso8601)

  /// The names of the forms that are not spelled out.
  static let names = ["iso8601", "epoch-seconds", "epoch-milliseconds"]

  func read(_ bytes: Span<UInt8>) -> Reading {
    switch form {
    case .iso8601: Self.readISO(bytes)
    case .epoch(let perSecond): Self.readEpoch(bytes, perSecond)
    case .pieces(let pieces): Self.read(bytes, pieces)
    }
  }

  private static func readISO(_ bytes: Span<UInt8>) -> Reading {
    switch Timestamp.parse(bytes, form: .iso8601) {
    case .success(let date): return .instant(date)
    case .failure(.shape): break
    case .failure(let fault): return .fault(fault)
    }
    // A day, a time to the minute, a time to the second.
    let isDay = bytes.count <= 10
    let hasSeconds = bytes.count > 16
    var scanner = DateScanner(bytes.count)
    let isRead =
      scanner.take(day, bytes)
      && (isDay
        || (scanner.take(.literal(UInt8(ascii: "T")), bytes) || scanner.take(space, bytes))
          && scanner.take(hasSeconds ? time : Array(time.prefix(3)), bytes)
          && (!scanner.take(.literal(UInt8(ascii: ".")), bytes) || scanner.take(.fraction, bytes)))
    return isRead ? scanner.reading(bytes) : .fault(.shape)
  }

  private static let space = Piece.literal(UInt8(ascii: " "))
  private static let day: [Piece] = [
    .number(.year, digits: 4...4), .literal(UInt8(ascii: "-")), .number(.month, digits: 2...2),
    .literal(UInt8(ascii: "-")), .number(.day, digits: 2...2),
  ]
  private static let time: [Piece] = [
    .number(.hour, digits: 2...2), .literal(UInt8(ascii: ":")), .number(.minute, digits: 2...2),
    .literal(UInt8(ascii: ":")), .number(.second, digits: 2...2),
  ]

  private static func readEpoch(_ bytes: Span<UInt8>, _ perSecond: Int64) -> Reading {
    guard let number = Number(parsing: bytes) else { return .fault(.shape) }
    let units = number.doubleValue.rounded(.down)
    guard units.magnitude < 253_402_300_800 * Double(perSecond) else { return .fault(.shape) }
    // Whole units are exact; of what is behind the point, microseconds are kept.
    let rest = ((number.doubleValue - units) * 1e6 / Double(perSecond)).rounded()
    var (seconds, unit) = Int64(units).quotientAndRemainder(dividingBy: perSecond)
    if unit < 0 { (seconds, unit) = (seconds - 1, unit + perSecond) }
    let nanoseconds = unit * (1_000_000_000 / perSecond) + Int64(rest) * 1_000
    let date = Timestamp(
      validating: seconds + nanoseconds / 1_000_000_000,
      nanoseconds: Int32(nanoseconds % 1_000_000_000))
    return date.map { .epoch($0) } ?? .fault(.shape)
  }

  private static func read(_ bytes: Span<UInt8>, _ pieces: [Piece]) -> Reading {
    var scanner = DateScanner(bytes.count)
    return scanner.take(pieces, bytes) ? scanner.reading(bytes) : .fault(.shape)
  }
}

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
