import HealthBytes
import HealthModel

/// Workouts and electrocardiograms, whose fields are components.
extension FHIRPrinter {
  mutating func components(of sample: Workout) {
    let fields = sample.fields
    var isFirst = true
    // Events are not written: without a duration, a reader would count the pauses.
    let (active, unit) = sample.activeDuration
    let worked = fields.duration == nil ? active?.converted(unit, to: "min") : nil
    if let number = fields.duration ?? worked {
      let code = FHIRFragments.coding(FHIRVocabulary.loinc, "55411-3", "Exercise duration")
      component(code, "HKWorkout.Duration", &isFirst)
      quantity(number, worked == nil ? fields.durationUnit : "min", "")
      buffer.append("}")
    } else if fields.durationUnit != nil {
      losses.add(.workoutDetails)
    }
    let totals = [
      ("HKWorkout.TotalDistance", fields.totalDistance, fields.totalDistanceUnit),
      ("HKWorkout.TotalEnergyBurned", fields.totalEnergyBurned, fields.totalEnergyBurnedUnit),
    ]
    for (name, number, unit) in totals {
      guard let number else {
        if unit != nil { losses.add(.workoutDetails) }
        continue
      }
      component(nil, name, &isFirst)
      quantity(number, unit, "")
      buffer.append("}")
    }
    for statistics in fields.statistics { append(statistics, of: sample, &isFirst) }
    if !isFirst { buffer.append("]") }
    let details = [
      fields.events.count, fields.activities.count, fields.routes.count, fields.zoneGroups.count,
      fields.samples.count,
    ]
    for count in details where count > 0 { losses.add(.workoutDetails, count) }
  }

  private static let codes = [
    "average HKQuantityTypeIdentifierHeartRate": (
      "55425-3", "Heart rate unspecified time mean by Pedometer"
    ),
    "maximum HKQuantityTypeIdentifierHeartRate": (
      "55426-1", "Heart rate unspecified time maximum by Pedometer"
    ),
    "sum HKQuantityTypeIdentifierActiveEnergyBurned": (
      "55424-6", "Calories burned in unspecified time Pedometer"
    ),
  ]

  private mutating func append(
    _ statistics: WorkoutStatistics, of sample: Workout, _ isFirst: inout Bool
  ) {
    let figures = [
      ("average", statistics.average), ("minimum", statistics.minimum),
      ("maximum", statistics.maximum), ("sum", statistics.sum),
    ]
    guard let type = statistics.type, !type.isEmpty, figures.contains(where: { $0.1 != nil }) else {
      return losses.add(.workoutDetails)
    }
    // A reader takes the dates of the workout.
    let isWhole =
      statistics.startDate?.isSame(as: sample.start) == true
      && statistics.endDate?.isSame(as: sample.end) == true && statistics.extras == nil
    if !isWhole { losses.add(.workoutDetails) }
    var isNew = true
    for (name, number) in figures {
      guard let number else { continue }
      let loinc = Self.codes["\(name) \(type)"].map {
        FHIRFragments.coding(FHIRVocabulary.loinc, $0.0, "")
      }
      let statistic = FHIRFragments.coding(FHIRVocabulary.statistics, name, "")
      component(loinc, type, and: statistic, isNew: isNew, &isFirst)
      isNew = false
      quantity(number, statistics.unit, type)
      buffer.append("}")
    }
  }

  /// Begins a component with its code.
  mutating func component(
    _ coding: String?, _ name: String, and other: String? = nil, isNew: Bool = false,
    _ isFirst: inout Bool
  ) {
    buffer.append(isFirst ? ",\"component\":[{" : ",{")
    isFirst = false
    if isNew {
      buffer.append(
        "\"extension\":[{\"url\":\"urn:healthconv:fhir:new-item\",\"valueBoolean\":true}],")
    }
    let codings = [coding, FHIRFragments.coding(FHIRVocabulary.apple, name, ""), other]
    buffer.append("\"code\":{\"coding\":[")
    buffer.append(utf8: codings.compactMap { $0 }.joined(separator: ","))
    buffer.append("]}")
  }

  // MARK: Electrocardiograms

