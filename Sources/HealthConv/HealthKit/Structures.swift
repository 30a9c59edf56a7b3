public import HealthModel
public import HealthUnits

extension Device {
  /// A device of what is known of it.
  public init(
    name: String?, manufacturer: String? = nil, model: String? = nil,
    hardwareVersion: String? = nil, firmwareVersion: String? = nil,
    softwareVersion: String? = nil, localIdentifier: String? = nil,
    udiDeviceIdentifier: String? = nil
  ) {
    self.init()
    self.name = name
    self.manufacturer = manufacturer
    self.model = model
    self.hardwareVersion = hardwareVersion
    self.firmwareVersion = firmwareVersion
    self.softwareVersion = softwareVersion
    self.localIdentifier = localIdentifier
    self.udiDeviceIdentifier = udiDeviceIdentifier
  }
}

extension SensitivityPoint {
  /// The thresholds at one frequency.
  ///
  /// - Parameters:
  ///   - frequency: The frequency in hertz.
  ///   - leftEar: The threshold of the left ear in dBHL, if it was tested.
  ///   - rightEar: The threshold of the right ear in dBHL, if it was tested.
  public init(frequency: Double, leftEar: Double? = nil, rightEar: Double? = nil) {
    self.init()
    (frequencyValue, frequencyUnit) = (Number(frequency), "Hz")
    if let leftEar { (leftEarValue, leftEarUnit) = (Number(leftEar), "dBHL") }
    if let rightEar { (rightEarValue, rightEarUnit) = (Number(rightEar), "dBHL") }
  }
}

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// Makes an audiogram that satisfies the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    sensitivityPoints: [SensitivityPoint], start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = Sample.AudiogramFields()
    fields.sensitivityPoints = sensitivityPoints
    try self.init(
      fields: fields, start: start, end: end, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }

  /// The thresholds at each frequency.
  public var sensitivityPoints: [SensitivityPoint] { fields.sensitivityPoints }
}

extension StructuredSample where Fields == Sample.ActivitySummaryFields {
  /// The active energy; `nil`, as the others, if the day does not state it.
  public var activeEnergyBurned: Quantity? { energy(fields.activeEnergyBurned) }
  /// The goal of the active energy.
  public var activeEnergyBurnedGoal: Quantity? { energy(fields.activeEnergyBurnedGoal) }
  /// The time of moving.
  public var appleMoveTime: Quantity? { quantity(fields.appleMoveTime, .minute) }
  /// The goal of the time of moving.
  public var appleMoveTimeGoal: Quantity? { quantity(fields.appleMoveTimeGoal, .minute) }
  /// The time of exercise.
  public var appleExerciseTime: Quantity? { quantity(fields.appleExerciseTime, .minute) }
  /// The goal of the time of exercise.
  public var appleExerciseTimeGoal: Quantity? { quantity(fields.appleExerciseTimeGoal, .minute) }
  /// The hours with a minute of standing.
  public var appleStandHours: Quantity? { quantity(fields.appleStandHours, .count) }
  /// The goal of these hours.
  public var appleStandHoursGoal: Quantity? { quantity(fields.appleStandHoursGoal, .count) }

  private func energy(_ number: Number?) -> Quantity? {
    quantity(number, fields.activeEnergyBurnedUnit.flatMap { try? HealthUnit($0) } ?? .kilocalorie)
  }
  private func quantity(_ number: Number?, _ unit: HealthUnit) -> Quantity? {
    number.map { Quantity($0.doubleValue, unit) }
  }
}

extension Sample.SeriesBeat {
  /// A beat.
  ///
  /// - Parameters:
  ///   - timeSinceStart: Seconds after the start of the series.
  ///   - isPrecededByGap: Whether beats before it may be missing.
  public init(timeSinceStart: Double, isPrecededByGap: Bool = false) {
    self.init()
    self.timeSinceStart = Number(timeSinceStart)
    self.isPrecededByGap = isPrecededByGap
  }

  /// Whether beats before it may be missing.
  public var isPrecededByGap: Bool {
    get { precededByGap == "YES" || precededByGap == "1" || precededByGap == "true" }
    set { precededByGap = newValue ? "YES" : "NO" }
  }
}

extension StructuredSample where Fields == Sample.HeartbeatSeriesFields {
  /// Makes a series of heartbeats that satisfies the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    beats: [Sample.SeriesBeat], start: Timestamp, end: Timestamp, source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = Sample.HeartbeatSeriesFields()
    fields.beats = beats
    try self.init(
      fields: fields, start: start, end: end, source: source, device: device, metadata: metadata,
      allowing: allowance)
  }
}

// The names of HealthKit, for programs that come from there. They add nothing that the model does not have.

extension HealthSample {
  /// The app or device that wrote it, with its version: ``source``.
  public var sourceRevision: Source { source }
}

extension QuantitySample {
  /// The value with its unit.
  ///
  /// - Throws: If the text of the sample's unit is not a unit.
  public var quantity: Quantity {
    get throws(UnitError) { Quantity(value, try HealthUnit(unit ?? "", of: type)) }
  }

  /// Makes a sample that satisfies the rules.
  ///
  /// - Parameter end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: QuantityType, quantity: Quantity, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      type: type, value: quantity.value, unit: "\(quantity.unit)", start: start, end: end,
      source: source, device: device, metadata: metadata, allowing: allowance)
  }
}

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
