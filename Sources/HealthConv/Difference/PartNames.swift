import HealthStore

/// The names of the parts of samples, by kind.
struct PartNames {
  private var fields: [SampleKind: [String]] = [:]

  /// The names of some parts.
  ///
  /// - Returns: The names, in the order of the parts; `content` where it is not known which they are.
  mutating func names(_ parts: UInt32, _ kind: SampleKind) -> [String] {
    if parts == 0 { return ["content"] }
    let first = SampleDigest.Part.fields.rawValue
    return (0..<SampleDigest.count).filter { parts & 1 &<< UInt32($0) != 0 }.map { index in
      if index < first { return SampleDigest.Part(rawValue: index).map { "\($0)" } ?? "" }
      let names =
        fields[kind] ?? kind.fields.map { Sample.Field.list(of: $0).map(\.name) } ?? []
      fields[kind] = names
      return index - first < names.count ? names[index - first] : "fields"
    }
  }
}
