import HealthModel

/// The time asleep of a night that an app states as a whole: a time in bed with the metadata `aggregate` = `total`, and times asleep in
/// further metadata, as Health Auto Export (hours) and Garmin (seconds) name them. When the person slept in this time is not stated,
/// only from when to when.
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
    return all > 0 ? all : hoursOfStages(metadata)
  }

  /// The hours asleep by the stages of Garmin, of which only REM may be missing.
  private static func hoursOfStages(_ metadata: Metadata) -> Double? {
    func seconds(_ key: String) -> Double? {
      guard let number = metadata[MetadataKey(key)].flatMap({ Number($0) })?.doubleValue,
        0...86_400 ~= number
      else { return nil }
      return number
    }
    guard let deep = seconds("deepSleepSeconds"), let light = seconds("lightSleepSeconds")
    else { return nil }
    let all = deep + light + (seconds("remSleepSeconds") ?? 0)
    return all > 0 ? all / 3_600 : nil
  }
}
