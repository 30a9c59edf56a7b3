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
      // A fault is found again when the samples are given.
      while let sample = samples.next(orNoting: &fault) {
        for granted in filter.granted(in: sample) {
          guard let start = granted.start, start.isKnown else { continue }
          let day = DateMove.localDay(start)
          let participant = granted.participant ?? ""
          days[participant] = min(days[participant] ?? day, day)
        }
      }
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
