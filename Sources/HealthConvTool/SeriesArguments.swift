import ArgumentParser
import HealthConv
import HealthStatistics

/// The arguments for what a series of intervals has in addition to the statistics of each interval.
struct SeriesArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Compare each interval with the one directly before it: the columns before, difference and percent. They are about the "
        + "average per day of cumulative types (the sum, with --by day), and the average of others. Days without data do not "
        + "count; an interval after one without data has no comparison."))
  var compare = false

  @Option(
    help: ArgumentHelp(
      "The mean of the same figure over so many intervals up to each one, 2 to 1000; those without data do not count. The first "
        + "intervals of a type have none.", valueName: "count"))
  var movingAverage: Int?

  @Flag(
    help: ArgumentHelp(
      "The straight line through the same figure of all intervals by least squares: its value at each interval (trend), and how much "
        + "it rises from an interval to the next one (slope)."))
  var trend = false

  @Flag(
    help: ArgumentHelp(
      "A row for each interval, with a column for each type: its sum, its average or its minutes, or those of --statistics."
    ))
  var wide = false

  var given: [String] {
    [
      compare ? "--compare" : nil, movingAverage == nil ? nil : "--moving-average",
      trend ? "--trend" : nil, wide ? "--wide" : nil,
    ].compactMap(\.self)
  }

  func validate() throws {
    if let movingAverage, !(2...1_000 ~= movingAverage) {
      throw ValidationError("--moving-average expects a number from 2 to 1000, such as 7")
    }
    if wide, let other = given.first(where: { $0 != "--wide" }) {
      throw ValidationError("--wide cannot be combined with \(other)")
    }
  }

  /// Refuses what other arguments leave no meaning.
  func check(by: String?, isSeparate: Bool) throws {
    guard let option = given.first else { return }
    guard let by, Answer.Pattern(rawValue: by) == nil else {
      throw ValidationError(
        "\(option) requires intervals: add --by day, --by week or another interval")
    }
    if !wide, CalendarInterval(by)?.isWithinDay == true {
      throw ValidationError("\(option) requires intervals of a day or longer, such as --by day")
    }
    if wide, isSeparate {
      throw ValidationError("--wide cannot be combined with separate sources")
    }
  }

  var options: Answer.SeriesOptions {
    var options = Answer.SeriesOptions()
    options.comparesToPrevious = compare
    options.movingAverage = movingAverage
    options.hasTrend = trend
    return options
  }
}
