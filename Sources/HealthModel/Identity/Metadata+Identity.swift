extension Metadata {
  /// A hash of all keys and values, to the letter and in their order: the same metadata have the same.
  ///
  /// - Complexity: Linear in the bytes.
  package var id: SampleID {
    var hash = IdentityHash()
    for entry in entries {
      hash.combine(entry.key.identifier)
      hash.combine(entry.value)
    }
    return hash.id
  }
}
