import HealthBytes

/// Writes the samples of the requested defects. Nearly all are of a type that no generated series has.
struct PlantedDefects {
  let defects: Set<Defect>
  let moment: Moment

  init(_ plan: Plan) {
    defects = plan.options.defects
    let noon = plan.firstMidnight + plan.days * 86_400 - 43_200
    moment = Moment(created: noon, start: noon, end: noon)
  }

  func writeRecords(to document: inout ExportDocument) {
    for defect in Defect.allCases where defects.contains(defect) {
      switch defect {
      case .controlCharacter:
        write(Decimal(366, places: 1), note: Array("before\u{B}after".utf8), to: &document)
      case .invalidUTF8:
        write(Decimal(366, places: 1), note: [0x62, 0xFF, 0x61], to: &document)
      case .duplicateRecord:
        write(Decimal(367, places: 1), to: &document)
        write(Decimal(367, places: 1), to: &document)
      case .endBeforeStart:
        write(Decimal(368, places: 1), lasting: -60, to: &document)
      case .percentAsHundred:
        write(
          Decimal(97), type: "HKQuantityTypeIdentifierOxygenSaturation", unit: "%", to: &document)
      case .textualValue:
        write(nil, to: &document)
      case .unknownElement:
        writeUnknown(to: &document)
      case .brokenDocumentType, .duplicateStartDate, .truncated:
        break
      }
    }
  }

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - value: The value of the record; `nil` for a word in place of a number.
  ///   - duration: The seconds from start to end.
  private func write(
    _ value: Decimal?, type: String = "HKQuantityTypeIdentifierBodyTemperature",
    unit: String = "degC", lasting duration: Int = 0, note: [UInt8]? = nil,
    to document: inout ExportDocument
  ) {
    var moment = moment
    moment.end = moment.start + duration
    document.count(.record)
    document.indent()
    document.append(
      SourceForm(record: type, .health, version: "26.2", unit: unit), pointer: 0, at: moment)
    if let value {
      document.attribute("value", value)
    } else {
      document.attribute("value", "warm")
    }
    if let note {
      document.endOpening()
      document.begin(.metadataEntry)
      document.attribute("key", "note")
      document.output.bytes.append(" value=\"")
      document.output.bytes.append(note)
      document.output.bytes.append("\"/>\n")
      document.close(.record)
    } else {
      document.endEmpty()
    }
    var total = TypeTotals.Entry(type: type, unit: unit)
    total.add(value, from: moment.start, to: moment.end)
    document.recordTotals.add(total)
  }

  private func writeUnknown(to document: inout ExportDocument) {
    document.begin(.unknown)
    document.attribute("type", "HKDataTypeFutureSample")
    document.attribute("startDate", date: moment.start)
    document.endOpening()
    document.metadata("HKWasUserEntered", "1")
    document.close(.unknown)
  }

  /// Writes the workout whose statistics have the defect `duplicateStartDate`.
  func writeWorkout(to document: inout ExportDocument) {
    guard defects.contains(.duplicateStartDate) else { return }
    document.begin(.workout)
    document.attribute("workoutActivityType", "HKWorkoutActivityTypeOther")
    document.append(SourceForm(.health, version: "16.0"), pointer: 0, at: moment)
    document.endOpening()
    document.begin(.workoutStatistics)
    document.attribute("type", "HKQuantityTypeIdentifierActiveEnergyBurned")
    document.attribute("startDate", date: moment.start)
    document.attribute("startDate", date: moment.end)
    document.attribute("sum", "40.5")
    document.attribute("unit", "kcal")
    document.endEmpty()
    document.close(.workout)
  }
}

/// A fault that occurs in real exports, and that is added once to a synthetic one.
///
/// The records with the faults are together at the end of the records, and are counted in the
/// ground truth.
public enum Defect: String, Sendable, CaseIterable {
  /// The document type declaration as iOS 16.0 wrote it, which no strict parser accepts.
  case brokenDocumentType
  /// A vertical tab in the value of a metadata entry: not allowed in XML.
  case controlCharacter
  /// A lone byte that is not UTF-8.
  case invalidUTF8
  /// A workout statistic with two start dates, the second meant to be the end (iOS 16.0): not
  /// well-formed.
  case duplicateStartDate
  /// A record that occurs twice, byte for byte.
  case duplicateRecord
  /// A record that ends before it starts.
  case endBeforeStart
  /// An oxygen saturation of 97 in place of 0.97.
  case percentAsHundred
  /// A quantity whose value is a word.
  case textualValue
  /// An element that no version of the format has.
  case unknownElement
  /// The file ends in the middle of a tag.
  case truncated
}
