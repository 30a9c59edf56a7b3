import HealthBytes
import HealthModel
import HealthUnits

// Extensions of an observation: where it comes from, and its metadata.
extension FHIRDecoder {
  // MARK: Extensions

  func origin(_ extensions: [JSONText]) -> Origin {
    var origin = Origin()
    for item in extensions {
      guard let url = item["url"]?.string else { continue }
      if url.hasPrefix(FHIRVocabulary.own) {
        origin.own[String(url.dropFirst(FHIRVocabulary.own.count))] = item
        continue
      }
      guard url.hasPrefix(FHIRVocabulary.extensions) else { continue }
      let parts = item["extension"]?.items ?? []
      switch url.dropFirst(FHIRVocabulary.extensions.count) {
      case "sourceDevice": origin.device = device(parts)
      case "sourceRevision": origin.source = source(parts)
      case "metadata": origin.metadata = metadata(parts)
      default: break
      }
    }
    return origin
  }

  /// The last part of an extension's URL.
  func name(_ item: JSONText) -> Substring {
    let url = item["url"]?.string ?? ""
    return url[(url.lastIndex(of: "/").map { url.index(after: $0) } ?? url.startIndex)...]
  }

  func device(_ parts: [JSONText]) -> Device {
    var device = Device()
    for part in parts {
      guard let value = part["valueString"]?.string else { continue }
      let name = String(name(part))
      if let field = Device.Field(rawValue: name) { device[field] = value }
    }
    return device
  }

  func source(_ parts: [JSONText]) -> Source {
    var texts: [String: String] = [:]
    for part in parts {
      for item in [part] + (part["extension"]?.items ?? []) {
        if let value = item["valueString"]?.string { texts[String(name(item))] = value }
      }
    }
    return Source(
      name: texts["name"] ?? "", version: texts["version"], productType: texts["productType"],
      operatingSystemVersion: texts["OSVersion"])
  }

  func metadata(_ parts: [JSONText]) -> Metadata {
    Metadata(
      parts.compactMap { part in
        text(part).map {
          MetadataEntry(key: MetadataKey(FHIRFragments.unescaped(name(part))), value: $0)
        }
      })
  }

  /// The text that an export has for a value of metadata.
  func text(_ part: JSONText) -> String? {
    if let text = part["valueString"]?.string { return text }
    if let text = part["valueDecimal"]?.numberText { return text }
    if let value = part["valueBoolean"] { return value.isTrue ? "1" : "0" }
    if let text = part["valueCoding"]?["code"]?.string { return text }
    if let text = part["valueDateTime"]?.string {
      return Timestamp(fhir: text)?.description ?? text
    }
    guard let quantity = part["valueQuantity"], let number = quantity["value"]?.numberText,
      let unit = codes.unit(quantity["code"]?.string, quantity["unit"]?.string, "")
        ?? quantity["unit"]?.string
    else { return nil }
    return "\(number) \(unit)"
  }
}
