extension SamplePredicate {
  /// SQL of the keys of metadata without which no row of `sample` matches. Few of the sets of metadata that samples share have
  /// a certain key.
  package var metadataConditions: [String] {
    form.neededKeys.map { key in
      """
      metadata IN (SELECT e.metadata FROM metadata_entry e JOIN metadata_key k ON k.number = e.key WHERE k.name = '\(key)')
      """
    }
  }
}

extension SamplePredicate.Form {
  /// Keys without which no metadata match, of those whose names need no escaping in SQL.
  fileprivate var neededKeys: [String] {
    switch self {
    case .metadata(let key, _):
      key.utf8.allSatisfy { 32...126 ~= $0 && $0 != UInt8(ascii: "'") } ? [key] : []
    case .and(let parts): parts.flatMap(\.neededKeys)
    default: []
    }
  }
}