  mutating func components(of sample: Electrocardiogram) {
    let fields = sample.fields
    var isFirst = true
    component(nil, "HKElectrocardiogram.NumberOfVoltageMeasurements", &isFirst)
    buffer.append(",\"valueQuantity\":{\"value\":")
    buffer.append(decimal: Int64(fields.voltages.count))
    buffer.append(",\"unit\":\"measurements\"}}")
    if let rate = fields.sampleRate {
      component(nil, "HKElectrocardiogram.SamplingFrequency", &isFirst)
      buffer.append(",\"valueQuantity\":{\"value\":")
      append(number: rate)
      buffer.append(
        ",\"unit\":\"hertz\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"Hz\"}}")
    }
    let texts = [
      ("HKElectrocardiogram.Classification", fields.classification),
      ("HKElectrocardiogram.SymptomsStatus", fields.symptoms),
      ("HKElectrocardiogram.SoftwareVersion", fields.softwareVersion),
      ("HKElectrocardiogram.SampleRateUnit", fields.sampleRateUnit),
      ("HKElectrocardiogram.Lead", fields.lead), ("HKElectrocardiogram.Unit", fields.unit),
    ]
    for (name, text) in texts {
      guard let text else { continue }
      guard !text.isEmpty else {
        losses.add(.emptyTexts)
        continue
      }
      component(nil, name, &isFirst)
      buffer.append(",\"valueString\":")
      buffer.append(json: text)
      buffer.append("}")
    }
    if let rate = fields.averageHeartRate {
      component(
        FHIRFragments.coding(FHIRVocabulary.loinc, "8867-4", "Heart rate"),
        QuantityType.heartRate.identifier, &isFirst)
      buffer.append(",\"valueQuantity\":{\"value\":")
      append(number: rate)
      buffer.append(
        ",\"unit\":\"beats/minute\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"/min\"}}")
    }
    voltages(fields, &isFirst)
    buffer.append("]")
    let details = [
      fields.path, fields.name, fields.dateOfBirth, fields.fileHeader, fields.decimalSeparator,
    ]
    let count = details.count { $0 != nil }
    let isUsual = sample.header.descriptor.type.identifier == FHIRVocabulary.electrocardiogramType
    if count > 0 || !isUsual { losses.add(.electrocardiogramDetails, max(1, count)) }
  }

  /// Prints voltages, in a component for each 10 seconds.
  private mutating func voltages(_ fields: Sample.ElectrocardiogramFields, _ isFirst: inout Bool) {
    guard !fields.voltages.isEmpty else { return }
    let rate = fields.sampleRate?.doubleValue ?? 0
    // Exports state microvolts, with either of the two signs for micro.
    let unit = ["µV": "uV", "\u{3BC}V": "uV", "uV": "uV", "mV": "mV", "V": "V"][fields.unit ?? "uV"]
    guard rate >= 1, rate <= 1_000_000, let period = Number(1_000 / rate), let unit else {
      return losses.add(.electrocardiogramDetails)
    }
    let count = max(1, Int(rate * 10))
    var start = 0
    while start < fields.voltages.count {
      let end = min(start + count, fields.voltages.count)
      buffer.append(
        isFirst ? ",\"component\":[{\"code\":{\"coding\":[" : ",{\"code\":{\"coding\":[")
      isFirst = false
      buffer.append(
        utf8: FHIRFragments.coding(FHIRVocabulary.ieee, "131329", "MDC_ECG_ELEC_POTL_I"))
      buffer.append("]},\"valueSampledData\":{\"origin\":{\"value\":0,\"unit\":\"")
      buffer.append(utf8: unit)
      buffer.append("\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"")
      buffer.append(utf8: unit)
      buffer.append("\"},\"period\":")
      buffer.append(period)
      buffer.append(",\"dimensions\":1,\"data\":\"")
      for index in start..<end {
        if index > start { buffer.append(" ") }
        append(number: fields.voltages[index])
      }
      buffer.append("\"}}")
      start = end
    }
  }

  private mutating func append(number: Number) {
    if !number.isSpelledAsJSON { losses.add(.textForms) }
    buffer.append(json: number)
  }
}
