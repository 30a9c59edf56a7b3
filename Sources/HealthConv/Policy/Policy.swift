package import HealthModel
package import HealthStore

/// What a person or a study gives to a recipient: which samples, and how they are changed before anything is written.
///
/// A dataset with a policy (``Dataset/releasing(_:)``) is read as if it contained nothing else, so that no command has
/// to check anything.
package struct Policy: Sendable {
  /// A named set of defaults, the strictest first.
  package enum Profile: String, Sendable, CaseIterable {
    /// Answers about days, no samples.
    case daily
    /// No dates: days are counted from the first one.
    case dayNumbers = "day-numbers"
    /// Dates shifted by whole weeks, for a study with consent.
    case research
    /// True dates, for a recipient who is bound by an agreement.
    case limited
    /// For a person's own use, or a doctor.
    case personal
  }

  /// What happens to dates, the strictest first.
  package enum Dates: String, Sendable, CaseIterable {
    /// No samples, only answers about years: samples without a day overlap, and cannot be added up.
    case year
    case dayNumber = "day-number"
    case shiftDays = "shift-days"
    case shiftWeeks = "shift-weeks"
    case keep
  }

  /// Which clock dates are written on.
  package enum Clock: String, Sendable, CaseIterable {
    /// The local time, as if it were UTC: offsets reveal time zones and the changes to daylight saving time.
    case local
    case offset
  }

  package enum Age: String, Sendable, CaseIterable { case drop, band, keep }
  package enum Sources: String, Sendable, CaseIterable { case drop, number, hash, known, keep }
  package enum Devices: String, Sendable, CaseIterable { case drop, family, model, keep }
  package enum Versions: String, Sendable, CaseIterable { case drop, major, keep }
  package enum Routes: String, Sendable, CaseIterable { case drop, summary, shape, keep }
  package enum Presence: String, Sendable, CaseIterable { case drop, keep }
  package enum Pseudonyms: String, Sendable, CaseIterable { case table, hmac, keep }
  /// Which keys of metadata are kept in addition to those that are named.
  package enum MetadataList: String, Sendable, CaseIterable {
    case none
    /// Measurements and words of HealthKit's vocabulary.
    case listed
    /// In addition place, weather and free text of known keys.
    case extended
  }

  /// What happens to each class of data.
  package struct Settings: Sendable {
    package var dates = Dates.dayNumber
    /// The most weeks or days of a shift.
    package var range = 52
    package var clock = Clock.local
    package var age = Age.band
    /// How many years an age band has.
    package var ageWidth = 5
    /// The age from which all are one band.
    package var ageTop = 90
    /// Numbered at least: without sources, steps that a watch and a phone counted would be added up.
    package var sources = Sources.number
    package var devices = Devices.drop
    package var versions = Versions.drop
    package var routes = Routes.drop
    package var metadata = MetadataList.listed
    package var documents = Presence.drop
    package var clinical = Presence.drop
    /// Voltages of electrocardiograms and times between heartbeats.
    package var biometric = Presence.drop
    package var text = Presence.drop
    /// Types of the group `@sensitive`.
    package var sensitive = Presence.drop
    /// Facts about the person in addition to the biological sex.
    package var person = Presence.drop
    package var participants = Pseudonyms.table
  }

  /// A type whose values are rounded.
  package struct Rounding: Sendable {
    let type: TypePattern
    let step: Number

    package init(type: TypePattern, step: Number) { (self.type, self.step) = (type, step) }
  }

  /// Some days of each participant, whose dates depend on the data.
  package struct Window: Sendable {
    package enum Anchor: Sendable {
      /// From the first day of which something is granted.
      case first
      /// Up to the day of the latest export.
      case export
    }

    let days: Int64
    let anchor: Anchor

    package init(days: Int64, _ anchor: Anchor) { (self.days, self.anchor) = (days, anchor) }
  }

  package var profile: Profile
  package var settings: Settings
  /// Part of each derived key: two releases cannot be linked.
  package var release = "1"
  package var key: PolicyKey?
  /// The granted types; empty for all.
  package var types: [TypePattern] = []
  package var excludedTypes: [TypePattern] = []
  package var since: DateBound?
  package var until: DateBound?
  package var window: Window?
  /// The granted sources; empty for all.
  package var sourceNames: [String] = []
  package var predicate = SamplePredicate.all
  /// Keys of metadata that are kept in addition to those of the profile.
  package var keptKeys: Set<MetadataKey> = []
  /// Keys that are kept only with some values.
  package var keptValues: [MetadataKey: Set<String>] = [:]
  package var roundings: [Rounding] = []
  /// The fewest participants of a release.
  package var minimum = 1
  /// The file of random pseudonyms.
  package var pseudonymFile: String?
  /// The hash of the file's text.
  package var hash = ""

  /// The defaults of a profile.
  package init(_ profile: Profile) {
    self.profile = profile
    settings = Settings(profile)
  }

  /// Whether inputs are read before anything of them is given.
  package var readsTwice: Bool { settings.dates == .dayNumber || window != nil }

  /// Whether something is derived from the key.
  package var needsKey: Bool {
    [.shiftWeeks, .shiftDays].contains(settings.dates)
      || [.hash, .known].contains(settings.sources) || settings.routes == .shape
  }

  /// What two outputs of one policy and one key have in common, by which neither can be found.
  var mark: String {
    String((key?.code(of: hash, for: "study", release: release).hexadecimal ?? hash).prefix(32))
  }

  /// What outputs state of it: profile, version of the language, release.
  var title: String {
    "\(profile.rawValue)\(weakenings.isEmpty ? "" : "-weakened")/1/\(release)"
  }

  /// Whether single samples may be given, not only answers about days.
  package var givesSamples: Bool { profile != .daily && settings.dates != .year }

  /// The policy for answers about years: dates are true, on a local clock, and only their years are given.
  package var forYears: Policy {
    var policy = self
    if policy.settings.dates == .year {
      (policy.settings.dates, policy.settings.clock) = (.keep, .local)
    }
    return policy
  }
}

