/// A time zone: a fixed UTC offset, one that changes once, or the rules of a region.
public struct Zone: Sendable {
  private enum Kind {
    case fixed(Int)
    case changing(before: Int, after: Int, at: Int64)
    case place(ZoneFile)
  }

  /// How it was named: `UTC`, `+05:30`, `Europe/Berlin`, `local`.
  public let name: String
  private let kind: Kind

  /// The zone of a name.
  ///
  /// The rules of places come from the system's database of zones. Cost: that of reading a small file.
  ///
  /// - Parameter name: `UTC` or `Z`; an offset such as `+02:00`, `+0200`, `-5` or, as Foundation writes it,
  ///   `GMT+0200`; a place such as `Europe/Berlin`; or `local` for the system's own.
  /// - Throws: `HealthError` of code `.usage` if there is no such zone.
  public init(_ name: String) throws(HealthError) {
    self.name = name
    if let seconds = Self.fixedOffset(name) {
      kind = .fixed(seconds)
      return
    }
    let paths: [String]
    if name == "local" {
      paths = ["/etc/localtime"]
    } else {
      guard Self.isPlace(name) else { throw Self.unknown(name) }
      paths = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"].map { "\($0)/\(name)" }
    }
    for path in paths {
      if let bytes = try? FileSource(path).readAll(limit: 1 << 18), let file = ZoneFile(bytes) {
        kind = .place(file)
        return
      }
    }
    throw Self.unknown(name)
  }

  /// A clock that is changed once.
  ///
  /// - Parameters:
  ///   - before: Its offset before the change, in seconds east of UTC.
  ///   - after: Its offset from the change on.
  ///   - instant: When it is changed, in seconds since 1970.
  package init(named name: String, before: Int, after: Int, changedAt instant: Int64) {
    self.name = name
    kind = .changing(before: before, after: after, at: instant)
  }

  private static func unknown(_ name: String) -> HealthError {
    HealthError(
      .usage,
      "found no zone '\(name.printableName)', expected UTC, an offset such as +02:00, local, or a place that the "
        + "system's zone database contains, such as Europe/Berlin")
  }

  /// The instant of a local time.
  public struct Reading: Sendable, Equatable {
    /// Seconds since the beginning of 1970 in UTC.
    public let instant: Int64
    /// Seconds east of UTC.
    public let offset: Int
    /// Whether the local time occurred twice, because clocks were put back, or never, because they were put forward.
    public let isUncertain: Bool

    /// An instant and the offset that a clock had then.
    public init(instant: Int64, offset: Int, isUncertain: Bool = false) {
      self.instant = instant
      self.offset = offset
      self.isUncertain = isUncertain
    }
  }

  /// The instant at which the clock shows a time.
  ///
  /// Of two instants at which clocks showed the time, the first is returned. A time that clocks skipped has the offset before
  /// the change.
  ///
  /// - Parameter clock: The local time in seconds since 1970-01-01 00:00 on the same clock; of the years 0
  ///   to 9999.
  public func reading(atClock clock: Int64) -> Reading {
    switch kind {
    case .fixed(let offset): return Reading(instant: clock - Int64(offset), offset: offset)
    case .changing, .place:
      // Clocks do not change twice within two days.
      let before = ruledOffset(at: clock - 86_400 - 50_400)
      let after = ruledOffset(at: clock + 86_400 + 50_400)
      let first = Reading(instant: clock - Int64(before), offset: before)
      if before == after { return first }
      let isFirst = ruledOffset(at: first.instant) == before
      let second = Reading(instant: clock - Int64(after), offset: after)
      let isSecond = ruledOffset(at: second.instant) == after
      if isFirst != isSecond { return isFirst ? first : second }
      return Reading(instant: first.instant, offset: before, isUncertain: true)
    }
  }

  /// The later of the two instants at which the clock shows a time; `nil` if it shows it once or never.
  ///
  /// - Parameter clock: The local time, as in ``reading(atClock:)``.
  public func secondReading(atClock clock: Int64) -> Reading? {
    let first = reading(atClock: clock)
    guard first.isUncertain else { return nil }
    let after = ruledOffset(at: clock + 86_400 + 50_400)
    let second = Reading(instant: clock - Int64(after), offset: after)
    return second.instant > first.instant && ruledOffset(at: second.instant) == after ? second : nil
  }

  /// The offset at an instant, without the limits of ``offset(at:)``.
  private func ruledOffset(at instant: Int64) -> Int {
    switch kind {
    case .fixed(let offset): offset
    case .changing(let before, let after, let change): instant < change ? before : after
    case .place(let file): file.offset(at: instant)
    }
  }

  /// The offset of the zone at an instant, in seconds east of UTC.
  ///
  /// - Parameter instant: Seconds since 1970 began in UTC.
  /// - Complexity: A binary search among the times at which the clock was changed.
  public func offset(at instant: Int64) -> Int {
    switch kind {
    case .fixed(let offset): offset
    case .changing(let before, let after, let change): instant < change ? before : after
    // Beyond some 30,000 years, present rules do not apply.
    case .place(let file): file.offset(at: min(max(instant, -(1 << 40)), 1 << 40))
    }
  }

  /// Whether a name stays within the folder of the database.
  private static func isPlace(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "/")
      && !name.split(separator: "/", omittingEmptySubsequences: false).contains { $0.isEmpty }
      && name.utf8.allSatisfy {
        ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || $0 &- 48 < 10 || "/_-+".utf8.contains($0)
      }
  }

  private static func fixedOffset(_ name: String) -> Int? {
    if name == "UTC" || name == "Z" || name == "GMT" { return 0 }
    let name = name.hasPrefix("GMT") ? name.dropFirst(3) : name[...]
    let sign = name.utf8.first
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = name.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.allSatisfy({ $0 &- 48 < 10 }),
      let value = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let (hours, minutes) = digits.count > 2 ? (value / 100, value % 100) : (value, 0)
    guard (1...4).contains(digits.count), minutes < 60, hours <= 18 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}
