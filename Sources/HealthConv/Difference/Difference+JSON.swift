extension Comparison.Difference {
  /// The difference as a line of JSON, without the line's end.
  public var json: String { value.line }

  var value: JSONText {
    var members: [(String, JSONText)] = [
      ("change", .string(change.rawValue)), ("kind", .string(kind.rawValue)),
      ("type", .string(type)),
    ]
    members += JSONText.optional("start", start?.text(.iso8601).description)
    if !parts.isEmpty { members.append(("parts", .array(parts.map { .string($0) }))) }
    members += JSONText.optional("old", oldValue) + JSONText.optional("new", newValue)
    return .object(members)
  }
}

extension Comparison.Report {
  /// The report as a JSON document.
  ///
  /// - Parameters:
  ///   - showsValues: Whether facts about the datasets are printed with their values.
  ///   - isLine: Whether to print it on one line, as JSON Lines require.
  /// - Returns: The document, without a line's end.
  public func json(
    differences: [Comparison.Difference]? = nil, showsValues: Bool = false, isLine: Bool = false
  ) -> String {
    var members: [(String, JSONText)] = [
      ("result", .string(isSame ? "same" : "different")), ("same", .number(same)),
      ("changed", .number(changed)), ("gone", .number(gone)), ("new", .number(new)),
    ]
    if isReordered { members.append(("order", .string("different"))) }
    members.append(("dataset", .array(dataset.map { $0.value(showsValues) })))
    members.append(
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("same", .number($0.same)), ("changed", .number($0.changed)), ("gone", .number($0.gone)),
          ("new", .number($0.new)),
        ]
      })
    if let differences { members.append(("differences", .array(differences.map(\.value)))) }
    return isLine ? JSONText.object(members).line : JSONText.object(members).text()
  }
}

extension Comparison.DatasetDifference {
  fileprivate func value(_ showsValues: Bool) -> JSONText {
    var members: [(String, JSONText)] = [
      ("name", .string(name)), ("severity", .string(isExpected ? "info" : "difference")),
    ]
    if showsValues {
      members += JSONText.optional("old", old) + JSONText.optional("new", new)
    }
    return .object(members)
  }
}
