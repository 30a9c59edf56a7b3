import HealthBytes
import HealthModel
import HealthUnits

// Extensions of an observation: where it comes from, and its metadata.
extension FHIRPrinter {
  // MARK: Extensions

  mutating func extensions(of header: SampleHeader, at index: Int) {
    count(header, cache[index].emptyTexts, cache[index].hasRawDevice)
    let hasMetadata = header.metadata.entries.contains {
      !$0.key.identifier.isEmpty && !$0.value.isEmpty
    }
    guard hasMetadata || !cache[index].extensions.isEmpty else {
      return countEmpty(header.metadata)
    }
    buffer.append(",\"extension\":[")
    buffer.append(cache[index].extensions)
    if hasMetadata {
      if !cache[index].extensions.isEmpty { buffer.append(",") }
      append(header.metadata)
    } else {
      countEmpty(header.metadata)
    }
    buffer.append("]")
  }

  mutating func count(
    _ header: SampleHeader, _ emptyTexts: Int, _ hasRawDevice: Bool
  ) {
    if hasRawDevice { losses.add(.textForms) }
    if emptyTexts > 0 { losses.add(.emptyTexts, emptyTexts) }
    if header.extras != nil { losses.add(.elements) }
    if header.deviceAddress != nil { losses.add(.deviceAddresses) }
  }

  mutating func countEmpty(_ metadata: Metadata) {
    if !metadata.isEmpty { losses.add(.emptyTexts, metadata.entries.count) }
  }

  /// Prints metadata that have an entry with a text.
  mutating func append(_ metadata: Metadata) {
    buffer.append("{\"url\":\"https://bdh.stanford.edu/fhir/defs/metadata\",\"extension\":[")
    var isFirst = true
    for entry in metadata.entries {
      guard !entry.key.identifier.isEmpty, !entry.value.isEmpty else {
        losses.add(.emptyTexts)
        continue
      }
      if !isFirst { buffer.append(",") }
      isFirst = false
      buffer.append("{\"url\":\"https://bdh.stanford.edu/fhir/defs/metadata/")
      buffer.append(utf8: FHIRFragments.escaped(entry.key.identifier))
      buffer.append("\",\"")
      append(entry)
      buffer.append("}")
    }
    buffer.append("]}")
  }

  /// Prints a value by its type, if the text can be made of it again.
  mutating func append(_ entry: MetadataEntry) {
    let typed = entry.typed
    if MetadataEntry(key: entry.key, typed).value == entry.value {
      switch typed {
      case .string: break
      case .bool(let isTrue):
        return buffer.append(isTrue ? "valueBoolean\":true" : "valueBoolean\":false")
      case .number(let number) where number.spelling == nil:
        guard let raw = Int(entry.value), "\(raw)" == entry.value,
          let enumeration = entry.key.enumeration, let value = enumeration.value(numbered: raw)
        else {
          buffer.append("valueDecimal\":")
          return buffer.append(number)
        }
        buffer.append("valueCoding\":")
        return append(coding: value, raw, enumeration)
      case .date(let date) where date.spelling == nil && date.offsetMinutes.magnitude <= 840:
        buffer.append("valueDateTime\":")
        return append(date)
      case .quantity(let number, let unit) where number.spelling == nil && unit != "%":
        guard let code = codes.codes[unit] else { break }
        buffer.append("valueQuantity\":{\"value\":")
        buffer.append(number)
        buffer.append(",\"unit\":")
        buffer.append(json: unit)
        buffer.append(",\"system\":\"http://unitsofmeasure.org\",\"code\":")
        buffer.append(json: code)
        return buffer.append("}")
      default: break
      }
    }
    buffer.append("valueString\":")
    buffer.append(json: entry.value)
  }

  /// Prints a value of the catalog.
  mutating func append(
    coding value: EnumerationValue, _ raw: Int, _ enumeration: Enumeration
  ) {
    if let text = codings[value] { return buffer.append(text) }
    var text = ByteBuffer(capacity: 256)
    text.append("{\"system\":\"https://developer.apple.com/documentation/healthkit/")
    text.append(utf8: enumeration.name.lowercased())
    text.append("\",\"code\":\"")
    text.append(decimal: Int64(raw))
    text.append("\",\"display\":")
    text.append(json: FHIRVocabulary.words(value.shortName))
    text.append("}")
    codings[value] = text.bytes
    buffer.append(text.bytes)
  }
}

/// States of mind and hearing tests.
extension FHIRPrinter {
  mutating func components(of sample: StateOfMind) {
    let fields = sample.fields
    var isFirst = true
    text(fields.kind, "HKStateOfMindKind", &isFirst)
    if let valence = fields.valence {
      component(nil, "HKStateOfMindValence", &isFirst)
      quantity(valence, nil, "")
      buffer.append("}")
    }
    for (tags, name) in [
      (fields.labels, "HKStateOfMindLabel"), (fields.associations, "HKStateOfMindAssociation"),
    ] {
      for tag in tags {
        if tag.extras != nil || tag.name == nil { losses.add(.elements) }
        text(tag.name, name, &isFirst)
      }
    }
    if !isFirst { buffer.append("]") }
  }

  /// Prints a component with a text, if there is one.
  mutating func text(_ text: String?, _ name: String, _ isFirst: inout Bool) {
    guard let text else { return }
    guard !text.isEmpty else { return losses.add(.emptyTexts) }
    component(nil, name, &isFirst)
    buffer.append(",\"valueString\":")
    buffer.append(json: text)
    buffer.append("}")
  }

  mutating func components(of sample: Audiogram) {
    var isFirst = true
    if sample.header.descriptor.type.identifier != FHIRVocabulary.audiogram {
      losses.add(.audiogramDetails)
    }
    for point in sample.fields.sensitivityPoints {
      let details: [Any?] = [
        point.leftEarMasked, point.leftEarClampingRangeLowerBound,
        point.leftEarClampingRangeUpperBound, point.rightEarMasked,
        point.rightEarClampingRangeLowerBound, point.rightEarClampingRangeUpperBound, point.extras,
      ]
      let ears = [
        ("HKAudiogramSensitivityPoint.LeftEar", point.leftEarValue, point.leftEarUnit),
        ("HKAudiogramSensitivityPoint.RightEar", point.rightEarValue, point.rightEarUnit),
      ]
      let isWhole =
        point.frequencyValue != nil && ears.contains { $0.1 != nil }
        && ears.allSatisfy { $0.1 != nil || $0.2 == nil } && details.allSatisfy { $0 == nil }
      if !isWhole { losses.add(.audiogramDetails) }
      guard let frequency = point.frequencyValue else { continue }
      var isNew = true
      for (name, number, unit) in ears {
        guard let number else { continue }
        buffer.append(isFirst ? ",\"component\":[{" : ",{")
        isFirst = false
        buffer.append("\"extension\":[{\"url\":\"urn:healthconv:fhir:frequency\"")
        quantity(frequency, point.frequencyUnit, "")
        buffer.append("}")
        if isNew {
          buffer.append(",{\"url\":\"urn:healthconv:fhir:new-item\",\"valueBoolean\":true}")
        }
        isNew = false
        buffer.append("],\"code\":{\"coding\":[")
        buffer.append(utf8: FHIRFragments.coding(FHIRVocabulary.apple, name, ""))
        buffer.append("]}")
        quantity(number, unit, "")
        buffer.append("}")
      }
    }
    if !isFirst { buffer.append("]") }
  }
}
