extension Conversion {
  /// What is done between reading and writing, in words, in the order in which it is done.
  public var stageNames: [String] {
    (selection.isEmpty ? [] : ["select"]) + (checks == nil ? [] : ["check"])
      + (wantedUnits.isEmpty ? [] : ["convert units"])
      + (isNormalizing || fixes(.deprecatedValue) ? ["rename what is deprecated"] : [])
      + (dropsDuplicates ? ["drop duplicates"] : [])
      + (mergesDuplicates || isNormalizing ? ["link members"] : [])
      + (order == .none ? [] : ["sort by start"])
  }

  /// The stages for the selected samples, in this order.
  func stages(
    for info: DatasetInfo, _ rows: NestedCopies?, _ digests: TypeDigests?
  ) throws(ConversionError) -> [any SampleStage] {
    var stages: [any SampleStage] = []
    if !wantedUnits.isEmpty { stages.append(UnitStage(wantedUnits)) }
    if isNormalizing {
      stages.append(RenamingStage())
    } else if fixes(.deprecatedValue) {
      stages.append(RenamingStage(found: info))
    }
    if let rows { stages.append(rows) }
    if mergesDuplicates || isNormalizing {
      stages.append(try DuplicateStage(info))
    } else if fixes(.exactDuplicate) {
      stages.append(try DuplicateStage(info, of: \.isComparedByRules, isLinking: false))
    }
    if ordering != .saved { stages.append(try OrderingStage(info, ordering, limit: limit)) }
    if order == .start { stages.append(try SortStage(info)) }
    if let digests { stages.append(DigestStage(digests)) }
    return stages
  }

  private var dropsDuplicates: Bool {
    mergesDuplicates || isNormalizing || fixes(.exactDuplicate)
  }

  /// Whether the findings of a rule are to be fixed.
  private func fixes(_ rule: Rule) -> Bool {
    fixes?.severity(of: rule.name, ordinarily: rule.severity) != nil
  }

  /// Normalizing uses the units of the catalog, unless others are chosen: for some types, for all, or `as-is`.
  private var wantedUnits: UnitPreferences {
    var wanted = units
    if isNormalizing, wanted.system == nil, !wanted.isChosen { wanted.system = .metric }
    return wanted
  }
}
