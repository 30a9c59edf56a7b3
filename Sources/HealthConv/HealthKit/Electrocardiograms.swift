public import HealthModel
public import HealthUnits

// An export contains the words that the phone showed, in the phone's language; programs that read HealthKit write the names of its
// enumeration cases.

extension StructuredSample where Fields == Sample.ElectrocardiogramFields {
  /// The classification by the watch, read from its English words or from HealthKit's name. Any other text, such as one in another
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

  /// Whether the wearer stated symptoms. Without symptoms in the file the status is `notSet`: the wearer may have had none, or not
  /// have answered.
  public var symptomsStatus: EnumerationValue {
    guard let words = fields.symptoms?.folded, !words.isEmpty else {
      return .electrocardiogramSymptomsStatusNotSet
    }
    return Self.value("HKElectrocardiogramSymptomsStatus", words)
      ?? .electrocardiogramSymptomsStatusPresent
  }

  /// The lead of the voltages; `nil` if the file states none. A text that is not a lead of HealthKit is returned unchanged.
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
