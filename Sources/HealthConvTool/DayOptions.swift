import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

/// The options of every command that calculates by days.
struct DayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The clock by which days begin: record (the zone that a sample states, else the offset of its dates), local, an "
        + "offset or a place such as Europe/Berlin. Only a place has daylight saving. Default: record.",
      valueName: "zone"))
  var dayZone: String?

  @Option(
    help: ArgumentHelp(
      "Sources from the highest priority on, separated by commas: names, parts of names or patterns. Watches, phones and "
        + "others follow.", valueName: "names"))
  var sourcePriority: [String] = []

  /// The clock.
  func zone() throws(ConversionError) -> DayZone {
    guard let dayZone, dayZone != DayZone.record.name else { return .record }
    return .zone(try Zone.named(dayZone))
  }

  /// The sources, one by one.
  var priority: [String] { sourcePriority.flatMap(\.typeNames) }
}
