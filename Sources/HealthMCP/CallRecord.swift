import HealthBytes
import HealthModel
import HealthStore

/// The description of a call for the log, without values.
package struct CallRecord: Sendable {
  /// The name of the tool.
  package let tool: String
  /// The short names of the types in the arguments.
  package let types: [String]
  /// The limits of the start in the arguments.
  package let since: String?
  package let until: String?
  /// The length of the reply in bytes.
  package let bytes: Int
  /// Whether the reply is an error.
  package let isError: Bool

  /// The record as a line of JSON, with the time of the call in seconds since 1970.
  package func line(at seconds: Int64) -> String {
    let time = Timestamp(secondsSince1970: seconds).text(.iso8601).description
    return JSONText.object(
      [
        ("time", .string(time)), ("tool", .string(tool)),
        ("types", .array(types.map { .string($0) })),
      ] + JSONText.optional("since", since) + JSONText.optional("until", until)
        + [("bytes", .number(bytes)), ("error", .boolean(isError))]
    ).line + "\n"
  }
}

/// The parts of a record that are known before the length of the reply.
struct CallDraft {
  let tool: String
  var types: [String] = []
  var since: String?
  var until: String?
  var isError = false

  init(tool: String) { self.tool = tool }

  mutating func add(_ arguments: Arguments) {
    // Only names of the catalog, because the text of a client may be anything.
    let types = arguments.texts("types").flatMap { Catalog.types(matching: $0).map(\.shortName) }
    self.types = types.prefix(20) + (types.count > 20 ? ["…"] : [])
    since = arguments.text("since").flatMap { DateBound($0)?.description }
    until = arguments.text("until").flatMap { DateBound($0)?.description }
  }

  func record(bytes: Int) -> CallRecord {
    CallRecord(
      tool: tool, types: types, since: since, until: until, bytes: bytes, isError: isError)
  }
}
