import HealthConv

/// What a conversion would do, a line for each of its parts.
struct ConversionPlan {
  private let conversion: Conversion
  private let target: String

  init(_ conversion: Conversion, target: String) {
    self.conversion = conversion
    self.target = target
  }

  /// The lines.
  func text() -> String {
    var table = TextTable(.left, .left)
    for dataset in conversion.datasets {
      table.add("read", "\(dataset.name): \(dataset.format.name)")
    }
    for stage in conversion.stageNames { table.add("then", stage) }
    let layout = (try? conversion.format.layout(conversion.options.layout))?.name ?? ""
    table.add("write", "\(target): \(conversion.format.name), layout \(layout)")
    return table.text()
  }
}
