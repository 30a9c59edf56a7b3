extension Migration.Report {
  /// The report as a JSON document; `conversion` is absent if nothing was to be written.
  ///
  /// - Parameters:
  ///   - source: The name of what was copied.
  ///   - target: The name of the copy.
  public func json(source: String, target: String) -> String {
    var members: [(String, JSONText)] = [
      ("source", .string(source)), ("target", .string(target)),
      ("compared", .boolean(isCompared)), ("verified", .boolean(isVerified)),
      ("samples", .number(count)), ("others", .number(others)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("source", .number($0.sourceCount)), ("target", .number($0.targetCount)),
          ("same", .boolean($0.isSame)),
        ]
      },
    ]
    if let conversion {
      members.append(
        ("conversion", .object(conversion.members(inputs: [source], output: target))))
    }
    return JSONText.document(members)
  }
}
