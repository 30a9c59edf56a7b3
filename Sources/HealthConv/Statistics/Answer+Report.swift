import HealthBytes
import HealthLocale
import HealthStatistics
import HealthValidation

extension Answer {
  /// Findings and notes about an answer.
  public struct Report: Sendable {
    /// Findings about the inputs.
    public internal(set) var findings = FindingLog()
    /// Conditions of the selection that no sample met.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// Samples that are in no row, and why, in words.
    public internal(set) var notes: [String] = []
    /// How many rows the limit of the table leaves out.
    public internal(set) var leftOutRows = 0
    /// The columns with values that text leaves out because the table is too wide.
    public internal(set) var hiddenColumns: [String] = []
    /// The columns of which text cuts long values because the table is too wide.
    public internal(set) var cutColumns: [String] = []
    /// How many rows the answer has, those included that its limit leaves out.
    public internal(set) var rows = 0
    /// Why reading stopped before the end, if it did. The answer is of what was read before.
    public internal(set) var readError: HealthError?
    /// How days were counted, if no zone was requested.
    public internal(set) var zoneNote: ZoneNote?
    /// Whether the input has several versions of one sample, or aggregates of one time, and all of them counted.
    var hasVersions = false
    /// Whether workouts counted that several sources recorded.
    var hasSameWorkouts = false
    /// Whether nested samples counted that are also at top level, or may be.
    var hasLateMembers = false
    /// The zone that samples name, if it was searched for.
    var zoneChoice: ZoneChoice?
    /// Whether days begin in that zone already.
    var hasAdoptedZone = false
    /// Whether one UTC offset, that of all dates, decided when days begin.
    var hasOneOffset = false

    /// Completes the report about the rows that were written.
    mutating func finish(_ output: AnswerOutput, notes: [Selection.Note]) {
      rows = output.rows
      if readError == nil { selectionNotes = notes }
    }

    mutating func add(_ summary: StatisticsSummary) {
      hasOneOffset = summary.hasOneOffset
      for excluded in summary.excluded {
        for reason in ExcludedSamples.Reason.allCases {
          guard let count = excluded.counts[reason] else { continue }
          note(count, "of \(excluded.type.shortName)", reason.text)
        }
        if excluded.impossible > 0 {
          let isOne = excluded.impossible == 1
          notes.append(
            "\(excluded.impossible.grouped) sample\(isOne ? "" : "s") of \(excluded.type.shortName) "
              + (isOne ? "counts although its value is" : "count although their values are")
              + " impossible: the rule impossible-value finds where")
        }
      }
      if summary.beyondLimits > 0 {
        note(summary.beyondLimits, "of various types", "there are more than 4,096 types or sources")
      }
    }

    mutating func add(_ nights: borrowing SleepNights) {
      hasOneOffset = hasOneOffset || nights.hasOneOffset
      if nights.skipped > 0 {
        note(nights.skipped, "of SleepAnalysis", "the value or the length is out of range")
      }
    }

    mutating func note(common count: Int, inputs: Int, hasFiles: Bool) {
      if count == 0 { return }
      let isOne = count == 1
      let subject = isOne ? "1 sample does" : "\(count.grouped) samples do"
      let them = isOne ? "it" : "them"
      if inputs == 1, hasFiles {
        let other = "in another file, or another version of \(them)"
        return notes.append("\(subject) not count: the input has \(them) \(other)")
      }
      notes.append(
        inputs == 1
          ? "\(subject) not count: the input has another version of \(them)"
          : "\(subject) not count: the inputs have \(them), or another version, once more")
    }

    mutating func note(replacedAggregates count: Int) {
      if count == 0 { return }
      notes.append(
        "\(count.grouped) sum\(count == 1 ? " or average does" : "s or averages do") not count: others of the same time, in a later "
          + "file or of shorter periods, or the samples of a full export count")
    }

    mutating func note(sameWorkouts count: Int, leftOut: Int) {
      if count == 0 { return }
      notes.append(
        "\(count.grouped) workout\(count == 1 ? " is that" : "s are those") of several sources or forms and count"
          + "\(count == 1 ? "s" : "") once, by the priority of sources: \(leftOut.grouped) left out"
      )
    }

    mutating func note(_ count: Int, _ kind: String, _ reason: String) {
      notes.append("\(count.grouped) sample\(count == 1 ? "" : "s") \(kind) not counted: \(reason)")
    }
  }
}
