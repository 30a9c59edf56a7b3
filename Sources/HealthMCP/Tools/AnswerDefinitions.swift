import HealthBytes
import HealthConv

extension Answer.Kind {
  /// The definition of the figures, for the client.
  var definition: String {
    switch self {
    case .statistics:
      "sum: exact, a sample over the edge of an interval is shared out by time; per_day: the sum by "
        + "the days with data; average: weighted by time where HealthKit "
        + "does so, otherwise of all samples; latest: the value that ended last; duration_min: the union of the samples' times; "
        + "other samples belong to the interval in which they start, those of 2 to 16 hours with an average to the day on which they end; "
        + "intervals without samples have no row"
    case .sleep:
      "minutes of each stage; of several sources the one with the highest priority counts at each time; asleep contains naps; "
        + "efficiency: asleep in the night by time in bed, 0 to 1"
    case .workouts:
      "durations without pauses; from_records names figures that the workout lacks, taken from the records in its time, but not "
        + "from totals that last longer than an hour and extend beyond it, nor from aggregates"
    case .splits: "along the route; pace: minutes for each unit of distance"
    case .summary:
      "sums of cumulative types with sources merged, averages of others, of the samples of each interval"
    case .activity:
      "the rings as the watch stated them; columns with 'records': sums of the records of the day"
    case .agreement:
      "stated: totals of activity summaries, and of workouts that a watch or a phone wrote, as the export states them; records: "
        + "what the records add up to; difference: records - stated; agrees: within 1 % of stated"
    case .laps:
      "durations without pauses; figures that an interval does not state are those of the records in its time"
    case .bloodPressure:
      "pressures of one correlation, or of one source and time; pulse: a heart rate of the same source and time; averages are over readings"
    case .cycles:
      "length: days to the next start; the latest cycle has none; flow: days with flow, spotting included"
    case .ecg: "as the watch stated it"
    case .beats:
      "sdnn: population standard deviation of the times between beats; rmssd: of successive times, none over a gap; stated_sdnn: of the record"
    case .audiograms: "averages over 500, 1,000, 2,000 and 4,000 Hz, in dBHL"
    }
  }

  /// The facts that an answer does not state because they are the same for all.
  var facts: [(String, JSONText)] {
    switch self {
    case .workouts, .splits, .laps, .ecg, .beats, .audiograms:
      [
        ("zone", .string("the UTC offset in each time")),
        ("sources", .string("each row is of one source, which it names")),
      ]
    case .bloodPressure, .cycles: [("sources", .string("all sources"))]
    default: []
    }
  }
}

/// The definition of the parts of an explanation, for the client.
let explanationDefinition =
  "counted: in the answer; hidden: not counted, because the source in hidden_by counts at that time; excluded: not in the answer because "
  + "of reason; counted + hidden + excluded = plain, what all samples add up to; other rows: what samples over an edge of the "
  + "row have in the rows before and after; a sample that is hidden for a part of its time is in two parts"
