package import HealthBytes
package import HealthModel

/// Reads an archive or a folder of activities, such as an export of Strava or Garmin, in one pass: each file of an activity by the reader of its format, in the order of
/// their paths, and archives in the archive, one level deep; then the days and nights of Garmin, in JSON, with a map; then activities
/// of lists that have no file. Of other files nothing is read; they are counted.
///
/// A file that cannot be read is reported, and the next one follows. Messages name files by their paths in the archive.
package struct SportsArchiveReader: SampleReader, ~Copyable {
  /// A file that is read later: an activity or an inner archive.
  private struct Item {
    let container: InputContainer
    let entry: InputContainer.Entry
    let name: String
    let isInner: Bool
    /// Its path from the folder of the list of activities.
    let key: String
  }

  private let input: Input
  private let options: ReadOptions
  /// The last one is next.
  private var items: [Item] = []
  private var hasBegun = false
  private var list: StravaList?
  private var listed: StravaList.Activity?
  private var nextListed = 0
  /// The lists that maps read.
  private var mappedLists: [MappedList] = []
  private var fit: FITReader?
  private var tcx: TCXReader?
  private var gpx: GPXReader?
  private var mapped: CSVMapReader?
  private var isMapped = false
  /// The map of days and nights; `nil` if there are none.
  private let map: CSVMap?
  /// The types of its samples, and the days of which activities and monitoring have such samples.
  private let mappedTypes: Set<String>
  private var days: MapDays
  private var current = Place(file: "")
  /// The running totals of the days before: several files of a day continue them.
  private var daily = FITDaily()
  /// The FIT files of what was not recorded.
  private var plans = FindingTally()
  /// Of the activities of lists; the readers of files count those of theirs.
  private var ordinals = OrdinalCounter()
  private var findings: [Finding] = []
  private var partPlaces: Place.Parts?
  package private(set) var place: Place
  package private(set) var notes = ReaderNotes()
  private var passed: Int64 = 0
  private let total: Int64

  init(_ input: Input, _ options: ReadOptions) {
    self.input = input
    self.options = options
    place = Place(file: input.name)
    days = MapDays(zone: options.zone)
    let map = SportsArchive.accountMap(for: input.container)
    self.map = map
    mappedTypes = Set(
      (map?.tables ?? []).flatMap(\.samples).flatMap { sample in
        ((try? MapTypes.entries(of: sample.type)) ?? []).map(\.identifier)
      })
    total = input.container.entries.reduce(0) { sum, entry in
      SportsArchive.kind(of: entry.path) != nil || SportsArchive.isInner(entry.path)
        || SportsArchive.isMapped(entry.path, map)
        ? sum &+ (entry.storedSize ?? 0) : sum
    }
  }

  package var progress: ByteProgress { ByteProgress(consumed: min(passed, total), total: total) }

  package var parts: Place.Parts? { partPlaces }

  /// Nothing: the files state nothing about a dataset.
  package mutating func dataset() throws(HealthError) -> DatasetInfo {
    if !hasBegun { try begin() }
    return DatasetInfo()
  }

  package mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  package mutating func next() throws(HealthError) -> Sample? {
    if !hasBegun { try begin() }
    while true {
      if let sample = try nextOfFile() {
        if !isMapped, map != nil, let type = sample.header?.descriptor.type.identifier,
          mappedTypes.contains(type)
        {
          try days.add(sample, at: place)
        }
        return sample
      }
      guard let item = items.popLast() else { break }
      try open(item)
    }
    partPlaces = nil
    findings += plans.takeAll()
    for index in mappedLists.indices {
      guard let (sample, place) = mappedLists[index].next() else { continue }
      self.place = place
      return ordinals.numbered(sample)
    }
    try reportMappedLists()
    guard let workouts = list?.workouts, nextListed < workouts.count else { return nil }
    let (workout, place) = workouts[nextListed]
    nextListed += 1
    self.place = place
    return ordinals.numbered(.workout(workout))
  }

  // MARK: Files

  private mutating func begin() throws(HealthError) {
    hasBegun = true
    let container = input.container
    var folder = ""
    // Of several lists the one in the outermost folder counts.
    let lists = container.entries.filter { SportsArchive.isList($0.path) }
    if let entry = container.kind == .file
      ? container.entries.first : lists.min(by: { $0.path.utf8.count < $1.path.utf8.count })
    {
      let (source, name) = try input.open(entry)
      if container.kind != .file {
        folder = String(entry.path.dropLast("activities.csv".count))
      }
      let paths = container.kind == .file ? [] : Set(container.entries.map(\.path))
      list = try StravaList(source, name: name) { paths.contains(folder + $0) }
      try reportList(name)
      if container.kind == .file { return }
    }
    mappedLists = MappedList.kinds.compactMap { MappedList($0, options) }
    for index in mappedLists.indices { try read(listAt: index) }
    add(container, input.name, folder: folder, isOuter: true)
  }

  /// Reads the files of a list that a map reads.
  private mutating func read(listAt index: Int) throws(HealthError) {
    for entry in input.container.entries where mappedLists[index].isList(entry.path) {
      let name = "\(input.name)/\(entry.path)"
      current = Place(file: name)
      do throws(HealthError) {
        let source = try input.container.open(entry)
        try mappedLists[index].read(source, name: name, options, &findings)
      } catch { try skip(error) }
    }
    mappedLists[index].finish()
  }

  /// Reports, once, which rows of lists have a file, and which are not read.
  private mutating func reportMappedLists() throws(HealthError) {
    let lists = mappedLists
    mappedLists = []
    for list in lists {
      guard let place = list.place else { continue }
      if list.joinedCount > 0 {
        try report(
          "activity-list", .info,
          "activities of the list that have a file: \(list.joinedCount); of the list, their names and what the file lacks are read",
          Place(file: place.file))
      }
      if list.untimedCount > 0 {
        try report(
          "missing-zone", .warning,
          "activities of the list without a file: \(list.untimedCount); not read, since their time zone is not known; "
            + "state the time zone to read them", Place(file: place.file))
      }
    }
  }

  /// Adds the files of a container, and counts the others by their extension.
  private mutating func add(
    _ container: InputContainer, _ name: String, folder: String, isOuter: Bool
  ) {
    var (found, last): ([Item], [Item]) = ([], [])
    var unread: [String] = []
    for entry in container.entries where JunkFiles.kind(of: entry.path) == nil {
      if isOuter, SportsArchive.isList(entry.path), entry.path == "\(folder)activities.csv" {
        continue
      }
      if isOuter, mappedLists.contains(where: { $0.isList(entry.path) }) { continue }
      let isInner = isOuter && SportsArchive.isInner(entry.path)
      let isMapped = isOuter && SportsArchive.isMapped(entry.path, map)
      guard isInner || isMapped || SportsArchive.kind(of: entry.path) != nil else {
        let ending = Input.ending(of: entry.path)
        notes.unreadFiles[notes.unreadFiles.count < 100 ? ending : "other", default: 0] += 1
        unread.append(isOuter ? entry.path : "\(name)/\(entry.path)")
        continue
      }
      let item = Item(
        container: container, entry: entry, name: "\(name)/\(entry.path)", isInner: isInner,
        key: entry.path.hasPrefix(folder) ? String(entry.path.dropFirst(folder.count)) : "")
      if isMapped { last.append(item) } else { found.append(item) }
    }
    findings += input.unreadFindings(unread)
    let copies = container.copies(
      among: found.filter { !$0.isInner }.map(\.entry).sorted { $0.path < $1.path })
    if let first = copies.map(\.path).min() {
      findings.append(.copies(copies.count, first: Place(file: "\(name)/\(first)")))
      found.removeAll { copies.contains($0.entry) }
    }
    items += last.sorted { $0.entry.path > $1.entry.path }
    items += found.sorted { $0.entry.path > $1.entry.path }
  }

  private mutating func reportList(_ name: String) throws(HealthError) {
    guard let list else { return }
    if let (count, place) = list.zeroBytes {
      let times = count == 1 ? "" : " (\(count) times)"
      try report("zero-byte", .error, zeroByteMessage + times, place)
    }
    if list.isForeign {
      try report(
        "activity-list", .warning,
        "the names of columns are in a language that is not known; the columns are read by their usual positions",
        Place(file: name))
    }
    if list.missing > 0 {
      try report(
        "activity-list", .warning,
        "activities whose file is not in the archive: \(list.missing); only what the list states of them is read",
        Place(file: name))
    }
    if let first = list.unread.first {
      try report(
        "activity-list", .warning,
        "activities without a file whose date or duration is not understood: "
          + "\(list.unread.count); not read", first)
    }
    for numbers in list.unreadNumbers {
      let column = "in the column '\(numbers.column.printableName)'"
      let what =
        switch numbers.reason {
        case .notANumber: "texts \(column) that are not numbers"
        case .noUnit: "numbers \(column) that may be kilometers or miles"
        }
      try report(
        "activity-list", .warning, "\(what): \(numbers.count); read as metadata", numbers.place)
    }
    if let first = list.unknown.place {
      let types = list.unknown.types.map(\.printableName).joined(separator: ", ")
      try report(
        "activity-list", .info,
        "activities whose type is not known: \(list.unknown.count) (\(types)); "
          + "their type is read as metadata, and their sport only from their file", first)
    }
  }

  private mutating func open(_ item: Item) throws(HealthError) {
    current = Place(file: item.name)
    passed &+=
      item.isInner || item.container.path == input.container.path
      ? item.entry.storedSize ?? 0 : 0
    listed = list?.activities[item.key]
    let usualActivity = usualActivity(item)
    do throws(HealthError) {
      if item.isInner {
        let source = try item.container.open(item.entry, isUnpacking: false)
        let inner = try InputContainer(stream: source, named: item.name)
        guard inner.kind == .archive else {
          throw HealthError(.malformed, item.name, "the file is not a zip archive")
        }
        return add(inner, item.name, folder: "", isOuter: false)
      }
      let file = Input.File(name: item.name) { () throws(HealthError) in
        try item.container.open(item.entry)
      }
      switch SportsArchive.kind(of: item.entry.path) {
      case .fit:
        fit = FITReader([file], options)
        fit?.daily = daily
        fit?.isOneOfSeveral = true
        fit?.plans = plans
      case .tcx:
        tcx = TCXReader([file], options)
        tcx?.usualActivity = usualActivity
      case .gpx:
        gpx = GPXReader([file], options)
        gpx?.usualActivity = usualActivity
      case nil:
        guard let map else { break }
        mapped = CSVMapReader(
          source: try file.open(), name: item.name, map: map, options: options)
        isMapped = true
      }
    } catch { try skip(error) }
  }

  /// The activity that a list states of a file.
  private func usualActivity(_ item: Item) -> WorkoutActivityType {
    if let listed { return StravaList.sport(listed.type) }
    return mappedLists.lazy.compactMap { $0.activity(ofFile: item.entry.path) }.first ?? .other
  }

  /// The next sample of the open file.
  private mutating func nextOfFile() throws(HealthError) -> Sample? {
    do throws(HealthError) {
      if let sample = try fit?.next() {
        findings += fit?.takeFindings() ?? []
        note(fit?.place, nil)
        return joined(sample)
      }
      if let sample = try tcx?.next() {
        findings += tcx?.takeFindings() ?? []
        note(tcx?.place, tcx?.parts)
        return joined(sample)
      }
      if let sample = try gpx?.next() {
        findings += gpx?.takeFindings() ?? []
        note(gpx?.place, gpx?.parts)
        return joined(sample)
      }
      while let sample = try mapped?.next() {
        findings += mapped?.takeFindings() ?? []
        note(mapped?.place, nil)
        if !days.leavesOut(sample, at: place) { return sample }
      }
      close()
    } catch {
      close()
      try skip(error)
    }
    return nil
  }

  private mutating func note(_ place: Place?, _ parts: Place.Parts?) {
    self.place = place ?? current
    partPlaces = parts
  }

  private mutating func close() {
    findings += fit?.takeFindings() ?? []
    findings += tcx?.takeFindings() ?? []
    findings += gpx?.takeFindings() ?? []
    findings += mapped?.takeFindings() ?? []
    if let finding = days.takeFinding() { findings.append(finding) }
    mapped = nil
    isMapped = false
    notes.comments += (tcx?.notes.comments ?? 0) + (gpx?.notes.comments ?? 0)
    if let days = fit?.daily { daily = days }
    if let found = fit?.plans { plans = found }
    fit = nil
    tcx = nil
    gpx = nil
  }

  /// Reports an error in one file, so that the others can be read; an error of the machine ends reading.
  private mutating func skip(_ error: HealthError) throws(HealthError) {
    switch error.code {
    case .malformed, .damaged, .truncated, .checksum, .tooLarge, .unsupported, .newer:
      if options.isStrict { throw error }
      let place = error.place.file.isEmpty ? current : error.place
      findings.append(
        Finding(
          rule: "unreadable-activity", severity: .error, place: place,
          message: "\(error.message); the rest of the file was skipped"))
    default: throw error
    }
  }

  /// A workout with what the lists of activities state of it.
  private mutating func joined(_ sample: Sample) -> Sample {
    guard listed != nil || !mappedLists.isEmpty, case .workout(var workout) = sample else {
      return sample
    }
    if let listed { workout = listed.joined(workout) }
    for index in mappedLists.indices {
      workout = mappedLists[index].joined(workout, file: current.file)
    }
    return .workout(workout)
  }

  private mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, _ place: Place
  ) throws(HealthError) {
    try findings.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }
}
