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
