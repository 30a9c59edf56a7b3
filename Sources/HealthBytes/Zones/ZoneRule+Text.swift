extension ZoneRule {
  /// The rule a text states, such as `CET-1CEST,M3.5.0,M10.5.0/3`, or `nil` if it states none.
  init?(_ text: [UInt8]) {
    var scanner = Scanner(text: text)
    guard scanner.name(), let standard = scanner.offset() else { return nil }
    self.standard = -standard
    guard !scanner.isAtEnd else { return }
    guard scanner.name() else { return nil }
    var offset = self.standard + 3_600
    if scanner.next != UInt8(ascii: ",") {
      guard let written = scanner.offset() else { return nil }
      offset = -written
    }
    guard scanner.take(","), let begin = scanner.change(), scanner.take(","),
      let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    summer = (offset, begin, end)
  }

  private struct Scanner {
    let text: [UInt8]
    var at = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { at >= text.count }
    var next: UInt8? { at < text.count ? text[at] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      at += 1
      return true
    }

    /// `CET` or `<+03>`.
    mutating func name() -> Bool {
      let start = at
      if take("<") {
        while let byte = next, byte != UInt8(ascii: ">") { at += byte > 32 ? 1 : text.count }
        return take(">")
      }
      while let byte = next, byte | 0x20 >= 97, byte | 0x20 <= 122 { at += 1 }
      return at - start >= 3
    }

    mutating func number(_ limit: Int) -> Int? {
      let start = at
      var value = 0
      while let byte = next, byte &- 48 < 10, at - start < 4 {
        value = value * 10 + Int(byte - 48)
        at += 1
      }
      return at > start && value <= limit ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds; RFC 9636 allows hours up to 167.
    mutating func offset() -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hours = number(167) else { return nil }
      var seconds = hours * 3_600
      for unit in [60, 1] where take(":") {
        guard let part = number(59) else { return nil }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      var change: Change
      if take("M") {
        guard let month = number(12), month > 0, take("."), let week = number(5), week > 0,
          take("."), let day = number(6)
        else { return nil }
        change = Change(day: .weekday(month: month, week: week, day: day))
      } else if take("J") {
        guard let day = number(365), day > 0 else { return nil }
        change = Change(day: .julian(day))
      } else {
        guard let day = number(365) else { return nil }
        change = Change(day: .ordinal(day))
      }
      if take("/") {
        guard let time = offset() else { return nil }
        change.time = time
      }
      return change
    }
  }
}
