import HealthBytes
import HealthModel

/// The fields of the rarer kinds.
extension XMLFieldWriter: ElementVisitor {
  mutating func number(_ name: String, _ value: inout Number?) {
    guard !scope.isInChildren, let value, openValue(of: name) else { return }
    buffer.append(value)
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard !scope.isInChildren, let value, openValue(of: name) else { return }
    buffer.append(export: value)
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func text(_ name: String, _ value: inout String?) {
    guard !scope.isInChildren else { return }
    // In a clinical record, the source's name precedes its address.
    if name == "sourceURL" { writeOrigin() }
    attribute(name, value)
  }

  mutating func metadata(_ value: inout Metadata) {
    let name = AppleHealthVocabulary.metadataEntry
    guard scope.isInChildren else {
      // iOS 8 wrote them as attributes, some under names that XML does not allow.
      let count = scope.extras?.renamed.count { $0.field == name } ?? 0
      let old = value.entries.prefix(count)
      let names = Set(old.map { Array($0.key.identifier.utf8) })
      guard names.count == count, old.allSatisfy({ isFree($0.key.identifier) }) else {
        // They become entries of today.
        return countLoss(.names, count)
      }
      for entry in old { attribute(entry.key.identifier, entry.value) }
      if count > 0 { scope.written[name] = count }
      return
    }
    for index in childrenToWrite(name, value.entries.count) { entry(value.entries[index]) }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    for index in childrenToWrite(element, value.count) {
      var structure = value[index]
      self.element(element, structure.extras) { structure.visit(&$0) }
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if value != nil { countLostSideFile() }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    if value != nil { countLostSideFile() }
  }

  /// Counts, once for all visits, what is kept in a file that is not written.
  private mutating func countLostSideFile() {
    if !hasSideFiles || nesting > 0, !scope.isInChildren { countLoss(.sideFiles) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for index in childrenToWrite(element, value.count) { nested(value[index].sample) }
  }

  /// Writes a sample nested in another. An export has only records there; other kinds are read back as unknown
  /// elements.
  mutating func nested(_ sample: Sample) {
    switch sample {
    case .quantity, .category: break
    case .unknown(let element) where element.name == AppleHealthVocabulary.record: break
    default: countLoss(.kinds)
    }
    nesting += 1
    self.sample(sample)
    nesting -= 1
  }

  /// The children of a name that are to be written now.
  mutating func childrenToWrite(_ name: String, _ count: Int) -> Range<Int> {
    guard scope.isInChildren, count > 0 else { return 0..<0 }
    let start = min(scope.written[name] ?? 0, count)
    guard let run = scope.run else { return start..<count }
    guard run.name == name else { return 0..<0 }
    let end = start + min(run.count, count - start)
    scope.written[name] = end
    return start..<end
  }

  mutating func entry(_ entry: MetadataEntry) {
    open(AppleHealthVocabulary.metadataEntry)
    buffer.append(" key=\"")
    var illegal = buffer.append(xml: entry.key.identifier)
    buffer.append("\" value=\"")
    illegal += buffer.append(xml: entry.value)
    buffer.append("\"/>")
    countLoss(.characters, illegal)
    endLine()
  }
}
