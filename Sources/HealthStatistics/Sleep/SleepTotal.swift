import HealthModel

/// The time asleep of a night that an app states as a whole: a time in bed with the metadata `aggregate` = `total`, and times asleep in
/// further metadata, as Health Auto Export (hours) and other apps name them. When the person slept in this time is not stated, only
/// from when to when.
struct SleepTotal {
  /// Times of the stated length, in microseconds. The first one begins when the person fell asleep, the last one ends when the person
  /// woke up.
  let asleep: [Range<Int64>]

  private static let mark = MetadataKey("aggregate")
  private static let hour = 3_600_000_000.0
  /// Hours are rounded.
  private static let tolerance: Int64 = 60_000_000

  /// - Returns: `nil` for a sample that states no time asleep, or one that is longer than the night.
  init?(_ sample: CategorySample, _ stage: SleepStage) {
    let metadata = sample.header.metadata
    guard stage == .inBed, !metadata.isEmpty, metadata[Self.mark] == "total",
      let hours = Self.hoursAsleep(metadata)
    else { return nil }
    let night = sample.header.start.microseconds..<sample.header.end.microseconds
    func time(_ key: String) -> Int64? {
      guard let time = metadata[MetadataKey(key)].flatMap({ Timestamp($0) }),
        StatisticsCollector.seconds.contains(time.secondsSince1970),
        night.lowerBound...night.upperBound ~= time.microseconds
      else { return nil }
      return time.microseconds
    }
    let (start, end) = (
      time("sleepStart") ?? night.lowerBound, time("sleepEnd") ?? night.upperBound
    )
    let length = Int64((hours * Self.hour).rounded())
    guard start < end, length > 1, length <= end - start + Self.tolerance else { return nil }
    let free = end - start - length
    // A longer time awake would divide the sleep.
    guard free > 0, free <= SleepStretch.gap else {
      asleep = [start..<min(end, start + length)]
      return
    }
    asleep = [start..<(start + length / 2), (start + length / 2 + free)..<end]
  }

  /// The hours asleep. In older versions of the app, `asleep` is all of it; in later ones the part without a stage.
  private static func hoursAsleep(_ metadata: Metadata) -> Double? {
    func hours(_ key: String) -> Double {
      let number = metadata[MetadataKey(key)].flatMap { Number($0) }?.doubleValue ?? 0
      return 0...24 ~= number ? number : 0
    }
    let (asleep, stages) = (hours("asleep"), hours("core") + hours("deep") + hours("rem"))
    let total = hours("totalSleep")
    let all = total > 0 ? total : asleep >= stages ? asleep : asleep + stages
    let seconds = all > 0 ? all * 3_600 : secondsAsleep(metadata)
    return seconds > 0 ? seconds / 3_600 : nil
  }

  /// The totals of WHOOP and Oura, and their units in seconds.
  private static let totals: [(name: String, unit: Double)] = [
    ("Asleep duration (min)", 60), ("total_sleep_duration", 1),
  ]
  /// The stages of Garmin, Zepp and Withings, of which only REM may be missing, and their units in seconds.
  private static let stages: [(deep: String, light: String, rem: String, unit: Double)] = [
    ("deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds", 1),
    ("deepSleepTime", "shallowSleepTime", "REMTime", 60), ("deep (s)", "light (s)", "rem (s)", 1),
  ]

  /// The seconds asleep as apps name them that do not state hours; 0 if none are stated.
  private static func secondsAsleep(_ metadata: Metadata) -> Double {
    func read(_ key: String, _ unit: Double) -> Double? {
      guard let number = metadata[MetadataKey(key)].flatMap({ Number($0) })?.doubleValue,
        0...86_400 ~= number * unit
      else { return nil }
      return number * unit
    }
    for (name, unit) in totals {
      if let all = read(name, unit) { return all }
    }
    for names in stages {
      guard let deep = read(names.deep, names.unit), let light = read(names.light, names.unit)
      else { continue }
      return deep + light + (read(names.rem, names.unit) ?? 0)
    }
    return metadata[MetadataKey("asleep")].flatMap { Self.seconds(inDuration: $0) } ?? 0
  }

  /// The seconds of a duration such as `PT6H30M`, as Polar states it; `nil` for any other text.
  private static func seconds(inDuration text: String) -> Double? {
    guard text.hasPrefix("PT"), text.utf8.count <= 20 else { return nil }
    var (all, digits) = (0.0, "")
    for character in text.dropFirst(2) {
      let units: [Character: Double] = ["H": 3_600, "M": 60, "S": 1]
      guard let unit = units[character] else {
        digits.append(character)
        continue
      }
      guard let number = Number(digits)?.doubleValue else { return nil }
      (all, digits) = (all + number * unit, "")
    }
    return digits.isEmpty && 0...86_400 ~= all ? all : nil
  }
}
