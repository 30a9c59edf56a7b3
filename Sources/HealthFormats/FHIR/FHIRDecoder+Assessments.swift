import HealthBytes
import HealthModel

/// States of mind and hearing tests.
extension FHIRDecoder {
  func stateOfMind(
    _ resource: JSONText, _ type: String, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    var fields = Sample.StateOfMindFields()
    for component in resource["component"]?.items ?? [] {
      let text = component["valueString"]?.string
      var tag = Sample.StateOfMindTag()
      tag.name = text
      switch Self.code(component["code"]?["coding"]?.items ?? [], FHIRVocabulary.apple) {
      case "HKStateOfMindKind": fields.kind = text
      case "HKStateOfMindValence":
        fields.valence = component["valueQuantity"].flatMap { quantity($0, "")?.0 }
      case "HKStateOfMindLabel" where text != nil: fields.labels.append(tag)
      case "HKStateOfMindAssociation" where text != nil: fields.associations.append(tag)
      default: break
      }
    }
    return .stateOfMind(StateOfMind(header: header(.other(type), nil), fields: fields))
  }

  func audiogram(
    _ resource: JSONText, _ type: String, _ header: (SampleType, String?) -> SampleHeader
  ) -> Sample? {
    var points: [SensitivityPoint] = []
    for component in resource["component"]?.items ?? [] {
      guard let value = component["valueQuantity"], let (number, unit) = quantity(value, "")
      else { continue }
      let extensions = component["extension"]?.items ?? []
      func own(_ name: String) -> JSONText? {
        extensions.first { $0["url"]?.string == FHIRVocabulary.own + name }
      }
      let isNew = own("new-item") != nil || points.isEmpty
      var point = isNew ? SensitivityPoint() : points.removeLast()
      if let frequency = own("frequency")?["valueQuantity"].flatMap({ quantity($0, "") }) {
        (point.frequencyValue, point.frequencyUnit) = frequency
      }
      switch Self.code(component["code"]?["coding"]?.items ?? [], FHIRVocabulary.apple) {
      case "HKAudiogramSensitivityPoint.LeftEar":
        (point.leftEarValue, point.leftEarUnit) = (number, unit)
      case "HKAudiogramSensitivityPoint.RightEar":
        (point.rightEarValue, point.rightEarUnit) = (number, unit)
      default:
        if isNew { continue }
      }
      points.append(point)
    }
    var fields = Sample.AudiogramFields()
    fields.sensitivityPoints = points
    return .audiogram(Audiogram(header: header(.other(type), nil), fields: fields))
  }
}
