import HealthBytes

extension Release {
  /// What the policy did, for the owner of the data: a JSON document with counts and without values.
  package func audit(version: String) -> String {
    let weakenings = JSONText.list("weakenings", policy.weakenings) { [("setting", .string($0))] }
    let dropped = JSONText.list("dropped", dropped) {
      [("what", .string($0.what.title)), ("count", .number($0.count))]
    }
    let keys = JSONText.list("droppedMetadataKeys", droppedKeys) {
      [("key", .string($0.key)), ("count", .number($0.count))]
    }
    let risks = JSONText.list("remainingRisks", remainingRisks) { [("risk", .string($0))] }
    return JSONText.document(
      [
        ("policy", .string(policy.profile.rawValue)), ("sha256", .string(policy.hash)),
        ("tool", .string(version)), ("release", .string(policy.release)),
      ] + JSONText.optional("keyId", policy.key?.id) + [weakenings, dropped, keys, risks])
  }

  /// What the policy does not protect against.
  package var remainingRisks: [String] {
    var risks = [
      "Series of measurements are unique: a recipient who has others of the person can match them."
    ]
    switch policy.settings.dates {
    case .keep: risks.append("Dates are true.")
    case .year: break
    case .shiftWeeks, .shiftDays:
      risks.append(
        "The shift may be found from public events, holidays, types and versions with a known release date."
      )
    case .dayNumber: risks.append("Weekly and seasonal patterns remain.")
    }
    if policy.settings.clock == .local {
      risks.append("Travel and changes to daylight saving time appear as jumps of the clock.")
    }
    if policy.settings.versions != .drop { risks.append("Versions bound the dates.") }
    if policy.settings.routes == .shape || policy.settings.routes == .keep {
      risks.append("Routes can be matched with maps of streets.")
    }
    return risks
  }
}
