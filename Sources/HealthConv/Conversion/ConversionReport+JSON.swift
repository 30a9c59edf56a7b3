extension Conversion.Report {
  /// The report as a JSON document, with the members of ``Inventory/json()`` where the meaning is the same.
  ///
  /// - Parameters:
  ///   - inputs: The names of what was read.
  ///   - output: The name of what was written.
  public func json(inputs: [String], output: String) -> String {
    JSONText.object([("version", .number(1))] + members(inputs: inputs, output: output)).text()
      + "\n"
  }

  /// The members of the document.
  func members(inputs: [String], output: String) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("inputs", .array(inputs.map(JSONText.string))), ("output", .string(output)),
      ("read", .number(samplesRead)), ("written", .number(samplesWritten)),
      ("types", .array(types.map(\.json))), ("rejected", .number(rejected)),
      ("duplicates", .number(duplicates)), ("unitsConverted", .number(samplesConverted)),
      ("identitiesChanged", .number(identitiesChanged)),
      ("renamed", .array(renamings.map(\.json))),
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

extension Conversion.Report.TypeCount {
  fileprivate var json: JSONText {
    .object([
      ("type", .string(identifier)), ("kind", .string(kind.rawValue)), ("read", .number(read)),
      ("written", .number(written)),
    ])
  }
}

extension Conversion.Report.Renaming {
  fileprivate var json: JSONText {
    .object([("from", .string(from)), ("to", .string(to)), ("count", .number(count))])
  }
}

extension SaveCounts {
  fileprivate var json: JSONText {
    .object([
      ("new", .number(new)), ("same", .number(same)), ("replaced", .number(replaced)),
      ("kept", .number(kept)), ("gone", .number(gone)),
      (
        "types",
        .array(
          types.map {
            .object([
              ("type", .string($0.type)), ("replaced", .number($0.replaced)),
              ("kept", .number($0.kept)),
            ])
          })
      ),
    ])
  }
}
