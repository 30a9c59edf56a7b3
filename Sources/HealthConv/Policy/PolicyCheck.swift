import HealthFormats
import HealthModel

/// Searches an output for what identifies the person in the original.
///
/// Texts are compared as readers decode them, folded; in addition all bytes of the output are searched (``OutputSearch``), because a
/// recipient has also what no reader uses. The search is first made in the original itself: a class of which it does not
/// find anything there proves nothing about the output. It finds known texts and exact samples; that a person can be recognized
/// otherwise is not excluded.
package struct PolicyCheck {
  /// The result for a class of identifiers.
  package struct Row: Sendable {
    package let kind: FieldClass
    /// How many different texts the original has.
    package let needles: Int
    /// How many of them the search finds in the original: all, unless the search is at fault.
    package let control: Int
    /// How many of them are in the output.
    package let found: Int
  }

  package private(set) var rows: [Row] = []
  /// Samples of the output that are in the original with the same type, instant and value.
  package private(set) var sameSamples = 0
  /// Values of the output with a date to the second that are in the original with the same local time.
  package private(set) var sameLocalTimes = 0
  /// How many samples of the output are of types that the policy does not grant, or have figures or nested samples of such types.
  package private(set) var ungrantedSamples = 0
  /// How many samples of the output were compared; `nil` if no reader can read it.
  package private(set) var samples: Int?
  /// How many participants have samples in the output.
  package private(set) var participants = 0
  /// The fewest participants of one age band and sex, if some have these.
  package private(set) var smallestGroup: Int?
  /// Whether the output has fewer participants than the policy requires.
  package private(set) var hasTooFewParticipants = false
  /// How many samples of the output have dates that could be compared with those of the original.
  package private(set) var datedSamples = 0
  /// What the policy promises, and the output does not keep, with counts.
  package private(set) var broken: [PolicyPromise: Int] = [:]
  /// Why nothing is proven, if so.
  package private(set) var gaps: [String] = []
  private var timedValues = 0

  /// Whether the search found everything in the original, and could search all of the output.
  package var isProven: Bool { gaps.isEmpty }
  package var hasFindings: Bool {
    sameSamples > 0 || ungrantedSamples > 0 || hasSameLocalTimes || hasTooFewParticipants
      || !broken.isEmpty || rows.contains { $0.found > 0 }
  }
  /// Whether more values have the same local time than coincide where a shift is whole weeks.
  package var hasSameLocalTimes: Bool { sameLocalTimes * 20 > timedValues }

  /// The most different texts, and samples, that are compared.
  private static let most = 1 << 20

  /// The classes whose texts identify.
  private static let identifying: [FieldClass] = [
    .name, .birth, .path, .identifier, .text, .source, .device, .locale, .participant, .unknown,
    .document, .clinical,
  ]
  /// The classes whose texts may be words that a page or a table has anyway, unless they are long.
  private static let wordy: Set<FieldClass> = [.text, .unknown, .device, .locale]

  /// Compares an output with its original.
  ///
  /// - Parameter path: The output; one that no reader reads is searched, but not compared.
  package init(
    of path: String, with original: Dataset, _ policy: Policy
  ) throws(HealthError) {
    let release = Release(policy)
    if policy.window != nil { try release.findFirstDays(of: [original]) }
    var (filter, shift) = (ReleaseFilter(release), ShiftCheck(policy, most: Self.most))
    let old = try CheckedContents(
      original.withoutRelease, most: Self.most, policy, isResult: false
    ) { part in
      switch part {
      case .info(let info): shift.add(original: info)
      case .sample(let sample): shift.add(original: sample, granted: filter.granted(in: sample))
      }
    }
    var promises = PromiseCheck(policy, units: Set(old.texts.filter { $1.contains(.unit) }.keys))
    let new: CheckedContents?
    do throws(HealthError) {
      new = try CheckedContents(.open(path), most: Self.most, policy, isResult: true) { part in
        switch part {
        case .info(let info):
          shift.add(output: info)
          promises.check(info)
        case .sample(let sample):
          shift.add(output: sample)
          promises.check(sample)
        }
      }
    } catch {
      guard error.kind == .unsupported || error.kind == .malformed else { throw error }
      new = nil
      gaps.append("the output cannot be read back, so its values were not compared")
    }
    shift.finish()
    promises.finish()
    if old.isPartial || new?.isPartial == true || shift.isPartial {
      gaps.append("there are more different texts or samples than are compared")
    }
    let kinds = Self.identifying.filter { kind in
      policy.action(of: kind) != .keep && !(kind == .birth && policy.settings.age == .keep)
    }
    var needles: [(text: String, kind: FieldClass)] = []
    for kind in kinds {
      var texts: Set<String> = []
      for (text, kinds) in old.texts where kinds.contains(kind) {
        // Moved dates may be other dates of the original.
        if kind == .path, let day = Self.day(inPath: text), day <= new?.lastDay ?? .min { continue }
        texts.formUnion(Self.needles(of: text, kind))
      }
      needles += texts.sorted().map { ($0, kind) }
    }
    let texts = needles.map(\.text)
    let control = Self.found(texts, in: old.texts.keys)
    var found = Self.found(texts, in: new.map { Array($0.texts.keys) } ?? [])
    var search = OutputSearch(
      needles.map { Self.wordy.contains($0.kind) && $0.text.utf8.count < 8 ? "" : $0.text })
    search.search(path)
    found.formUnion(search.needles.found)
    if let fault = search.fault { gaps.append("a part of the output cannot be searched: \(fault)") }
    for kind in kinds {
      let own = Set(needles.indices.filter { needles[$0].kind == kind })
      if own.isEmpty { continue }
      rows.append(
        Row(
          kind: kind, needles: own.count, control: own.intersection(control).count,
          found: own.intersection(found).count))
    }
    if rows.contains(where: { $0.control < $0.needles }) {
      gaps.append("the search does not find everything in the original")
    }
    guard let new else { return }
    compare(new, old, policy)
    broken = promises.broken
    add(shift, policy)
    if !policy.givesSamples { broken[.samples] = new.count }
    broken[.keys] = Self.droppedKeys(new.keys.intersection(old.keys), policy).count
    if policy.settings.participants != .keep {
      broken[.participants] = new.participants.intersection(old.participants).count
    }
    broken = broken.filter { $0.value > 0 }
  }

  private mutating func add(_ shift: ShiftCheck, _ policy: Policy) {
    datedSamples = shift.compared
    (broken[.shift], broken[.nested]) = (shift.misplaced, shift.torn)
    broken[.grant] = shift.ungranted
    if let samples, samples > 0, datedSamples == 0, policy.settings.dates != .keep {
      gaps.append(
        "no sample of the output is like one of the original, so its dates were not compared")
    }
  }

  /// Keys that the policy drops, without those that releases and readers add.
  private static func droppedKeys(_ keys: Set<MetadataKey>, _ policy: Policy) -> Set<MetadataKey> {
    var dropped = keys.filter { policy.metadataAction(of: $0) == .drop }
    dropped.remove(.externalUUID)
    // The ascent is what remains of a route.
    if policy.settings.routes == .summary { dropped.remove(.elevationAscended) }
    return dropped
  }

  private mutating func compare(
    _ new: CheckedContents, _ old: CheckedContents, _ policy: Policy
  ) {
    (samples, ungrantedSamples) = (new.count, new.ungranted)
    if policy.settings.dates != .keep {
      sameSamples =
        new.instants.intersection(old.instants).count + new.events.intersection(old.events).count
      sameLocalTimes = new.localTimes.intersection(old.localTimes).count
      timedValues = new.localTimes.count
    }
    participants = new.participants.count
    hasTooFewParticipants = policy.minimum > 1 && participants < policy.minimum
    smallestGroup = new.groups.values.min()
  }

  private static func found(_ needles: [String], in texts: some Sequence<String>) -> Set<Int> {
    var search = NeedleSearch(needles)
    for text in texts { search.search(Array(text.utf8), isExact: true) }
    return search.found
  }

  /// A text in the form in which texts are compared.
  static func folded(_ text: String) -> String {
    Source(name: text).foldedName.replacing("\u{2019}", with: "'")
  }

  /// What of a folded text is searched for: nothing of texts that many people's data have.
  static func needles(of text: String, _ kind: FieldClass) -> [String] {
    var needles: [String] = []
    func isPublic(_ text: String) -> Bool {
      text.count < 3 || Origins.product(named: text) != nil || PublicWords.isCode(text)
        || PublicWords.isUnit(text) || PublicWords.isType(text) || Number(text) != nil
        || Origins.manufacturer(text) != nil || publicTexts.contains(text)
        || Origins.model(text) != nil
    }
    if kind == .source || kind == .device, let end = text.firstRange(of: "'s ") {
      needles.append(String(text[..<end.lowerBound]))
    }
    // A name that is only that of a family, such as 'apple watch', is not whose it is.
    if kind != .device || Origins.family(of: text) == nil { needles.append(text) }
    return needles.filter { !isPublic($0) }
  }

  /// The day in a path that exports make of a date and nothing else, such as `/electrocardiograms/ecg_2024-06-01.csv`, in days since
  /// 1970; `nil` for other paths.
  private static func day(inPath path: String) -> Int64? {
    var parts = path.split(separator: "/")
    guard let name = parts.popLast(), let end = name.firstIndex(of: "_"),
      ["ecg", "route"].contains(name[..<end]),
      parts.allSatisfy({
        ["apple_health_export", "electrocardiograms", "workout-routes"].contains($0)
      })
    else { return nil }
    let text = name[name.index(after: end)...]
    var time = String(text.dropFirst(10))
    for ending in [".csv", ".gpx", "am", "pm"] where time.hasSuffix(ending) {
      time.removeLast(ending.count)
    }
    guard time.allSatisfy({ $0.isNumber || $0 == "_" || $0 == "." }),
      let day = CalendarDay(String(text.prefix(10)))
    else { return nil }
    return DateMove.localDay(day.midnight)
  }

  private static let publicTexts: Set<String> = Set([
    "apple inc.", "apple", "watch", "iphone", "apple watch", "source", "garmin", "polar",
    "withings",
    // The path that exports in English have, and all exports that are written here.
    "apple_health_export/export.xml",
  ]).union(PlaceholderTexts.all.map(folded))
}
