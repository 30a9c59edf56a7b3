import HealthModel

/// Completes every sample after it was decoded.
extension AppleHealthReader {
  /// Reports what was found about the sample that is completed, or about a file next to the main one.
  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(HealthError) {
    let place = place ?? elementPlace.place(in: file)
    try findings.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }

  mutating func deliver(
    _ sample: consuming Sample, canBeNested: Bool
  ) throws(HealthError) {
    let id = sample.id
    if canBeNested { try note(id, sample.syncVersion) }
    let ordinal = ordinals.ordinal(of: id)
    if ordinal != 0 { sample.ordinal = ordinal }
    ready = sample
  }

  /// Remembers a sample at top level that may also be nested.
  private mutating func note(_ id: SampleID, _ version: SyncVersion?) throws(HealthError) {
    guard members.note(id, version) else { return }
    notes.nestedOnlyMembers -= 1
    notes.alsoTopLevelMembers += 1
    try report(
      "late-copy", .info,
      "follows the sample that it is nested in, and was therefore reported as nested only")
  }

  /// Adds to a sample what depends on those before it and on other files.
  mutating func complete(_ sample: consuming Sample) throws(HealthError) {
    if sample.canHoldSamples { try link(&sample) }
    try readSideFiles(of: &sample)
    try deliver(sample, canBeNested: false)
    try deliverDocumentsFirst()
  }

  /// Sets which nested samples are also at top level.
  private mutating func link(_ sample: inout Sample) throws(HealthError) {
    var nested = sample.members
    if nested.isEmpty { return }
    for index in nested.indices {
      nested[index].membership = members.membership(of: nested[index].sample)
      switch nested[index].membership {
      case .alsoTopLevel: notes.alsoTopLevelMembers += 1
      case .nestedOnly: notes.nestedOnlyMembers += 1
      }
    }
    sample.members = nested
    if members.isFull, !hasReportedFullMembers {
      hasReportedFullMembers = true
      try report(
        "member-memory-full", .info,
        "more than \(NestedMembers.limit) records can also be nested; those nested among the rest "
          + "are reported as nested only")
    }
  }
}
