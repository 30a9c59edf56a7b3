import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

/// The options of every command that calculates by days.
struct DayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time zone in which days begin: auto (that of --zone, otherwise the one that most samples name in their metadata, "
        + "otherwise record), record (of each sample: the zone in its metadata, otherwise the offset of its dates), local (that of this computer), an "
        + "offset such as +01:00, or a place such as Europe/Berlin, which includes daylight saving time. Default: auto.",
      valueName: "zone"))
  var dayZone: String?

  @Option(
    help: ArgumentHelp(
      "Sources in order of priority, the highest first, separated by commas: names, parts of names or patterns. What a person "
        + "entered by hand follows, then watches, phones, and apps by their names. Default: those of the configuration file.",
      valueName: "names"))
  var sourcePriority: [String] = []

  func zone() throws(HealthError) -> DayZone {
    guard let dayZone, dayZone != "auto" else { return .automatic }
    if dayZone == DayZone.record.name { return .record }
    return .zone(try Zone.named(dayZone))
  }

  /// The sources, one by one: those of the arguments, otherwise those of a configuration.
  func priority(_ configuration: ProjectConfiguration?) -> [String] {
    sourcePriority.isEmpty
      ? configuration?.sourcePriority ?? [] : sourcePriority.flatMap(\.commaSeparated)
  }
}
