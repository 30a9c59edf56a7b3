public import HealthModel
public import HealthUnits

// Exports have the words that the phone showed, in its language; programs that read HealthKit write the names of its cases.

extension StructuredSample where Fields == Sample.ElectrocardiogramFields {
  /// The classification by the watch: its words in English, or HealthKit's name for it. Another text, such as one in another
  /// language, is `.electrocardiogramClassificationUnrecognized`; `fields.classification` has the text.
  public var classification: EnumerationValue {
    guard let words = fields.classification?.folded, !words.isEmpty else {
      return .electrocardiogramClassificationNotSet
    }
    switch words {
    case "inconclusive": return .electrocardiogramClassificationInconclusiveOther
    case "poorrecording": return .electrocardiogramClassificationInconclusivePoorReading
    case _ where words.hasPrefix("lowheartrate") || words.hasPrefix("heartrateunder"),
      _ where words.hasPrefix("heartratebelow"):
      return .electrocardiogramClassificationInconclusiveLowHeartRate
    case _ where words.hasPrefix("highheartrate") || words.hasPrefix("heartrateover"),
      _ where words.hasPrefix("heartrateabove"):
      return .electrocardiogramClassificationInconclusiveHighHeartRate
    default:
      return Self.value("HKElectrocardiogramClassification", words)
        ?? .electrocardiogramClassificationUnrecognized
    }
  }

  /// Whether the wearer stated symptoms. A file without any does not state whether there were none, so it is not set.
  public var symptomsStatus: EnumerationValue {
    guard let words = fields.symptoms?.folded, !words.isEmpty else {
      return .electrocardiogramSymptomsStatusNotSet
    }
    return Self.value("HKElectrocardiogramSymptomsStatus", words)
      ?? .electrocardiogramSymptomsStatusPresent
  }

  /// The lead that the voltages are of; `nil` if it is not stated, and another text as it is written.
  public var lead: EnumerationValue? {
    guard let text = fields.lead, !text.isEmpty else { return nil }
    let words = text.folded
    // `Lead I` in languages that write it after the word.
    if words.hasSuffix("i"), !words.hasSuffix("ii") {
      return .electrocardiogramLeadAppleWatchSimilarToLeadI
    }
    return EnumerationValue(text)
  }

  private static func value(_ enumeration: String, _ words: String) -> EnumerationValue? {
    Enumeration(named: enumeration)?.values.first {
      words == $0.shortName.folded || words == $0.name.folded
    }
  }

  /// Voltages in a second.
  public var samplingFrequency: Quantity? {
    fields.sampleRate.map {
      let unit = fields.sampleRateUnit.flatMap { try? HealthUnit($0) }
      return Quantity($0.doubleValue, unit ?? .hertz)
    }
  }

  /// The average heart rate, if it is stated.
  public var averageHeartRate: Quantity? {
    fields.averageHeartRate.map { Quantity($0.doubleValue, .count / .minute) }
  }
}

extension String {
  /// Its letters and digits in lower case.
  fileprivate var folded: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
