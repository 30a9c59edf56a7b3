extension Conversion.Report {
  /// The report as a JSON document, with the members of ``Inventory/json()`` where the meaning is the same.
  ///
  /// - Parameters:
  ///   - inputs: The names of what was read.
  ///   - output: The name of what was written.
  public func json(inputs: [String], output: String) -> String {
    JSONText.document(members(inputs: inputs, output: output))
  }

  /// The members of the document.
  func members(inputs: [String], output: String) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("inputs", .array(inputs.map(JSONText.string))), ("output", .string(output)),
      ("read", .number(samplesRead)), ("written", .number(samplesWritten)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("read", .number($0.read)), ("written", .number($0.written)),
        ]
      }, ("rejected", .number(rejected)),
      ("duplicates", .number(duplicates)), ("unitsConverted", .number(samplesConverted)),
      ("identitiesChanged", .number(identitiesChanged)),
      JSONText.list("renamed", renamings) {
        [("from", .string($0.from)), ("to", .string($0.to)), ("count", .number($0.count))]
      },
      ("correlationsLinked", .number(correlationsRelinked)),
    ]
    if let saved { members.append(("saved", saved.json)) }
    members += [("findings", findings.json), ("losses", losses.json)] + notes.json
    members += [
      ("bytesRead", .number(Int(bytesRead))), ("bytesWritten", .number(Int(bytesWritten))),
      ("milliseconds", .number(Int(duration / .milliseconds(1)))),
    ]
    return members + JSONText.optional("error", readError?.description)
  }
}

extension SaveCounts {
  fileprivate var json: JSONText {
    .object([
      ("new", .number(new)), ("same", .number(same)), ("replaced", .number(replaced)),
      ("kept", .number(kept)), ("gone", .number(gone)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.type)), ("replaced", .number($0.replaced)),
          ("kept", .number($0.kept)),
        ]
      },
    ])
  }
}
