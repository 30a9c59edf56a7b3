internal import HealthBytes

/// The samples that belong together: the two pressures of a measurement, the nutrients of a meal.
struct Correlations {
  private let type: StaticString
  private let members: [RecordRun]
  /// By author, then by version.
  private let forms: [[SourceForm]]
  /// Whether some correlations have members that are not stored separately.
  private let hasNestedOnly: Bool
  private let plan: Plan

  private init(
    _ type: StaticString, of series: [Series], hasNestedOnly: Bool, _ runs: [RecordRun],
    _ plan: Plan
  ) {
    self.type = type
    self.plan = plan
    members = series.compactMap { member in runs.first { $0.series.type == member.type } }
    let origins = series.first?.author.origins ?? []
    forms = origins.map { $0.owned(by: plan.person) }.map { origin in
      origin.versions.map { SourceForm(origin, version: $0) }
    }
    self.hasNestedOnly = hasNestedOnly
  }

  static func bloodPressure(_ runs: [RecordRun], _ plan: Plan) -> Correlations {
    Correlations(
      "HKCorrelationTypeIdentifierBloodPressure", of: Series.pressures, hasNestedOnly: true, runs,
      plan)
  }

  static func food(_ runs: [RecordRun], _ plan: Plan) -> Correlations {
    Correlations(
      "HKCorrelationTypeIdentifierFood", of: Series.nutrients, hasNestedOnly: false, runs, plan)
  }

  /// Writes one correlation for each record of the members, and a few more where there are
  /// unlisted ones.
  func write(to document: inout ExportDocument) throws(HealthError) {
    guard let first = members.first else { return }
    for index in 0..<first.count {
      write(index, isAlsoTopLevel: true, to: &document)
      if hasNestedOnly, index % 16 == 0 { write(index, isAlsoTopLevel: false, to: &document) }
      try document.output.flushIfLarge()
    }
  }

  private func write(_ index: Int, isAlsoTopLevel: Bool, to document: inout ExportDocument) {
    guard let first = members.first else { return }
    let moment = first.moment(index, isAlsoTopLevel: isAlsoTopLevel)
    var random = Random(
      seed: plan.seed, stream: first.series.stream &+ 2, index: index)
    document.begin(.correlation)
    document.attribute("type", type)
    document.append(first.form(index, of: forms), pointer: random.next(), at: moment)
    document.endOpening()
    first.writeDetail(index, at: moment, to: &document)
    for member in members {
      member.writeNested(index, isAlsoTopLevel: isAlsoTopLevel, to: &document)
    }
    document.close(.correlation)
  }
}

/// What people eat.
enum Food {
  static func name(_ random: inout Random) -> StaticString {
    names[random.below(names.count)]
  }

  static func meal(_ random: inout Random) -> String {
    meals[random.below(meals.count)]
  }

  /// Ready for XML.
  private static let names: [StaticString] = [
    "Porridge", "Crème brûlée", "Fish &amp; Chips", "Linsensuppe", "Pizza &quot;Quattro&quot;",
    "おにぎり", "Salad", "Bread, butter",
  ]
  private static let meals = ["Breakfast", "Lunch", "Dinner", "Snacks"]
}
