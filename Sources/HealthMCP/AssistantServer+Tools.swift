import HealthBytes
import HealthConv

/// What a call was about: no values.
package struct CallRecord: Sendable {
  /// The tool.
  package let tool: String
  /// The short names of the types that it names.
  package let types: [String]
  /// The earliest and the latest start that it names.
  package let since: String?
  package let until: String?
  /// The bytes of the reply.
  package let bytes: Int
  /// Whether the reply is an error.
  package let isError: Bool

  /// One line, with the time of the call.
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

extension AssistantServer {
  /// The tools that the grant allows.
  var tools: [Tool] {
    [.describe, .statistics, .answer, .explain, .units]
      + (grant.permissions.contains(.samples) ? [.samples] : [])
  }

  /// The result of a call: of its tool if it fits the limit, otherwise what to ask for instead.
  func called(_ request: Request) throws(ProtocolError) -> [(String, JSONText)] {
    guard case .string(let name) = request.parameters["name"],
      let tool = tools.first(where: { $0.name == name })
    else {
      throw .parameters("unknown tool, expected \(tools.map(\.name).joined(separator: ", "))")
    }
    let values: [(String, JSONText)]
    switch request.parameters["arguments"] {
    case .object(let members): values = members
    case nil, .literal("null"): values = []
    default: throw .parameters("expected arguments that are an object")
    }
    var result: [(String, JSONText)]
    var record = CallDraft(tool: name)
    do throws(ToolError) {
      let arguments = try Arguments(values, for: tool)
      record.add(arguments)
      result = try self.result(of: tool, arguments, values, request)
    } catch {
      result = [
        ("content", .array([Self.text(error.message)])), ("isError", .boolean(true)),
      ]
      record.isError = true
    }
    onCall(record.record(bytes: size(of: result, request)))
    return result
  }

  /// The result of a tool that fits the limit: the earlier one if the call and the data are the same.
  private func result(
    of tool: Tool, _ arguments: Arguments, _ values: [(String, JSONText)], _ request: Request
  ) throws(ToolError) -> [(String, JSONText)] {
    var server = self
    server.knownZone = memory.refresh(for: datasets)
    guard server.knownZone != nil, tool.isKept, limit <= Self.mostKept else {
      return try fitting(try tool.call(arguments, server), request)
    }
    // The age of an export is in days.
    let key =
      "\(SystemClock.secondsSince1970 / 86_400) \(tool.name) \(JSONText.object(values).line)"
    if let kept = memory[key], size(of: kept, request) <= limit { return kept }
    let result = try fitting(try tool.call(arguments, server), request)
    if key.utf8.count < Self.longestKey { memory[key] = result }
    return result
  }

  /// The largest limit of replies of which results are kept.
  private static let mostKept = 1 << 16
  /// The longest arguments of which results are kept.
  private static let longestKey = 4_096

  /// A result that fits the limit.
  private func fitting(
    _ result: ToolResult, _ request: Request
  ) throws(ToolError) -> [(String, JSONText)] {
    for members in [result.members] + result.smaller {
      let reply = Self.content(members)
      if size(of: reply, request) <= limit { return reply }
    }
    let other = size(
      of: Self.content(result.members.map { $0.0 == "rows" ? ("rows", .array([])) : $0 }), request)
    throw ToolError(
      "The result is larger than \(limit) bytes, so it is not sent. \(result.offer(limit, other))")
  }

  /// The bytes of a reply, its line end included.
  private func size(of result: [(String, JSONText)], _ request: Request) -> Int {
    Self.reply(request.id ?? .literal("null"), result: result, request.era).utf8.count + 1
  }

  /// A result as the protocol has it: as a value, and as text for clients that show only text.
  private static func content(_ members: [(String, JSONText)]) -> [(String, JSONText)] {
    let value = JSONText.object(members)
    return [("content", .array([text(value.line)])), ("structuredContent", value)]
  }

  private static func text(_ text: String) -> JSONText {
    .object([("type", .string("text")), ("text", .string(text))])
  }
}

/// What is known of a call.
private struct CallDraft {
  let tool: String
  var types: [String] = []
  var since: String?
  var until: String?
  var isError = false

  init(tool: String) { self.tool = tool }

  mutating func add(_ arguments: Arguments) {
    // By the names of the catalog: the text of a client may be anything.
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
