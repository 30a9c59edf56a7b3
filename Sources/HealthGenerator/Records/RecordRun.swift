internal import HealthBytes

/// The records of one series in one export. Each is a function of its index.
struct RecordRun {
  let series: Series
  let count: Int
  let plan: Plan
  /// By author, then by version.
  private let forms: [[SourceForm]]
  /// The pieces that the time is cut into, each for one record of each author.
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
  func write(to document: inout ExportDocument) throws(ByteError) {
    var total = makeTotal()
    for index in 0..<count {
      write(index, to: &document, total: &total)
      try document.output.flushIfLarge()
    }
    document.recordTotals.add(total)
  }

  /// Writes one record inside a correlation.
  ///
  /// - Parameter isListed: whether it is the very one of top level, else another near to it
  func writeNested(_ index: Int, isListed: Bool = true, to document: inout ExportDocument) {
    var total = makeTotal()
    write(index, variant: isListed ? 0 : 1, to: &document, total: &total)
    document.nestedTotals.add(total)
  }

  /// When a record starts, ends and was made.
  func moment(_ index: Int, isListed: Bool = true) -> Moment {
    var random = random(index, variant: isListed ? 0 : 1)
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
