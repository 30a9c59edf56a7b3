public import HealthModel

/// The sleep of one night. Lengths are in seconds.
///
/// A night is the time from 18:00 to 18:00 on the clock and is named by the day on which it ends. Its rules:
///
/// - The stages (core, deep, REM, awake) are those of one source: of those that recorded stages in the night, the one with the
///   highest priority. Time in two of its stages counts once: as deep before REM, REM before core, core before awake.
/// - Sleep without a stage counts from every source, where the source of the stages has none.
/// - Asleep is core, deep, REM and sleep without a stage together, each minute once.
/// - In bed is the union over all sources.
/// - Sleeps more than an hour apart are separate. The longest is the night's sleep, the others are naps.
/// - Efficiency is the time asleep in the night's sleep, divided by the time in bed around it: from falling asleep to waking
///   up and what a source recorded in bed next to that.
public struct SleepNight: Sendable, Equatable {
  /// The day on which the night ends: `2024-06-02`.
  public let date: String
  /// When the night's sleep began; `nil` without sleep.
  public let start: Timestamp?
  /// When the night's sleep ended.
  public let end: Timestamp?
  /// The time in bed.
  public let inBed: Double
  /// The time asleep, naps included.
  public let asleep: Double
  /// The time in core sleep.
  public let core: Double
  /// The time in deep sleep.
  public let deep: Double
  /// The time in REM sleep.
  public let rem: Double
  /// The time asleep of which no stage is known.
  public let unspecified: Double
  /// The time awake in the night.
  public let awake: Double
  /// The part of the time asleep that is outside of the longest sleep.
  public let naps: Double
  /// 0 to 1; `nil` without sleep.
  public let efficiency: Double?
  /// The source of the stages; `nil` where no source recorded stages.
  public let source: String?
}
