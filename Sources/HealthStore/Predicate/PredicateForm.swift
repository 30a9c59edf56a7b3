package import HealthModel

extension SamplePredicate {
  /// The condition as a tree. Its cases check nothing: outside of this package, conditions are built by functions that do.
  package indirect enum Form: Sendable, Equatable {
    /// Every sample.
    case all
    /// Samples of a type, by its identifier; of an unknown element, by its name.
    case type(String)
    /// Samples of types that a pattern of `*` and `?` fits: their identifier, their short name or their kind. Case
    /// does not matter.
    case types(like: String)
    /// Samples of a kind.
    case kind(SampleKind)
    /// By when they began. Documents and unknown elements have no dates.
    case start(Comparison, DateBound)
    /// By when they ended.
    case end(Comparison, DateBound)
    /// By when they were saved on the phone, where that is known.
    case created(Comparison, DateBound)
    /// Samples that state when they were saved on the phone.
    case hasCreated
    /// By how long they took from start to end, in seconds; pauses of a workout count.
    case duration(Comparison, Double)
    /// By the number of a quantity, compared as the `Double` nearest to its value in the unit named: samples of
    /// other dimensions do not match. Without a unit, the numbers are compared without conversion. `%` is a
    /// fraction, in which 1 is 100 %.
    case value(Comparison, Double, unit: String?)
    /// By a figure, as ``value(_:_:unit:)`` compares.
    case figure(Figure, Comparison, Double, unit: String?)
    /// Samples that have a figure.
    case hasFigure(Figure)
    /// By the case of a category: its name as exports write it, its short name or its number. Old and new names
    /// of one case are the same.
    case category(TextMatch)
    /// By a text that describes them: of the source, the device, the unit.
    case text(TextField, TextMatch)
    /// By metadata: one value of the key at least.
    case metadata(key: String, MetadataMatch)
    /// Samples of one of some UUIDs.
    case uuids(Set<SampleUUID>)
    /// Samples of a participant; without an id, those that have one.
    case participant(String?)
    /// All of them.
    case and([Form])
    /// One of them at least.
    case or([Form])
    /// Not that.
    case not(Form)
  }
}

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

  /// SQL of the UUIDs of which each row of `sample` that matches states one; `nil` if rows without a UUID can match, or if
  /// there are so many that all rows are read.
  ///
  /// - Parameter literal: A UUID, by its hexadecimal digits, in the SQL of the database.
  package func uuidCondition(_ literal: (String) -> String) -> String? {
    form.statedUUIDs.map { uuids in
      "uuid IN (\(uuids.sorted().map { literal("\($0.bits)") }.joined(separator: ", ")))"
    }
  }
}

extension SamplePredicate.Form {
  /// UUIDs of which a sample that matches states one.
  fileprivate var statedUUIDs: Set<SampleUUID>? {
    switch self {
    case .uuids(let uuids):
      (1...1_000).contains(uuids.count) && !uuids.contains(where: \.mayBeDerived) ? uuids : nil
    case .and(let parts): parts.lazy.compactMap(\.statedUUIDs).first
    default: nil
    }
  }

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

extension SamplePredicate.Form {
  /// Whether a figure of a workout or a series is compared, or a UUID that can be one that is made of the members of a
  /// correlation.
  package var needsWholeSamples: Bool {
    switch self {
    case .figure, .hasFigure: true
    case .uuids(let uuids): uuids.contains(where: \.mayBeDerived)
    case .and(let parts), .or(let parts): parts.contains(where: \.needsWholeSamples)
    case .not(let part): part.needsWholeSamples
    default: false
    }
  }
}
