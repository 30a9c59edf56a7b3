extension Merge.Report {
  /// The report as a JSON document.
  ///
  /// - Parameter output: The name of what was written.
  public func json(output: String) -> String {
    JSONText.document([
      JSONText.list("inputs", inputs) {
        [
          ("name", .string($0.name)), ("read", .number($0.read)), ("same", .number($0.same)),
          ("conflicts", .number($0.conflicts)),
        ]
      },
      ("output", .string(output)), ("written", .number(written)), ("findings", findings.json),
      ("losses", losses.json),
    ])
  }
}
