import HealthModel

/// The text form of the dates in a file, such as `dd.MM.yyyy`.
struct DatePattern: Sendable {
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

  /// Reads one part of a date; `false` if it is not found. A structure, because calling a closure of an array allocates
  /// memory.
  fileprivate struct Piece: Sendable {
    let take: @Sendable (inout DateScanner, Span<UInt8>) -> Bool
  }

  let read: @Sendable (Span<UInt8>) -> Reading

  /// The common forms of ISO 8601: a day, or a day and a time, with an offset or without.
  static let iso = DatePattern(read: readISO)

  private init(read: @escaping @Sendable (Span<UInt8>) -> Reading) { self.read = read }

  /// Parses a pattern: `iso8601`, `epoch`, `epoch-seconds`, `epoch-milliseconds`, `epoch-nanoseconds`,
  /// `clock-milliseconds`, or letters for fields as in Unicode's date format patterns, such as `dd.MM.yyyy HH:mm`. Other
  /// letters are quoted with apostrophes.
  ///
  /// - Throws: ``Fault`` with what is wrong.
  init(_ text: String) throws(Fault) {
    switch text {
    case "iso8601": read = Self.readISO
    case "epoch": read = Self.readSecondsOrMilliseconds
    case "epoch-seconds": read = { Self.readEpoch($0, perSecond: 1) }
    case "epoch-milliseconds": read = { Self.readEpoch($0, perSecond: 1_000) }
    case "epoch-nanoseconds": read = Self.readNanoseconds
    case "clock-milliseconds": read = Self.readClock
    default:
      let pieces = try Self.pieces(Array(text.utf8))
      read = { bytes in
        var scanner = DateScanner(bytes.count)
        return scanner.take(pieces, bytes) ? scanner.reading() : .fault(.shape)
      }
    }
  }

  private static func readISO(_ bytes: Span<UInt8>) -> Reading {
    switch Timestamp.parse(bytes, form: .iso8601) {
    case .success(let date): return .instant(date)
    case .failure(.shape): break
    case .failure(let fault): return .fault(fault)
    }
    // A day, a time to the minute, a time to the second.
    var scanner = DateScanner(bytes.count)
    var isRead = scanner.take(day, bytes)
    if bytes.count > 10 {
      isRead =
        isRead && (scanner.take("T", bytes) || scanner.take(" ", bytes))
        && scanner.take(minute, bytes) && (bytes.count <= 16 || scanner.take(second, bytes))
        && (!scanner.take(".", bytes) || scanner.takeFraction(bytes))
    }
    return isRead ? scanner.reading() : .fault(.shape)
  }

  private static let day = isoPieces("yyyy-MM-dd")
  private static let minute = isoPieces("HH:mm")
  private static let second = isoPieces(":ss")
  private static func isoPieces(_ text: String) -> [Piece] { (try? pieces(Array(text.utf8))) ?? [] }

  private static func readEpoch(_ bytes: Span<UInt8>, perSecond: Int64) -> Reading {
    guard let number = Number(parsing: bytes) else { return .fault(.shape) }
    if isShortened(number, perSecond: perSecond) { return .fault(.shortened) }
    let units = number.doubleValue.rounded(.down)
    guard units.magnitude < 253_402_300_800 * Double(perSecond) else { return .fault(.shape) }
    // Whole units are exact; fractions are rounded to microseconds.
    let rest = ((number.doubleValue - units) * 1e6 / Double(perSecond)).rounded()
    var (seconds, unit) = Int64(units).quotientAndRemainder(dividingBy: perSecond)
    if unit < 0 { (seconds, unit) = (seconds - 1, unit + perSecond) }
    let nanoseconds = unit * (1_000_000_000 / perSecond) + Int64(rest) * 1_000
    let date = Timestamp(
      validating: seconds + nanoseconds / 1_000_000_000,
      nanoseconds: Int32(nanoseconds % 1_000_000_000))
    return date.map { .epoch($0) } ?? .fault(.shape)
  }

  /// Whether the last digit of a number with a power of ten stands for more than a second, as spreadsheets write it.
  private static func isShortened(_ number: Number, perSecond: Int64) -> Bool {
    let mostZeros: Int16 = perSecond == 1 ? 0 : perSecond == 1_000 ? 3 : 9
    return number.exponent > mostZeros
  }

  /// Reads seconds or milliseconds since 1970-01-01 00:00 UTC. Numbers below 100 billion are seconds: as milliseconds, they
  /// would be dates before March 1973; as seconds, all dates until the year 5138.
  private static func readSecondsOrMilliseconds(_ bytes: Span<UInt8>) -> Reading {
    guard let number = Number(parsing: bytes) else { return .fault(.shape) }
    return readEpoch(bytes, perSecond: number.doubleValue.magnitude < 1e11 ? 1 : 1_000)
  }

