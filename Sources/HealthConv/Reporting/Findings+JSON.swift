extension FindingLog {
  /// The rules that had findings, with the locations of the first.
  var json: JSONText {
    .array(
      rules.map { rule in
        .object([
          ("rule", .string(rule.name)), ("severity", .string(rule.severity.rawValue)),
          ("count", .number(rule.count)),
          ("first", .array(rule.first.map { .string($0.description) })),
        ])
      })
  }
}

extension ReaderNotes {
  /// The members of a document for what an input contains in addition to samples.
  var json: [(String, JSONText)] {
    [
      (
        "memberships",
        .object([
          ("alsoTopLevel", .number(alsoTopLevelMembers)),
          ("nestedOnly", .number(nestedOnlyMembers)),
        ])
      ),
      (
        "unreadFiles",
        .object(unreadFiles.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
      ),
      ("comments", .number(comments)),
    ]
  }
}

extension [Loss.Count] {
  /// What an output cannot represent; losses that did not occur are left out.
  var json: JSONText {
    .array(
      filter { $0.count > 0 }.map {
        .object([
          ("loss", .string($0.loss.name)), ("count", .number($0.count)),
          ("explanation", .string($0.loss.explanation)),
        ])
      })
  }
}
