extension Element {
  /// The identity of an unknown element: a hash of its content.
  ///
  /// - Complexity: Linear in the content.
  public var id: SampleID {
    var hash = IdentityHash()
    combine(into: &hash)
    return hash.id
  }

  private func combine(into hash: inout IdentityHash) {
    hash.combine(name)
    hash.combine(UInt64(attributes.count))
    for attribute in attributes {
      hash.combine(attribute.name)
      hash.combine(attribute.value)
    }
    hash.combine(UInt64(children.count))
    for child in children {
      switch child {
      case .element(let element): element.combine(into: &hash)
      case .text(let text): hash.combine(text)
      }
    }
  }
}