  /// Reads nanoseconds since 1970-01-01 00:00 UTC as an integer, because a `Double` has too few digits.
  private static func readNanoseconds(_ bytes: Span<UInt8>) -> Reading {
    guard 1...19 ~= bytes.count else { return .fault(.shape) }
    var value: UInt64 = 0
    for index in bytes.indices {
      let digit = bytes[index] &- 48
      guard digit < 10 else {
        guard let number = Number(parsing: bytes), isShortened(number, perSecond: 1_000_000_000)
        else { return .fault(.shape) }
        return .fault(.shortened)
      }
      value = value * 10 + UInt64(digit)
    }
    let (seconds, rest) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Timestamp(validating: Int64(seconds), nanoseconds: Int32(rest)).map { .epoch($0) }
      ?? .fault(.shape)
  }

  /// Reads milliseconds since 1970-01-01 00:00 of the local clock.
  private static func readClock(_ bytes: Span<UInt8>) -> Reading {
    let reading = readEpoch(bytes, perSecond: 1_000)
    guard case .epoch(let date) = reading else { return reading }
    let civil = Civil(secondsSince1970: date.secondsSince1970)
    var fields = DateFields()
    (fields.year, fields.month, fields.day) = (civil.year, civil.month, civil.day)
    fields.hour = civil.secondOfDay / 3_600
    fields.minute = civil.secondOfDay / 60 % 60
    fields.second = civil.secondOfDay % 60
    fields.nanoseconds = Int(date.nanoseconds)
    return .clock(fields)
  }

  /// Why a text is not a valid pattern.
  struct Fault: Error {
    let message: String
  }

  private static func pieces(_ text: [UInt8]) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var (at, hasField) = (0, false)
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "'") {
        let rest = text[(at + 1)...]
        guard let close = rest.firstIndex(of: byte) else {
          throw Fault(message: "found an apostrophe that is not closed")
        }
        pieces += (close == at + 1 ? [byte] : rest[..<close]).map(literal)
        at = close + 1
      } else if byte | 0x20 >= 97, byte | 0x20 <= 122 {
        let run = String(decoding: text[at...].prefix { $0 == byte }, as: UTF8.self)
        guard let piece = piece(run) else {
          throw Fault(
            message: "found '\(run)' in a date, expected iso8601, epoch, epoch-seconds, "
              + "epoch-milliseconds, epoch-nanoseconds, clock-milliseconds, or a pattern of yyyy, MM, dd, HH, hh, mm, ss, SSS, a, EEE and Z"
          )
        }
        pieces.append(piece)
        hasField = hasField || byte != UInt8(ascii: "E")
        at += run.utf8.count
      } else {
        pieces.append(literal(byte))
        at += 1
      }
    }
    guard hasField else { throw Fault(message: "found a date pattern without a field") }
    return pieces
  }

  private static func literal(_ byte: UInt8) -> Piece { Piece { $0.takeLiteral(byte, $1) } }

  private static func piece(_ run: String) -> Piece? {
    switch run {
    case "yyyy": number(4...4) { $0.year = $1 }
    // The years 00 to 69 are 2000 to 2069, the others 1970 to 1999.
    case "yy": number(2...2) { $0.year = $1 + ($1 < 70 ? 2_000 : 1_900) }
    case "MM": number(2...2) { $0.month = $1 }
    case "M": number(1...2) { $0.month = $1 }
    case "MMM", "MMMM": name(DateNames.months) { $0.fields.month = $1 % 12 + 1 }
    case "dd": number(2...2) { $0.day = $1 }
    case "d": number(1...2) { $0.day = $1 }
    case "HH", "hh": number(2...2) { $0.hour = $1 }
    case "H", "h": number(1...2) { $0.hour = $1 }
    case "mm": number(2...2) { $0.minute = $1 }
    case "m": number(1...2) { $0.minute = $1 }
    case "ss": number(2...2) { $0.second = $1 }
    case "s": number(1...2) { $0.second = $1 }
    // The day of the week is read, but not compared with the date.
    case "EEE", "EEEE": name(DateNames.weekdays) { _, _ in }
    case "a": name(DateNames.halves) { $0.isAfternoon = $1 == 1 }
    case "Z", "ZZ", "ZZZ", "ZZZZZ", "X", "XX", "XXX", "xxx": offset
    default: run.allSatisfy { $0 == "S" } ? fraction : nil
    }
  }

  private static let offset = Piece { $0.takeOffset($1) }
  private static let fraction = Piece { $0.takeFraction($1) }

  private static func number(
    _ digits: ClosedRange<Int>, _ set: @escaping @Sendable (inout DateFields, Int) -> Void
  ) -> Piece {
    Piece { scanner, bytes in
      guard let value = scanner.number(digits, bytes) else { return false }
      set(&scanner.fields, value)
      return true
    }
  }

  private static func name(
    _ names: [[UInt8]], _ set: @escaping @Sendable (inout DateScanner, Int) -> Void
  ) -> Piece {
    Piece { scanner, bytes in
      guard let index = scanner.name(of: names, bytes) else { return false }
      set(&scanner, index)
      return true
    }
  }
}

