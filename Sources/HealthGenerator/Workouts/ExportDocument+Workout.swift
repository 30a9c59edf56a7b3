extension ExportDocument {
  /// The attributes of a duration, in minutes with all digits of a `Double`.
  mutating func duration(_ seconds: Int, _ random: inout Random) {
    let nanoseconds = seconds * 1_000_000_000 + random.below(1_000_000_000)
    attribute("duration", Decimal(nanoseconds * 100_000 / 60, places: 14))
    attribute("durationUnit", "min")
  }

  mutating func statistics(
    _ type: StaticString, from start: Int, to end: Int, sum: Decimal, unit: String
  ) {
    beginStatistics(type, from: start, to: end)
    attribute("sum", sum)
    attribute("unit", text: unit)
    endEmpty()
  }

  mutating func beginStatistics(_ type: StaticString, from start: Int, to end: Int) {
    begin(.workoutStatistics)
    attribute("type", type)
    attribute("startDate", date: start)
    attribute("endDate", date: end)
  }
}

extension Random {
  /// A random UUID as text.
  mutating func uuid() -> String {
    var text = ""
    for group in [8, 4, 4, 4, 12] {
      if !text.isEmpty { text += "-" }
      for _ in 0..<group { text += String(below(16), radix: 16, uppercase: true) }
    }
    return text
  }
}
