import HealthBytes
import HealthModel

extension Release {
  /// The granted days of each participant; `nil` if all are.
  var windows: [String: ClosedRange<Int64>]? {
    policy.window == nil ? nil : state.withLock { $0.windows }
  }

  /// Reads datasets to find the first day of each participant, if days are counted or only some are granted: exports are not in
  /// the order of time.
  ///
  /// All inputs of a command belong in one call, so that their order does not matter. A dataset that was not in it is read by
  /// itself when it is opened; days before the known first one are then before day 1.
  package func findFirstDays(of datasets: [Dataset]) throws(HealthError) {
    guard policy.readsTwice else { return }
    let names = datasets.map(\.inputPath)
    let isKnown = state.withLock { state in
      defer { state.searched.formUnion(names) }
      return state.searched.isSuperset(of: names)
    }
    if isKnown { return }
    if let window = policy.window {
      if let stream = datasets.first(where: \.isStream) {
        throw HealthError(
          .usage, "'\(stream.name)' can be read only once; the window of the policy depends on it")
      }
      if window.anchor == .export { try setWindows(of: datasets, days: window.days) }
    }
    let isFirst = policy.window.map { $0.anchor == .first } == true
    if policy.settings.dates != .dayNumber, !isFirst { return }
    var days: [String: Int64] = [:]
    for dataset in datasets where !dataset.isStream {
      var filter = ReleaseFilter(self, ignoresWindow: isFirst)
      var samples = try dataset.withoutRelease.samples()
      var fault: HealthError?
      // A fault of the content is found again when the samples are given; a disk may not fail twice.
      while let sample = samples.next(storingErrorIn: &fault) {
        for granted in filter.granted(in: sample) {
          guard let start = granted.start, start.isKnown else { continue }
          let day = DateMove.localDay(start)
          let participant = granted.participant ?? ""
          days[participant] = min(days[participant] ?? day, day)
        }
      }
      if let fault, fault.kind != .malformed { throw fault }
    }
    state.withLock { [days] state in
      for (participant, day) in days where state.people[participant]?.firstDay == nil {
        state.people[participant, default: Person()].firstDay = day
      }
      guard isFirst, let count = policy.window?.days else { return }
      for (participant, day) in days where state.windows[participant] == nil {
        state.windows[participant] = day...day + count - 1
      }
    }
  }

  /// Sets the granted days of participants: those up to the day of the latest export.
  private func setWindows(of datasets: [Dataset], days: Int64) throws(HealthError) {
    var last: [String: Int64] = [:]
    for dataset in datasets {
      let info = try dataset.withoutRelease.info
      for facts in info.listed {
        guard let date = facts.exportDate, !info.hasUnlistedParticipants else {
          throw HealthError(
            .usage,
            "the policy grants the days before the export, but '\(dataset.name)' does not state when the data were exported"
          )
        }
        let (day, id) = (DateMove.localDay(date), facts.participant ?? "")
        last[id] = max(last[id] ?? day, day)
      }
    }
    state.withLock { [last] state in
      for (id, day) in last where state.windows[id] == nil {
        state.windows[id] = day - days + 1...day
      }
    }
  }

  /// Whether samples of as many participants are given as the policy requires. Reads until that is certain.
  package func hasEnoughParticipants(_ datasets: [Dataset]) throws(HealthError) -> Bool {
    if policy.minimum <= 1 { return true }
    var people: Set<String> = []
    for dataset in datasets {
      var filter = ReleaseFilter(self)
      var samples = try dataset.withoutRelease.samples()
      while let sample = try samples.next() {
        for granted in filter.granted(in: sample) {
          if let id = granted.participant { people.insert(id) }
        }
        if people.count >= policy.minimum { return true }
      }
    }
    return false
  }

  /// What an input is called in outputs and messages: a name of a file may be that of the person.
  package func label(of name: String) -> String {
    state.withLock { state in
      let number = state.inputs[name] ?? state.inputs.count + 1
      state.inputs[name] = number
      return "input \(number)"
    }
  }
}

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

extension Release {
  /// The facts about a dataset that are given.
  func facts(_ info: DatasetInfo) -> DatasetInfo {
    let settings = policy.settings
    var given = DatasetInfo()
    if let date = info.exportDate, let shift = shift(of: info.participant) {
      given.exportDate = DateMove(start: date, shift: shift, settings)?.moved(date)
    }
    if settings.versions == .keep { given.exportVersion = Origins.version(info.exportVersion) }
    if policy.action(of: .locale) == .keep { given.locale = info.locale }
    given.participant = pseudonym(of: info.participant)
    given.hasUnlistedParticipants = info.hasUnlistedParticipants
    given.participants = info.participants.map(facts)
    if info.participants.isEmpty { given.deidentified = policy.title }
    given.characteristics = info.characteristics.compactMap { characteristic($0, of: info) }
    return given
  }

  private func characteristic(
    _ fact: DatasetInfo.Characteristic, of info: DatasetInfo
  ) -> DatasetInfo.Characteristic? {
    if fact.type == .dateOfBirth {
      switch policy.settings.age {
      case .keep: return CalendarDay(fact.value) == nil ? nil : fact
      case .drop: return nil
      case .band:
        return ageBand(info).map {
          DatasetInfo.Characteristic(type: .ageBand, value: $0)
        }
      }
    }
    guard fact.type == .biologicalSex || policy.action(of: .person) == .keep,
      fact.type.enumeration?.value(named: fact.value) != nil,
      fact.type != .cardioFitnessMedicationsUse || policy.settings.sensitive == .keep
    else { return nil }
    return fact
  }

  /// The age at the day of the export, as a band such as `40-44` or `90+`.
  private func ageBand(_ info: DatasetInfo) -> String? {
    guard let birth = info.dateOfBirth, let export = info.exportDate else { return nil }
    let day = CalendarDay(export)
    let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
    let age = day.year - birth.year - (hadBirthday ? 0 : 1)
    guard age >= 0 else { return nil }
    if age >= policy.settings.ageTop { return "\(policy.settings.ageTop)+" }
    let width = policy.settings.ageWidth
    let first = age / width * width
    return "\(first)-\(min(first + width, policy.settings.ageTop) - 1)"
  }
}
