internal import HealthBytes

/// The records of one series in one export. Each is a function of its index.
struct RecordRun {
  let series: Series
  let count: Int
  let plan: Plan
  /// By author, then by version.
  private let forms: [[SourceForm]]
  /// The chunks that the time is cut into, each for one record of each author.
  let slots: Int

  init(_ series: Series, count: Int, plan: Plan) {
    self.series = series
    self.count = count
    self.plan = plan
    let unit = series.unit?.name(in: plan.options.units)
    forms = series.author.origins.map { $0.owned(by: plan.person) }.map { origin in
      origin.versions.map { version in
        SourceForm(record: series.type, origin, version: version, unit: unit)
      }
    }
    if case .both = series.author { slots = (count + 1) / 2 } else { slots = count }
  }

  /// Writes all records at top level.
  func write(to document: inout ExportDocument) throws(HealthError) {
    var total = makeTotal()
    for index in 0..<count {
      write(index, to: &document, total: &total)
      try document.output.flushIfLarge()
    }
    document.recordTotals.add(total)
  }

  /// Writes one record inside a correlation.
  ///
  /// - Parameter isAlsoTopLevel: whether it is the very one of top level, else another near to it
  func writeNested(_ index: Int, isAlsoTopLevel: Bool = true, to document: inout ExportDocument) {
    var total = makeTotal()
    write(index, variant: isAlsoTopLevel ? 0 : 1, to: &document, total: &total)
    document.nestedTotals.add(total)
  }

  /// When a record starts, ends and was made.
  func moment(_ index: Int, isAlsoTopLevel: Bool = true) -> Moment {
    var random = random(index, variant: isAlsoTopLevel ? 0 : 1)
    return moment(index, &random)
  }

  /// When a record was, and its value.
  func sample(_ index: Int) -> (moment: Moment, value: Decimal) {
    var random = random(index, variant: 0)
    let moment = moment(index, &random)
    _ = random.next()  // the pointer of the device
    return (moment, value(at: moment, &random))
  }

  private func makeTotal() -> TypeTotals.Entry {
    TypeTotals.Entry(type: series.type, unit: series.unit?.name(in: plan.options.units))
  }

  private func random(_ index: Int, variant: Int) -> Random {
    Random(seed: plan.seed, stream: series.stream, index: index + variant << 40)
  }

  private func write(
    _ index: Int, variant: Int = 0, to document: inout ExportDocument,
    total: inout TypeTotals.Entry
  ) {
    var random = random(index, variant: variant)
    let moment = moment(index, &random)
    let form = form(index, of: forms)

    document.count(.record)
    document.indent()
    document.append(form, pointer: random.next(), at: moment)
    document.output.bytes.append(" value=\"")
    if case .names(let names) = series.values {
      let isInBed = series.isSleep && author(of: index) == 1
      let name = cycleDay(of: index) ?? random.below(names.count - (isThin ? 1 : 0))
      document.output.bytes.append(isInBed ? "HKCategoryValueSleepAnalysisInBed" : names[name])
      if variant == 0 { document.activity.add(names[name], at: moment, plan) }
      total.add(nil, from: moment.start, to: moment.end)
    } else {
      let value = value(at: moment, &random)
      document.output.bytes.append(value)
      if variant == 0 { document.activity.add(value, of: series, index, at: moment, plan) }
      total.add(value, from: moment.start, to: moment.end)
    }
    document.output.bytes.append(UInt8(ascii: "\""))
    if case .none = series.detail { return document.endEmpty() }
    document.endOpening()
    writeDetail(index, variant: variant, at: moment, to: &document)
    document.close(.record)
  }

  /// Whether there are so few stages of sleep that each is long: being awake, the last of the names, is short.
  private var isThin: Bool { series.isSleep && stretch > 1 }

  /// Writes the content of a record, from separate random draws, so that the members of a meal
  /// agree on what was eaten.
  func writeDetail(
    _ index: Int, variant: Int = 0, at moment: Moment, to document: inout ExportDocument
  ) {
    var random = Random(
      seed: plan.seed, stream: series.stream &+ 1, index: index + variant << 40)
    if series.detail == .cycleStart {
      let isFirst = cycleDay(of: index) == 0 && cycleDay(of: index - 1) != 0
      return document.metadata("HKMenstrualCycleStart", isFirst ? "1" : "0")
    }
    series.detail.write(at: moment, plan: plan, sample(index).value, to: &document, &random)
  }

  /// The form of the author and version that write a record, of those listed by author and
  /// version.
  func form(_ index: Int, of forms: [[SourceForm]]) -> SourceForm {
    let versions = forms[author(of: index)]
    return versions[index * versions.count / max(count, 1)]
  }

  /// Which of the authors writes a record.
  func author(of index: Int) -> Int {
    switch series.author {
    case .one: 0
    case .both: index % 2
    case .turns(_, _, let every): index % every == every - 1 ? 1 : 0
    }
  }
}

extension Series.Author {
  var origins: [Origin] {
    switch self {
    case .one(let origin): [origin]
    case .both(let first, let second), .turns(let first, let second, _): [first, second]
    }
  }
}

/// The three dates of a sample, in seconds since 1970.
struct Moment {
  var created: Int
  var start: Int
  var end: Int
}

