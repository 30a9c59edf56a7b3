import HealthBytes
package import HealthModel
import HealthStatistics
import HealthValidation

/// A policy that is applied to one or several datasets: what all of them share, so that a source, a participant and the first
/// day are the same in each.
package final class Release: Sendable {
  package let policy: Policy
  private let isLasting: Bool
  let state = Monitor(State())

  struct State {
    var people: [String: Person] = [:]
    var isTableRead = false
    /// The inputs, by the names that they had, numbered in their order.
    var inputs: [String: Int] = [:]
    /// The granted days of participants, of a policy with such a window.
    var windows: [String: ClosedRange<Int64>] = [:]
    /// The inputs whose first days are known.
    var searched: Set<String> = []
    var counts: [String: [DroppedData: Int]] = [:]
    var droppedKeys: [String: Int] = [:]
  }

  /// What is known of a participant.
  struct Person {
    var pseudonym: String?
    /// How many days dates move to the past.
    var shift: Int64?
    /// The first local day that was read, in days since 1970.
    var firstDay: Int64?
    var sources: [String: String] = [:]
    var counts: [String: Int] = [:]
  }

  /// The most names of sources that are distinguished.
  private static let mostSources = 4_096
  /// Day 1 of `day-number`: 1 January 2000, a Saturday.
  static let firstDay: Int64 = 10_957

  /// - Parameter isLasting: Whether names must be the same in later runs, whatever was read before.
  package init(_ policy: Policy, isLasting: Bool = false) {
    self.policy = policy
    self.isLasting = isLasting
  }

  private func code(_ text: String, _ purpose: String, digits: Int) -> String? {
    let code = policy.key?.code(of: text, for: purpose, release: policy.release)
    return code.map { String($0.hexadecimal.prefix(digits)) }
  }

  // MARK: Dates

  /// How many days the dates of a participant move to the past; `nil` if that depends on the first day.
  func shift(of participant: String?) -> Int64? {
    let settings = policy.settings
    switch settings.dates {
    case .keep: return 0
    case .dayNumber, .year: return nil
    case .shiftWeeks, .shiftDays:
      return state.withLock { state in
        if let known = state.people[participant ?? ""]?.shift { return known }
        let count = policy.key?.number(
          of: participant ?? "", for: "shift", release: policy.release, upTo: settings.range)
        let shift = Int64(count ?? 0) * (settings.dates == .shiftWeeks ? 7 : 1)
        state.people[participant ?? "", default: Person()].shift = shift
        return shift
      }
    }
  }

  /// The first local day of a participant: that of the earliest granted sample of the inputs (``findFirstDays(of:)``).
  ///
  /// - Parameter day: That of the first sample that was read, for an input that can be read only once.
  func firstDay(of participant: String?, orElse day: Int64) -> Int64 {
    state.withLock { state in
      if let known = state.people[participant ?? "", default: Person()].firstDay { return known }
      state.people[participant ?? "", default: Person()].firstDay = day
      return day
    }
  }

  // MARK: Names

  /// The id that a participant has in the output; `nil` for data without participants.
  func pseudonym(of participant: String?) -> String? {
    guard let participant else { return nil }
    switch policy.settings.participants {
    case .keep: return participant
    case .hmac: return "p-" + (code(participant, "participant", digits: 20) ?? "")
    case .table:
      return state.withLock { state in
        if let known = state.people[participant]?.pseudonym { return known }
        var random = SystemRandomNumberGenerator()
        let code =
          "p-" + (0..<10).map { _ in UInt8.random(in: 0 ... .max, using: &random) }.hexadecimal
        state.people[participant, default: Person()].pseudonym = code
        return code
      }
    }
  }

  /// The name of a source in the output.
  func name(of descriptor: SampleDescriptor) -> String {
    let (settings, source) = (policy.settings, descriptor.source)
    if settings.sources == .keep { return source.name }
    if settings.sources == .drop || !descriptor.hasSource { return "source" }
    if settings.sources == .known, let product = Origins.product(named: source.name) {
      return product
    }
    let folded = source.foldedName
    let family = Origins.family(of: source.productType) ?? Origins.family(of: source.name)
    let label = settings.sources == .known ? family?.name ?? "source" : "source"
    // The name must not depend on which sample of the source was read first, if it lasts.
    let key = isLasting ? "\(label)\u{1}\(folded)" : folded
    return state.withLock { state in
      var person = state.people[descriptor.participant ?? "", default: Person()]
      if let known = person.sources[key] { return known }
      // A code is of one participant: that two have a scale in common would show who lives together.
      let whose = "\(descriptor.participant ?? "")\u{1}\(folded)"
      let name: String
      if settings.sources == .hash || isLasting || settings.sources == .known && family == nil {
        name = "\(label)-\(code(whose, "source", digits: 10) ?? "")"
      } else {
        person.counts[label, default: 0] += 1
        name = "\(label) \(person.counts[label, default: 1])"
      }
      if person.sources.count < Self.mostSources { person.sources[key] = name }
      state.people[descriptor.participant ?? ""] = person
      return name
    }
  }

  /// A descriptor without what identifies; `nil` if its type or its unit is not public.
  func released(_ descriptor: SampleDescriptor) -> SampleDescriptor? {
    let settings = policy.settings
    var unit = descriptor.unitText
    if settings.text == .drop {
      guard PublicWords.isType(descriptor.type.identifier) else { return nil }
      if let text = unit {
        unit = PublicWords.unit(text)
        if unit == nil { return nil }
      }
    }
    let source = descriptor.source
    let isOfApple =
      [source.productType, source.name, descriptor.device?.hardwareVersion]
      .contains { Origins.family(of: $0) != nil } && Origins.product(named: source.name) == nil
    var coarse = Source(
      name: name(of: descriptor), version: settings.version(source.version, isOfApple: isOfApple),
      productType: settings.model(source.productType),
      operatingSystemVersion: settings.version(source.operatingSystemVersion, isOfApple: true))
    var device = descriptor.device.flatMap(settings.device)
    Self.keepClass(of: descriptor, &coarse, &device)
    return SampleDescriptor(
      type: descriptor.type, unitText: unit,
      source: descriptor.hasSource ? coarse : nil, device: device,
      participant: pseudonym(of: descriptor.participant))
  }

  /// Keeps the class of a source, by which statistics order sources, if versions are not given: without its version, an app
  /// on a watch would be the watch.
  private static func keepClass(
    of descriptor: SampleDescriptor, _ source: inout Source, _ device: inout Device?
  ) {
    let kind = SourceClass(descriptor)
    func isKept(_ source: Source, _ device: Device?) -> Bool {
      SourceClass(SampleDescriptor(type: descriptor.type, source: source, device: device)) == kind
    }
    if isKept(source, device) { return }
    if kind == .app {
      source = Source(name: source.name, version: source.version)
      // Only a device with Apple as its manufacturer is a source itself.
      if !isKept(source, device) { device?.manufacturer = nil }
      if !isKept(source, device) { device = nil }
    } else if device?.model != nil {
      // A device with nothing but a name has got the family as its model.
      device?.manufacturer = "Apple Inc."
      if !isKept(source, device) {
        source = Source(
          name: source.name, productType: source.productType,
          operatingSystemVersion: source.operatingSystemVersion)
      }
    }
  }

  /// The keyed direction of a route's shape: a point of the unit circle.
  func direction(of route: SampleID) -> (cosine: Double, sine: Double) {
    let code = policy.key?.code(of: "\(route)", for: "route", release: policy.release) ?? []
    // Rational points of a quarter of the circle, then one of four quarters: no trigonometry, hence equal on all systems.
    let part = Double(code.prefix(6).reduce(0) { $0 << 8 | Int($1) }) / Double(1 << 48)
    let scale = 1 + part * part
    let (x, y) = ((1 - part * part) / scale, 2 * part / scale)
    switch (code.last ?? 0) % 4 {
    case 0: return (x, y)
    case 1: return (-y, x)
    case 2: return (-x, -y)
    default: return (y, -x)
    }
  }

  // MARK: The dataset

  /// The facts about a dataset that are given.
  ///
  /// - Throws: `HealthError` of code `.usage` if participants need a key or are too few.
  package func released(_ info: DatasetInfo) throws(HealthError) -> DatasetInfo {
    if info.hasParticipants {
      if policy.settings.participants == .hmac, policy.key == nil {
        throw HealthError(
          .usage, "the policy derives pseudonyms of participants, but it has no key")
      }
      if policy.settings.participants == .table {
        if info.hasUnlistedParticipants { throw Self.needsTable }
        try addPseudonyms(of: info.participantIDs)
      }
    }
    return facts(info)
  }

  private static var needsTable: HealthError {
    HealthError(
      .usage,
      "the policy takes pseudonyms of participants from a table: 'participant: {pseudonym: table, file: FILE}', and the "
        + "input must list its participants")
  }

  /// The id that a participant has in the output, also before a dataset was read that lists it.
  func registeredPseudonym(of participant: String) throws(HealthError) -> String {
    if policy.settings.participants == .table { try addPseudonyms(of: [participant]) }
    return pseudonym(of: participant) ?? participant
  }

  /// Reads the table of pseudonyms once, and adds the participants that it lacks.
  private func addPseudonyms(of ids: [String]) throws(HealthError) {
    guard let path = policy.pseudonymFile else { throw Self.needsTable }
    let isRead = state.withLock { state in
      defer { state.isTableRead = true }
      return state.isTableRead
    }
    if !isRead, FileStatus(path: path, following: true) != nil {
      for line in try String(ofSmallFile: path).split(separator: "\n") {
        guard let comma = line.lastIndex(of: ",") else { continue }
        let id = line[..<comma].dropFirst().dropLast().replacing("\"\"", with: "\"")
        state.withLock {
          $0.people[String(id), default: Person()].pseudonym = String(
            line[line.index(after: comma)...])
        }
      }
    }
    let added = ids.filter { id in
      state.withLock { $0.people[id]?.pseudonym == nil }
    }
    if added.isEmpty { return }
    do throws(HealthError) {
      let file = try AppendedFile(path, isPrivate: true)
      for id in added {
        let line = "\"\(id.replacing("\"", with: "\"\""))\",\(pseudonym(of: id) ?? "")\n"
        try file.write(line.utf8Span.span)
      }
      try file.finish()
    } catch { throw error.writing(path) }
  }

  // MARK: Counts

  /// Records what the last complete reading of a dataset dropped.
  func record(_ counts: [DroppedData: Int], keys: [String: Int], of dataset: String) {
    state.withLock { state in
      state.counts[dataset] = counts
      for (key, count) in keys {
        state.droppedKeys[key] = max(state.droppedKeys[key, default: 0], count)
      }
    }
  }

  /// The keys of metadata that were dropped, for the owner only.
  var droppedKeys: [(key: String, count: Int)] {
    state.withLock { $0.droppedKeys.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  /// What was dropped, by class, of all datasets that were read.
  package var dropped: [(what: DroppedData, count: Int)] {
    state.withLock { state in
      DroppedData.allCases.compactMap { what in
        let count = state.counts.values.reduce(0) { $0 + $1[what, default: 0] }
        return count == 0 ? nil : (what, count)
      }
    }
  }
}
