extension GroundTruth {
  /// The ground truth as JSON, one type on a line, always in the same order.
  public func json() -> String {
    """
    {
      "schemaVersion": 1,
      "bytes": \(bytes),
      "start": \(start),
      "end": \(end),
      "routePoints": \(routePoints),
      "electrocardiograms": \(electrocardiograms),
      "electrocardiogramVoltages": \(electrocardiogramVoltages),
      "elements": {
    \(Self.lines(elements) { "\(Self.quoted($0.name)): \($0.count)" })
      },
      "records": [
    \(Self.lines(records, Self.object))
      ],
      "nestedRecords": [
    \(Self.lines(nestedRecords, Self.object))
      ]
    }

    """
  }

  private static func lines<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
    items.map { "    " + text($0) }.joined(separator: ",\n")
  }

  private static func object(_ total: TypeTotal) -> String {
    var members = ["\"type\": \(quoted(total.type))"]
    if let unit = total.unit { members.append("\"unit\": \(quoted(unit))") }
    members.append("\"count\": \(total.count)")
    // As text: a JSON number would be read as a `Double`, and the sum is exact.
    if let sum = total.sum { members.append("\"sum\": \(quoted(sum))") }
    members.append("\"start\": \(total.start)")
    members.append("\"end\": \(total.end)")
    return "{\(members.joined(separator: ", "))}"
  }

  /// Types, units and names hold neither quotes nor control characters.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
