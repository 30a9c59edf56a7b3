import HealthBytes
import HealthFormats

/// An error of the protocol, as JSON-RPC 2.0 numbers it.
struct ProtocolError: Error {
  let code: Int
  let message: String
  var data: [(String, JSONText)] = []

  static let malformed = ProtocolError(code: -32_700, message: "the message is not JSON")

  static func invalid(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_600, message: message)
  }

  static func unknownMethod(_ method: String) -> ProtocolError {
    ProtocolError(code: -32_601, message: "unknown method '\(method.clipped)'")
  }

  static func parameters(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_602, message: message)
  }

  static func version(_ requested: String) -> ProtocolError {
    ProtocolError(
      code: -32_022, message: "unsupported protocol version '\(requested.clipped)'",
      data: [
        ("supported", .array(ProtocolEra.versions.map { .string($0) })),
        ("requested", .string(requested.clipped)),
      ])
  }

  var json: JSONText {
    .object(
      [("code", .number(code)), ("message", .string(message))]
        + (data.isEmpty ? [] : [("data", .object(data))]))
  }
}

/// How a request states the version of the protocol.
enum ProtocolEra {
  /// The client and the server agree on a version when they connect (2024-11-05 to 2025-11-25).
  case handshake
  /// Each request states its version (2026-07-28).
  case stateless

  static let handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  static let statelessVersions = ["2026-07-28"]
  static let versions = statelessVersions + handshakeVersions
}

struct Request {
  /// Its number or name, which the reply repeats; `nil` for a notification, which has no reply.
  let id: JSONText?
  let method: String
  let parameters: [(String, JSONText)]
  let era: ProtocolEra

  /// The longest id of a request in bytes: the reply repeats the id, and has a limit.
  private static let longestID = 256
  private static let metaPrefix = "io.modelcontextprotocol/"

  /// Reads a message.
  ///
  /// - Parameter id: Set from the message before later checks throw, for the reply about an error.
  init(_ line: [UInt8], id: inout JSONText?) throws(ProtocolError) {
    guard let value = JSONText(parsing: line) else { throw .malformed }
    guard case .object(let message) = value else {
      throw .invalid("expected one message, an object")
    }
    switch message["id"] {
    case .none: break
    case .string(let text) where text.utf8.count <= Self.longestID: id = .string(text)
    case .number(let number): id = .number(number)
    default: throw .invalid("expected an id that is a number or a string of up to 256 bytes")
    }
    self.id = id
    guard case .string("2.0") = message["jsonrpc"] else {
      throw .invalid("expected \"jsonrpc\": \"2.0\"")
    }
    guard case .string(let method) = message["method"] else {
      throw .invalid("expected a method")
    }
    self.method = method
    switch message["params"] {
    case .none: parameters = []
    case .object(let members): parameters = members
    default: throw .invalid("expected parameters that are an object")
    }
    era = try Self.era(parameters, method)
  }

  /// A request of the stateless form states version and capabilities in its parameters.
  private static func era(
    _ parameters: [(String, JSONText)], _ method: String
  ) throws(ProtocolError) -> ProtocolEra {
    guard method != "initialize", case .object(let meta) = parameters["_meta"],
      let version = meta[metaPrefix + "protocolVersion"]
    else {
      if method == "server/discover" {
        throw .parameters("expected _meta with \(metaPrefix)protocolVersion")
      }
      return .handshake
    }
    guard case .object = meta[metaPrefix + "clientCapabilities"] else {
      throw .parameters("expected _meta with \(metaPrefix)clientCapabilities")
    }
    guard case .string(let text) = version else {
      throw .parameters("expected a protocol version that is a string")
    }
    guard ProtocolEra.statelessVersions.contains(text) else { throw .version(text) }
    return .stateless
  }
}

extension [(String, JSONText)] {
  /// The first member of a name.
  subscript(name: String) -> JSONText? { first { $0.0 == name }?.1 }
}

extension String {
  /// Its first 200 characters, for a message or a reply.
  var clipped: String {
    unicodeScalars.count <= 200
      ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(200))) + "…"
  }
}

/// The lines of a source, each when its last byte has arrived.
struct LineReader {
  private let source: any ByteSource
  private let longest: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var place = 0
  private var end = 0

  init(_ source: any ByteSource, longest: Int) { (self.source, self.longest) = (source, longest) }

  enum Line {
    /// A line without its end.
    case complete([UInt8])
    case tooLong

    var bytes: [UInt8]? { if case .complete(let bytes) = self { bytes } else { nil } }
  }

  /// The next line, the last one also if it has no end; `nil` after the last one.
  mutating func next() throws(HealthError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if place == end {
        (place, end) = (0, try source.read(into: &buffer, at: 0))
        if end == 0, line.isEmpty, !isTooLong { return nil }
        if end == 0 { return isTooLong ? .tooLong : .complete(line) }
      }
      var stop = place
      while stop < end, buffer[stop] != UInt8(ascii: "\n") { stop += 1 }
      isTooLong = isTooLong || line.count + stop - place > longest
      if isTooLong { line = [] } else { line += buffer[place..<stop] }
      place = min(stop + 1, end)
      if stop < end { return isTooLong ? .tooLong : .complete(line) }
    }
  }
}