extension RecordRun {
  /// When a record starts, ends and was made.
  ///
  /// The hours of the series in all days are cut into as many slots as there are records, or half
  /// as many where two authors write. A record keeps to its slot, so one author never overlaps
  /// itself, while two do. Creation follows at once, hence rises; but now and then two neighbours
  /// have their times exchanged, as from a watch that was out of reach.
  func moment(_ index: Int, _ random: inout Random) -> Moment {
    let place = isPaired ? index / 2 : index
    let isExchanged = isExchanged(place)
    let slot = slot(isExchanged ? place ^ 1 : place)
    if series.isSleep { return night(of: index, in: slot, &random) }
    if let flow = flow(on: index, &random) { return flow }

    // Of two authors the first is done after three quarters of the slot, the second is not: so
    // they overlap, and are created in turn.
    let border = isPaired ? slot.length * 3 / 4 : slot.length
    let duration =
      stretch > 1
      ? min(random.within(series.duration) * stretch, 5_400, border)
      : min(random.within(series.duration), border)
    let isFirst = !isPaired || index % 2 == 0
    let ends = isFirst ? duration...border : border...slot.length
    let end = random.within(ends)
    var created = slot.start + end + random.below(min(8, ends.upperBound - end + 1))
    if isExchanged, place % 2 == 1 {
      let later = self.slot(place)
      created = later.start + later.length
    }
    return Moment(created: created, start: slot.start + end - duration, end: slot.start + end)
  }

  /// Whether a slot and its neighbour have their times exchanged. Only short slots do: nothing is
  /// out of reach for days.
  private func isExchanged(_ place: Int) -> Bool {
    guard place | 1 < slots, series.hours.workouts.isEmpty,
      plan.days * series.hours.length / slots < 7_200
    else { return false }
    var random = Random(seed: plan.seed, stream: ~series.stream, index: place / 2)
    return random.once(in: 24)
  }

  /// The moment of a stage of sleep, or of the whole night. All records of a night are written when
  /// it is over.
  private func night(of index: Int, in slot: Slot, _ random: inout Random) -> Moment {
    let night = slot.start - (slot.start - firstStart) % 86_400
    let morning = night + series.hours.length
    guard author(of: index) == 0 else {
      return Moment(created: morning, start: night, end: morning)
    }
    // A nap in the afternoon before.
    if slot.start == night, random.once(in: 8) {
      let start = night - random.within(8 * 3600...10 * 3600)
      return Moment(created: morning, start: start, end: start + random.within(1_200...3_000))
    }
    let length = min(slot.length, morning - slot.start)
    let duration = min(random.within(series.duration) * stretch, length)
    let start = slot.start + random.below(length - duration + 1)
    return Moment(created: morning, start: start, end: start + duration)
  }

  /// The records of a cycle are on five days in a row of each 28.
  private func flow(on index: Int, _ random: inout Random) -> Moment? {
    guard let day = cycleDay(of: index) else { return nil }
    let place = index % perCycle * flowDays(index)
    let start = plan.firstMidnight + (index / perCycle * 28 + day) * 86_400
    let time = start + 7 * 3600 + place % perCycle * 36_000 / perCycle
    return Moment(created: time + random.below(60), start: time, end: time)
  }

  /// The day of the cycle of a record about it, from 0; `nil` for other records.
  func cycleDay(of index: Int) -> Int? {
    guard series.detail == .cycleStart, index >= 0 else { return nil }
    return index % perCycle * flowDays(index) / perCycle
  }

  /// On how many days the flow of a cycle is, which may begin at the end of the export.
  private func flowDays(_ index: Int) -> Int {
    max(1, min(5, plan.days - index / perCycle * 28))
  }

  /// How many records there are of each cycle.
  private var perCycle: Int {
    let cycles = max(1, (plan.days + 22) / 28)
    return max(1, (count + cycles - 1) / cycles)
  }

  /// How many times longer records last where there are fewer of them: they have shares of a day.
  var stretch: Int {
    guard series.isShare else { return 1 }
    return max(1, plan.days * series.density / 100 / max(1, count))
  }

  var isPaired: Bool {
    if case .both = series.author { true } else { false }
  }

  /// The start of the series' hours on the first day.
  private var firstStart: Int { plan.firstMidnight + series.hours.start }

  /// The start of a slot in seconds since 1970, and its length in seconds.
  typealias Slot = (start: Int, length: Int)

  func slot(_ place: Int) -> Slot {
    let wanted = plan.workouts(of: series.hours.workouts)
    if wanted > 0 {
      let number = place * wanted / max(slots, 1)
      // The places of one workout are those from the first to before the first of the next.
      let first = (number * slots + wanted - 1) / wanted
      let count = max(1, ((number + 1) * slots + wanted - 1) / wanted - first)
      let workout = plan.workout(number, of: series.hours.workouts)
      let length = max(1, (workout.end - workout.start) / count)
      return (workout.start + (place - first) * length, length)
    }
    let length = series.hours.length
    let active = plan.days * length
    let begin = place * active / max(slots, 1)
    let end = (place + 1) * active / max(slots, 1)
    return (firstStart + begin / length * 86_400 + begin % length, end - begin)
  }
}
