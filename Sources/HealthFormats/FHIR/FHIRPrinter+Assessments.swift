import HealthBytes
import HealthModel

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
