import HealthBytes
import HealthModel

/// The parts of the document around the samples.
extension XMLFieldWriter {
  /// Writes what comes before the samples.
  mutating func begin(_ dataset: DatasetInfo) {
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.append(utf8: DocumentTypeWriter.text(version: dataset.exportVersion))
    if let version = dataset.exportVersion, !DocumentTypeWriter.isVersion(version) {
      lose(.characters)
    }
    buffer.append("<HealthData")
    // Attributes that are not known may have any name: with extras, names are looked at.
    scope.extras = Extras()
    attribute("locale", dataset.locale)
    for attribute in dataset.attributes { self.attribute(attribute.name, attribute.value) }
    buffer.append(">\n")
    scope = Scope(hasContent: true)
    if let date = dataset.exportDate {
      open(AppleHealthVocabulary.exportDate)
      buffer.append(" value=\"")
      buffer.append(export: date)
      buffer.append("\"/>")
      endLine()
    }
    let person = dataset.characteristics.map {
      Element.Attribute(name: $0.type.identifier, value: $0.value)
    }
    // Without facts about the person the element is not written, as in exports that lack it.
    if !person.isEmpty { element(Element(name: AppleHealthVocabulary.me, attributes: person)) }
  }

  /// Closes the document.
  mutating func finish() {
    buffer.append("</HealthData>\n")
  }
}