/// Reads the pieces of a date, one after another.
private struct DateScanner {
  var fields = DateFields()
  var isAfternoon: Bool?
  private var hasOffset = false
  private var at = 0
  private let end: Int

  init(_ count: Int) { end = count }

  /// Reads pieces one after another; `false` at the first that is not found.
  mutating func take(_ pieces: [DatePattern.Piece], _ bytes: Span<UInt8>) -> Bool {
    for piece in pieces where !piece.take(&self, bytes) { return false }
    return true
  }

  mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    takeLiteral(UInt8(ascii: character), bytes)
  }

  /// The date; a fault if a part of the text was not read.
  mutating func reading() -> DatePattern.Reading {
    guard at == end else { return .fault(.shape) }
    if let isAfternoon {
      guard (1...12).contains(fields.hour) else {
        return .fault(.range(field: "hour", found: fields.hour, from: 1, to: 12))
      }
      fields.hour = fields.hour % 12 + (isAfternoon ? 12 : 0)
    }
    if let fault = fields.fault { return .fault(fault) }
    guard hasOffset else { return .clock(fields) }
    return .instant(
      Timestamp(
        secondsSince1970: fields.clock - Int64(fields.offsetMinutes) * 60,
        nanoseconds: Int32(fields.nanoseconds), offsetMinutes: Int16(fields.offsetMinutes)))
  }

  mutating func takeLiteral(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < end else { return false }
    if bytes[at] == byte {
      at += 1
      return true
    }
    // Phones write no-break spaces in place of spaces: U+00A0 and U+202F.
    guard byte == UInt8(ascii: " ") else { return false }
    if end - at >= 2, bytes[at] == 0xC2, bytes[at + 1] == 0xA0 {
      at += 2
      return true
    }
    guard end - at >= 3, bytes[at] == 0xE2, bytes[at + 1] == 0x80, bytes[at + 2] == 0xAF else {
      return false
    }
    at += 3
    return true
  }

  mutating func number(_ digits: ClosedRange<Int>, _ bytes: Span<UInt8>) -> Int? {
    var (value, index) = (0, at)
    while index < end, index - at < digits.upperBound, bytes[index] &- 48 < 10 {
      value = value * 10 + Int(bytes[index] - 48)
      index += 1
    }
    guard index - at >= digits.lowerBound else { return nil }
    at = index
    return value
  }

  mutating func takeFraction(_ bytes: Span<UInt8>) -> Bool {
    let start = at
    var unit = 100_000_000
    while at < end, bytes[at] &- 48 < 10 {
      fields.nanoseconds += Int(bytes[at] - 48) * unit
      unit /= 10
      at += 1
    }
    return at > start
  }

  mutating func takeOffset(_ bytes: Span<UInt8>) -> Bool {
    guard at < end else { return false }
    hasOffset = true
    let sign = bytes[at]
    at += 1
    if sign == UInt8(ascii: "Z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(2...2, bytes)
    else { return false }
    if at < end, bytes[at] == UInt8(ascii: ":") { at += 1 }
    let minutes = at < end ? number(2...2, bytes) : 0
    guard let minutes, minutes < 60 else { return false }
    fields.offsetMinutes = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    return true
  }

  /// The index in a list of the name at the current position: the whole name or its first three letters, in any case.
  mutating func name(of names: [[UInt8]], _ bytes: Span<UInt8>) -> Int? {
    var index = at
    // 0xC3 is the first byte of a letter such as ä.
    while index < end,
      (97...122).contains(bytes[index] | 0x20) || bytes[index] == 0xC3
        || (index > at && bytes[index - 1] == 0xC3)
    { index += 1 }
    let count = index - at
    for (place, name) in names.enumerated() {
      guard count == name.count || count == min(3, name.count) else { continue }
      var same = 0
      while same < count, name[same] == bytes[at + same] | 0x20 { same += 1 }
      guard same == count else { continue }
      at = index
      return place
    }
    return nil
  }
}

/// Names as bytes, of which `0x20` is set, so that capital letters equal small ones.
private enum DateNames {
  static let halves = ["am", "pm"].map { Array($0.utf8) }
  /// In English, then in German.
  static let months: [[UInt8]] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
    "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
    "november", "dezember",
  ].map { $0.utf8.map { $0 | 0x20 } }
  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }
}
