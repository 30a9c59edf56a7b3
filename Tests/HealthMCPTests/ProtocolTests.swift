import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthMCP
import HealthTesting
import Testing

/// Messages of both forms of the protocol.
struct ProtocolTests {
  private static let empty =
    "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n</HealthData>\n"
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1999-01-01"])
  func handshakeAgreesOnAVersion(version: String) throws {
    let reply = try #require(
      try server(Self.empty).reply(
        to: Array(
          #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{}}}"#
            .utf8)))
    let result = try #require(try JSONText(reply)["result"])
    #expect(
      result["protocolVersion"]?.string == (version.hasPrefix("202") ? version : "2025-11-25"))
    #expect(result["capabilities"]?["resources"] == nil)
    #expect(result["resultType"] == nil)
  }

  @Test func statelessRequestsStateTheirVersion() throws {
    let server = try server(Self.empty)
    func reply(_ method: String, _ parameters: String) throws -> JSONText {
      try JSONText(
        try #require(
          server.reply(
            to: Array(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\",\"params\":{\(parameters)}}"
                .utf8))))
    }
    let discovered = try #require(try reply("server/discover", Self.meta)["result"])
    #expect(discovered["supportedVersions"]?.items.first?.string == "2026-07-28")
    #expect(discovered["resultType"]?.string == "complete")
    #expect(discovered["ttlMs"] != nil && discovered["cacheScope"]?.string == "private")
    let tools = try #require(try reply("tools/list", Self.meta)["result"])
    #expect(tools["tools"]?.items.count == 5 && tools["ttlMs"] != nil)
    let other = Self.meta.replacing("2026-07-28", with: "2030-01-01")
    #expect(try reply("tools/list", other)["error"]?["code"]?.line == "-32022")
    #expect(try reply("ping", Self.meta)["error"]?["code"]?.line == "-32601")
    #expect(try reply("server/discover", "")["error"]?["code"]?.line == "-32602")
  }

  @Test(arguments: [
    ("{", -32_700), ("[]", -32_600), ("{}", -32_600), ("\u{FF}", -32_700), ("1", -32_600),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32_600),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32_601),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"samples"}}"#, -32_602),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"describe","arguments":1}}"#,
      -32_602
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"year"}}"#, -32_602),
  ])
  func errorsHaveTheirNumbers(message: String, code: Int) throws {
    let bytes = message == "\u{FF}" ? [0xFF] : Array(message.utf8)
    let reply = try JSONText(try #require(try server(Self.empty).reply(to: bytes)))
    #expect(reply["error"]?["code"]?.line == "\(code)", "\(reply.line)")
  }

  @Test func notificationsHaveNoReply() throws {
    let server = try server(Self.empty)
    for message in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#, "", " \r",
    ] { #expect(server.reply(to: Array(message.utf8)) == nil) }
  }

  /// Whatever a message is, the reply is one line of JSON, and later replies are as before.
  @Test func mutationsOfMessagesDoNoHarm() throws {
    let text = try export()
    var server = try server(text, allowing: [.samples])
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"statistics","arguments":{"types":["steps","hr"],"since":"2024-04-01","interval":"2 days","percentiles":[5,50.5],"units":["metric"]}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"samples","arguments":{"limit":5,"offset":1}}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"visit","arguments":{"topic":"x"}}}"#,
      "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"params\":{\(Self.meta)}}",
      #"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"units","arguments":{"value":-1e308,"from":"kg","to":"g"}}}"#,
    ].map { Array($0.utf8) }
    let expected = messages.map { server.reply(to: $0) }
    var random = FixedRandom(seed: 3)
    let pieces = [
      "\"", "{", "}", "[", "]", ",", "\\u0000", "\\", "null", "1e999", "-", "\u{0}", "\u{202E}",
    ].map { Array($0.utf8) }
    for _ in 0..<300 {
      var message = messages[random.below(messages.count)]
      for _ in 0...random.below(4) where !message.isEmpty {
        let place = random.below(message.count)
        switch random.below(5) {
        case 0: message[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: message.removeSubrange(place..<min(message.count, place + 1 + random.below(20)))
        case 2: message.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 3: message.insert(contentsOf: message[place...].prefix(random.below(40)), at: place)
        default: message.removeLast(min(message.count, random.below(9)))
        }
      }
      guard let reply = server.reply(to: message) else { continue }
      let value = try JSONText(reply)
      #expect(value["jsonrpc"]?.string == "2.0" && !reply.contains("\n"))
      #expect(reply.utf8.count < 1 << 14)
    }
    #expect(messages.map { server.reply(to: $0) } == expected)
    server.limit = 1 << 14
    let deep = String(repeating: "[", count: 900_000)
    #expect(server.reply(to: Array(deep.utf8))?.contains("-32700") == true)
  }

  /// Lines that arrive in any pieces, and one that is too long.
  @Test(arguments: [61, 1 << 16])
  func linesArriveInPieces(size: Int) throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let long = String(repeating: "x", count: (1 << 20) + 1)
    let sink = BytesSink()
    let source = PiecesSource(Array("\(ping)\n\n\(long)\n\(ping)\r\n\(ping)".utf8), size)
    try server(Self.empty).run(from: source, to: sink)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.count { $0 == #"{"jsonrpc":"2.0","id":1,"result":{}}"# } == 3)
    #expect(lines[1].contains("longer than 1048576 bytes"))
  }

  /// The record of a call has no values.
  @Test func callsAreRecorded() throws {
    var server = try server(try export(.days(1)))
    let lines = Monitor([String]())
    server.onCall = { record in lines.withLock { $0.append(record.line(at: 0)) } }
    let reply = try server.call(
      "statistics", .object([("types", .string("steps")), ("since", .string("2024-04-01"))])
    ).reply
    let wrong = try server.call("statistics", .object([("types", .string("weight 77 kg"))])).reply
    #expect(
      lines.withLock { $0 } == [
        #"{"time":"1970-01-01T00:00:00+00:00","tool":"statistics","types":["StepCount"],"since":"2024-04-01","bytes":\#(reply.utf8.count + 1),"error":false}"#
          + "\n",
        #"{"time":"1970-01-01T00:00:00+00:00","tool":"statistics","types":[],"bytes":\#(wrong.utf8.count + 1),"error":true}"#
          + "\n",
      ])
  }
}

/// Bytes in small pieces.
private final class PiecesSource: ByteSource {
  private var bytes: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) { (self.bytes, self.size) = (bytes[...], size) }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let count = min(size, bytes.count, buffer.count - offset)
    buffer.replaceSubrange(offset..<offset + count, with: bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    return count
  }

  var progress: ByteProgress { ByteProgress(consumed: 0, total: nil) }
}
