import HealthModel

/// Workouts and electrocardiograms.
extension FHIRDecoder {
  func workout(
    _ type: String, _ resource: JSONValue, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample {
    let header = header(.workout(WorkoutActivityType(type)), nil)
    var fields = Sample.WorkoutFields()
    for component in resource["component"]?.items ?? [] {
      guard let (name, statistic, number, unit) = figure(component) else { continue }
      switch name {
      case "HKWorkout.Duration": (fields.duration, fields.durationUnit) = (number, unit)
      case "HKWorkout.TotalDistance":
        (fields.totalDistance, fields.totalDistanceUnit) = (number, unit)
      case "HKWorkout.TotalEnergyBurned":
        (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (number, unit)
      default:
        let isNew = component["extension"] != nil || fields.statistics.last?.type != name
        var statistics = fields.statistics.last ?? WorkoutStatistics()
        if isNew {
          statistics = WorkoutStatistics()
          statistics.type = name
          (statistics.startDate, statistics.endDate) = (header.start, header.end)
        }
        statistics.unit = unit
        switch statistic {
        case "average": statistics.average = number
        case "minimum": statistics.minimum = number
        case "maximum": statistics.maximum = number
        default: statistics.sum = number
        }
        if !isNew { fields.statistics.removeLast() }
        fields.statistics.append(statistics)
      }
    }
    return .workout(Workout(header: header, fields: fields))
  }

  /// What a component of a workout states: Apple's name of it, or that of a code of LOINC; the statistic of a type.
  private func figure(
    _ component: JSONValue
  ) -> (name: String, statistic: String?, number: Number, unit: String?)? {
    let codings = component["code"]?["coding"]?.items ?? []
    let apple = Self.code(codings, FHIRVocabulary.apple)
    let stated = apple.map { ($0, Self.code(codings, FHIRVocabulary.statistics)) }
    guard
      let (name, statistic) = stated
        ?? Self.loinc(codings).lazy.compactMap({ FHIRCodes.figures[$0] }).first,
      let quantity = component["valueQuantity"]
    else { return nil }
    let isTotal = name.hasPrefix("HKWorkout.")
    guard isTotal || statistic.map(Self.statistics.contains) == true,
      let (number, unit) = self.quantity(
        FHIRQuantity(quantity), isTotal ? "" : name, isApple: apple != nil)
    else { return nil }
    return (name, statistic, number, unit)
  }

  private static let statistics: Set<String> = ["average", "minimum", "maximum", "sum"]

  /// How many components of a workout are not read.
  func unreadFigures(_ resource: JSONValue) -> Int {
    (resource["component"]?.items ?? []).count { figure($0) == nil }
  }

  func electrocardiogram(
    _ resource: JSONValue, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    var fields = Sample.ElectrocardiogramFields()
    var (period, unit): (Number?, String?)
    for component in resource["component"]?.items ?? [] {
      if let data = component["valueSampledData"] {
        guard append(data, to: &fields.voltages) else { return nil }
        period = data["period"]?.numberText.flatMap { Number($0) } ?? period
        unit = (data["origin"]?["code"] ?? data["origin"]?["unit"])?.string ?? unit
        continue
      }
      let codings = component["code"]?["coding"]?.items ?? []
      let number = component["valueQuantity"]?["value"]?.numberText.flatMap { Number($0) }
      let text = component["valueString"]?.string
      switch Self.code(codings, FHIRVocabulary.apple) {
      case "HKElectrocardiogram.SamplingFrequency": fields.sampleRate = number
      case "HKElectrocardiogram.Classification": fields.classification = text
      case "HKElectrocardiogram.SymptomsStatus": fields.symptoms = text
      case "HKElectrocardiogram.SoftwareVersion": fields.softwareVersion = text
      case "HKElectrocardiogram.SampleRateUnit": fields.sampleRateUnit = text
      case "HKElectrocardiogram.Lead": fields.lead = text
      case "HKElectrocardiogram.Unit": fields.unit = text
      case QuantityType.heartRate.identifier: fields.averageHeartRate = number
      default: break
      }
    }
    // Exports write microvolts with the sign for micro.
    if fields.unit == nil { fields.unit = unit == "uV" ? "µV" : unit }
    if fields.sampleRate == nil, let period, period.doubleValue > 0 {
      fields.sampleRate = Number(1_000 / period.doubleValue)
      if fields.sampleRateUnit == nil { fields.sampleRateUnit = "hertz" }
    }
    return .electrocardiogram(
      Electrocardiogram(
        header: header(.other(FHIRVocabulary.electrocardiogramType), nil), fields: fields))
  }

  /// Appends the values of sampled data; `false` if one is not a number.
  private func append(_ data: JSONValue, to values: inout [Number]) -> Bool {
    func number(_ text: String?) -> Number? { text.flatMap { Number($0) } }
    let factor = number(data["factor"]?.numberText)
    let origin = number(data["origin"]?["value"]?.numberText)
    // One at a time: a list of all parts takes more memory than their text.
    var rest = (data["data"]?.string ?? "")[...]
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty { return true }
      let text = rest.prefix { $0 != " " }
      rest = rest[text.endIndex...]
      guard values.count < Limits.voltages.value, var value = Number(String(text)) else {
        return false
      }
      if let factor {
        guard let product = value.multiplied(by: factor) else { return false }
        value = product
      }
      if let origin, origin.digits != 0 {
        guard let sum = Number(value.doubleValue + origin.doubleValue) else { return false }
        value = sum
      }
      values.append(value)
    }
  }
}
