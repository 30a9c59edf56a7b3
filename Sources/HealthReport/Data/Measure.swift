package import HealthModel
import HealthStatistics

/// What the report shows of each day, in the order of its tables.
enum Measure: Int, CaseIterable {
  case steps, distance, energy, exercise, heartRate, restingHeartRate, sleep, systolic, diastolic
  case glucose, variability, oxygen, respiratoryRate, vo2Max
  case bodyTemperature, basalTemperature, wristTemperature, mass

  /// Which statistic of a day is its value.
  enum Statistic { case sum, average, latest }

  /// What the measure is called, how it is calculated, and how it is drawn.
  struct Form {
    let title: String
    /// The type whose statistics it has; `nil` for nights of sleep and blood pressures, which are not statistics of a type.
    var type: QuantityType?
    var statistic = Statistic.average
    /// How many decimals are shown.
    var places = 0
    let style: StaticString
  }

  var form: Form { Self.forms[rawValue] }

  init?(_ type: QuantityType) {
    guard let measure = Self.byType[type] else { return nil }
    self = measure
  }

  /// Whether a day has a lowest and a highest value that a reader expects next to its average.
  var hasRange: Bool { form.statistic == .average && self != .sleep && self != .restingHeartRate }

  /// By raw value.
  private static let forms: [Form] = [
    Form(title: "Steps", type: .stepCount, statistic: .sum, style: "move"),
    Form(
      title: "Distance", type: .distanceWalkingRunning, statistic: .sum, places: 2, style: "move"),
    Form(title: "Active energy", type: .activeEnergyBurned, statistic: .sum, style: "energy"),
    Form(title: "Exercise", type: .appleExerciseTime, statistic: .sum, style: "move"),
    Form(title: "Heart rate", type: .heartRate, style: "heart"),
    Form(title: "Resting heart rate", type: .restingHeartRate, style: "rest"),
    Form(title: "Sleep", style: "core"),
    Form(title: "Systolic blood pressure", style: "heart"),
    Form(title: "Diastolic blood pressure", style: "second"),
    Form(title: "Blood glucose", type: .bloodGlucose, style: "energy"),
    Form(title: "Heart rate variability (SDNN)", type: .heartRateVariabilitySDNN, style: "heart"),
    Form(title: "Blood oxygen", type: .oxygenSaturation, places: 1, style: "core"),
    Form(title: "Respiratory rate", type: .respiratoryRate, places: 1, style: "move"),
    Form(title: "VO₂ max", type: .vo2Max, statistic: .latest, places: 1, style: "move"),
    Form(title: "Body temperature", type: .bodyTemperature, places: 1, style: "energy"),
    Form(title: "Basal body temperature", type: .basalBodyTemperature, places: 2, style: "energy"),
    Form(
      title: "Wrist temperature asleep", type: .appleSleepingWristTemperature, places: 1,
      style: "energy"),
    Form(title: "Weight", type: .bodyMass, statistic: .latest, places: 1, style: "mass"),
  ]

  private static let byType = Dictionary(
    allCases.compactMap { measure in measure.form.type.map { ($0, measure) } },
    uniquingKeysWith: { first, _ in first })

  /// The types whose statistics of each day a report shows.
  static let types = Set(byType.keys)
  /// The measures with a pattern by hour.
  static let hourly: [Measure] = [.steps, .energy, .heartRate, .glucose]
  /// The measures with a pattern by weekday.
  static let weekly: [Measure] = [.steps, .energy, .exercise, .sleep]
}

/// The value of a measure on a day, in the unit of the page.
struct DayValue {
  let value: Double
  var low: Double?
  var high: Double?
}

/// A value, and the day that it is of.
struct DatedValue {
  let value: Double
  let date: String
}

/// What a report states about its data and about itself.
package struct ReportQuality {
  /// The samples of one source or of one type.
  package struct Entry {
    package let name: String
    package let kind: String
    package let count: Int
    package let first: Timestamp?
    package let last: Timestamp?

    package init(name: String, kind: String, count: Int, first: Timestamp?, last: Timestamp?) {
      (self.name, self.kind, self.count, self.first, self.last) = (name, kind, count, first, last)
    }
  }

  /// A rule of reading, and how many findings it had.
  package struct RuleFindings {
    package let rule: String
    package let severity: String
    package let count: Int

    package init(rule: String, severity: String, count: Int) {
      (self.rule, self.severity, self.count) = (rule, severity, count)
    }
  }

  /// Who wrote the samples of a type, as `name (kind)`, and how many each wrote; the one with the most first.
  package var sourcesByType: [SampleType: [(name: String, count: Int)]] = [:]
  /// How many samples the person entered by hand.
  package var enteredCount = 0
  /// The date of birth and the sex, as far as the export states them: `1980-01-05`, `female`.
  package var birthDate: String?
  package var sex: String?
  /// The clock by which days begin.
  package var zone = ""
  /// How the sources of sums were merged; empty for a single source.
  package var sourceRule = ""
  /// When the export was made.
  package var exportDate: Timestamp?
  /// How many samples were read, nested ones among them.
  package var sampleCount = 0
  package var sources: [Entry] = []
  package var types: [Entry] = []
  package var findings: [RuleFindings] = []
  /// Samples that are in no number, and why.
  package var notes: [String] = []
}