extension Policy.Settings {
  /// The defaults of a profile: the columns of the table in the guide.
  package init(_ profile: Policy.Profile) {
    switch profile {
    case .daily, .dayNumbers: break
    case .research:
      (dates, sources, devices) = (.shiftWeeks, .known, .family)
      (biometric, participants) = (.keep, .hmac)
    case .limited:
      (dates, clock, sources, devices, versions) = (.keep, .offset, .known, .model, .keep)
      (routes, person, participants) = (.summary, .keep, .hmac)
    case .personal:
      (dates, clock, sources, devices, versions) = (.keep, .offset, .keep, .keep, .keep)
      (routes, metadata, biometric, text) = (.keep, .extended, .keep, .keep)
      (sensitive, person, age, participants) = (.keep, .keep, .keep, .keep)
    }
  }

  /// The settings by their names in a policy file, each with its choices, the strictest first.
  package var rows: [(name: String, value: String, choices: [String])] {
    func row<Choice: CaseIterable & RawRepresentable<String>>(
      _ name: String, _ value: Choice
    ) -> (name: String, value: String, choices: [String]) {
      (name, value.rawValue, Choice.allCases.map(\.rawValue))
    }
    return [
      row("dates", dates), row("clock", clock), row("age", age), row("sources", sources),
      row("devices", devices), row("versions", versions), row("routes", routes),
      row("metadata", metadata), row("documents", documents), row("clinical", clinical),
      row("biometric", biometric), row("text", text), row("sensitive", sensitive),
      row("person", person), row("participant", participants),
    ]
  }
}

