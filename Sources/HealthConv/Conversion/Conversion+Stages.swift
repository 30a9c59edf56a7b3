extension Conversion {
  /// What is done between reading and writing, in words, in the order in which it is done.
  public var stageNames: [String] {
    (selection.isEmpty ? [] : ["select"]) + (checks == nil ? [] : ["check"])
      + (units.isEmpty ? [] : ["convert units"])
      + (mergesDuplicates ? ["drop duplicates"] : [])
      + (order == .none ? [] : ["sort by start"])
  }

  /// What is done to the samples that are wanted, in this order.
  func stages(for info: DatasetInfo) throws(ConversionError) -> [any SampleStage] {
    var stages: [any SampleStage] = []
    if !units.isEmpty { stages.append(UnitStage(units)) }
    if mergesDuplicates { stages.append(try DuplicateStage(info)) }
    if order == .start { stages.append(try SortStage(info)) }
    return stages
  }
}
