/// Writes the Swift tables of the catalog.
public struct CatalogGenerator {
  /// A file of Swift.
  public struct File {
    /// The name, such as `QuantityType+Known.swift`.
    public let name: String
    /// All that is in it.
    public let text: String
  }

  let source: CatalogSource

  /// Makes a generator for the catalog in `source`.
  public init(_ source: CatalogSource) {
    self.source = source
  }

  /// The files to put into `Sources/HealthModel/Catalog/Generated`, the same for the same data.
  public func files() -> [File] {
    [
      quantities, categories, correlations, characteristics, clinicalRecords, otherTypes, metadata,
      values, workoutActivities, workoutEvents, enumerations, timeZones,
    ]
  }
}

/// A member that names a row: `static var heartRate: Self { Self(known: 50) }`.
struct Member {
  let name: String
  let note: String
  let index: Int

  init(_ identifier: String, without prefixes: String..., note: String, index: Int) {
    self.name = memberName(identifier, without: prefixes)
    self.note = note
    self.index = index
  }
}

/// The text of a generated file: members in an extension of `type`, then the table.
func swiftFile(
  _ type: String?, members: [Member] = [], label: String = "known",
  table: (name: String, row: String, calls: [Call])? = nil
) -> CatalogGenerator.File {
  var text = "// Written by `swift run generate-catalog` from Schemas/catalog: edit that.\n"
  if let type, !members.isEmpty {
    text += "\nextension \(type) {\n"
    for member in members {
      text += "  /// \(member.note)\n"
      let head = "  public static var \(member.name): Self {"
      let body = "Self(\(label): \(member.index))"
      let fits = head.count + body.count + 3 <= 100
      text += fits ? "\(head) \(body) }\n" : "\(head)\n    \(body)\n  }\n"
    }
    text += "}\n"
  }
  if let table {
    text += "\nlet \(table.name): [\(table.row)] = [\n"
    for call in table.calls {
      text += call.text(table.row, indentation: 2) + ",\n"
    }
    text += "]\n"
  }
  return CatalogGenerator.File(name: "\(type ?? "OtherType")+Known.swift", text: text)
}