extension Policy {
  /// What is weaker than in the profile, as sentences without names of the person.
  package var weakenings: [String] {
    let defaults = Settings(profile)
    var found = zip(settings.rows, defaults.rows).compactMap { mine, usual -> String? in
      let places = [mine, usual].map { $0.choices.firstIndex(of: $0.value) ?? 0 }
      return places[0] > places[1] ? "\(mine.name): \(mine.value) instead of \(usual.value)" : nil
    }
    // A shift of days is weaker only in its range.
    let most = [settings, defaults].map { $0.range * ($0.dates == .shiftDays ? 1 : 7) }
    if most[0] < most[1], [.shiftDays, .shiftWeeks].contains(settings.dates) {
      found.append("dates: a range of \(most[0]) days instead of \(most[1])")
    }
    if settings.ageWidth < defaults.ageWidth { found.append("age: bands of \(settings.ageWidth)") }
    if settings.ageTop > defaults.ageTop { found.append("age: exact up to \(settings.ageTop)") }
    let keys = keptKeys.union(keptValues.keys).filter {
      metadataAction(of: FieldClass.metadataKeys[$0] ?? .unknown) == .drop
    }
    if !keys.isEmpty { found.append("metadata: \(keys.count) keys in addition") }
    let unchecked = keptKeys.count {
      metadataAction(of: FieldClass.metadataKeys[$0] ?? .unknown) == .known
    }
    if unchecked > 0 { found.append("metadata: \(unchecked) keys with any text") }
    if defaults.sensitive == .drop, settings.sensitive == .drop {
      let named = types.filter(\.isOfSensitiveType).count
      if named > 0 { found.append("types: \(named) of the group @sensitive by name") }
    }
    return found
  }

  /// What a policy does with a field.
  package enum Action: String, Sendable {
    case keep
    /// Kept if it is in HealthKit's vocabulary.
    case known = "keep if known"
    /// Rounded where the policy names its type.
    case round = "round as its type"
    case move
    case coarsen
    case decide = "decide by its parts"
    case derive = "derive with the key"
    case drop
  }

  /// What happens to fields of a class.
  package func action(of kind: FieldClass) -> Action {
    func keep(_ presence: Presence) -> Action { presence == .keep ? .keep : .drop }
    switch kind {
    case .measure: return .keep
    case .unit, .code, .type: return settings.text == .keep ? .keep : .known
    case .date, .day, .clock:
      return settings.dates == .keep && settings.clock == .offset ? .keep : .move
    case .creation:
      return [.dayNumber, .year].contains(settings.dates) ? .drop : action(of: .date)
    case .name, .birth, .path, .identifier, .unknown: return .drop
    case .text: return keep(settings.text)
    case .biometric: return keep(settings.biometric)
    case .document: return keep(settings.documents)
    case .clinical: return keep(settings.clinical)
    case .source:
      switch settings.sources {
      case .keep: return .keep
      case .drop: return .drop
      default: return .coarsen
      }
    case .device:
      return settings.devices == .drop ? .drop : settings.devices == .keep ? .keep : .coarsen
    case .version:
      return settings.versions == .drop ? .drop : settings.versions == .keep ? .keep : .coarsen
    case .locale, .weather: return settings.metadata == .extended ? .keep : .drop
    case .route:
      return settings.routes == .keep ? .keep : settings.routes == .drop ? .drop : .coarsen
    case .person: return settings.person == .keep ? .keep : .coarsen
    case .participant:
      return settings.participants == .keep ? .keep : .derive
    case .metadata, .parts: return .decide
    }
  }

  /// What happens to a key of metadata of a class.
  func metadataAction(of kind: FieldClass) -> Action {
    if settings.metadata == .none { return .drop }
    switch kind {
    case .measure: return .known
    case .date: return .move
    case .version: return settings.versions == .keep ? .known : .drop
    case .device: return settings.devices == .keep ? .keep : .drop
    case .text, .locale, .weather: return settings.metadata == .extended ? .keep : .drop
    default: return .drop
    }
  }
}
