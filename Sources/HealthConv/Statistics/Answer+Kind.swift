import HealthModel
import HealthStore

extension Answer {
  /// The tables that can be calculated.
  public enum Kind: String, Sendable, CaseIterable {
    /// Statistics of each type in each interval.
    case statistics
    /// Nights of sleep.
    case sleep
    /// Workouts, one in each row.
    case workouts
    /// The kilometers or miles of workouts with a route, one in each row.
    case splits
    /// The main figures of each interval, one interval in each row.
    case summary
    /// The activity rings of each day as the summaries state them, and the sums of the records of the day.
    case activity
    /// The totals that summaries and workouts of Apple's devices state, and what the records add up to, by day.
    case agreement
    /// Laps, segments and intervals of workouts, one in each row.
    case laps
    /// Readings of the blood pressure, or averages of them.
    case bloodPressure = "blood-pressure"
    /// Menstrual cycles.
    case cycles
    /// Electrocardiograms, one in each row.
    case ecg
    /// The variability of the heart rate, of each recording of beats.
    case beats
    /// The averages of audiograms.
    case audiograms
  }
}

extension Answer.Kind {
  var subject: String {
    switch self {
    case .statistics, .summary: "samples that statistics are calculated of"
    case .sleep: "sleep"
    case .workouts, .laps: "workouts"
    case .splits: "workouts with a route"
    case .activity: "activity summaries, active energy, exercise time or stand hours"
    case .agreement: "activity summaries and workouts of Apple's devices that state totals"
    case .bloodPressure: "blood pressures"
    case .cycles: "menstrual flow"
    case .ecg: "electrocardiograms"
    case .beats: "heart rate variability with its beats"
    case .audiograms: "audiograms"
    }
  }

  /// The samples that the answer is made of; `nil` if that may be any.
  var neededTypes: SamplePredicate.Form? {
    func types(_ types: some Sequence<SampleType>) -> [SamplePredicate.Form] {
      types.map { .type($0.identifier) }
    }
    switch self {
    case .statistics, .beats: return nil
    case .sleep: return .or(types([.category(.sleepAnalysis)]))
    case .workouts, .splits, .laps: return .kind(.workout)
    case .summary:
      return .or(
        types(SummaryFigure.all.map { .quantity($0.type) })
          + types(
            [.mindfulSession, .appleStandHour, .sleepAnalysis].map { SampleType.category($0) }))
    case .activity: return .or(types(Answer.activityTypes) + [.kind(.activitySummary)])
    case .agreement:
      return .or(types(Answer.activityTypes) + [.kind(.activitySummary), .kind(.workout)])
    case .bloodPressure:
      return .or([.types(like: "BloodPressure*"), .type(QuantityType.heartRate.identifier)])
    case .cycles: return .or(types([.category(.menstrualFlow)]))
    case .ecg: return .kind(.electrocardiogram)
    case .audiograms: return .kind(.audiogram)
    }
  }
}
