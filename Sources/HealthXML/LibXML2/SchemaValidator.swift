import CLibXML2
public import HealthBytes

/// Checks documents against an XML Schema, by libxml2.
///
/// Documents are streamed: memory does not grow with them. Nothing is fetched from a network, whatever a
/// schema or a document refers to.
///
/// A validator is made once and used for one document after another, by one thread at a time.
@safe
public final class SchemaValidator {
  /// Where a document is not as the schema says, or not well-formed.
  public struct Violation: Sendable, Equatable {
    /// Its number in libxml2's `xmlerror.h`.
    public var code: Int
    /// The line, from 1; 0 where it is not known.
    public var line: Int
    /// What libxml2 says. It may hold values of the document.
    public var message: String
  }

  /// Why a schema cannot be used.
  public struct SchemaError: Error, Sendable, Equatable {
    /// What libxml2 says, one sentence for each fault.
    public var messages: [String]
  }

  /// The most violations that are kept of one document.
  public static let violationLimit = 100

  private let schema: xmlSchemaPtr

  /// Nothing is fetched from a network from now on, by anything in this process that uses libxml2 without a
  /// loader of its own.
  private static let isReady: Bool = {
    xmlInitParser()
    unsafe xmlSetExternalEntityLoader { url, id, context in
      unsafe xmlNoNetExternalEntityLoader(url, id, context)
    }
    return true
  }()

  /// Reads a schema and those it imports.
  ///
  /// - Parameter path: The path of its file.
  /// - Throws: `SchemaError` if it cannot be read or is no schema.
  public init(path: String) throws(SchemaError) {
    precondition(Self.isReady)
    let faults = Faults()
    let context = unsafe xmlSchemaNewParserCtxt(path)
    guard let context = unsafe context else { throw SchemaError(messages: ["out of memory"]) }
    defer { unsafe xmlSchemaFreeParserCtxt(context) }
    unsafe xmlSchemaSetParserStructuredErrors(
      context, Faults.handler, Unmanaged.passUnretained(faults).toOpaque())
    guard let schema = unsafe xmlSchemaParse(context) else {
      throw SchemaError(messages: faults.violations.map(\.message))
    }
    unsafe self.schema = schema
  }

  deinit { unsafe xmlSchemaFree(schema) }

  /// Checks a document.
  ///
  /// - Parameter source: Its bytes.
  /// - Returns: What is wrong with it, in its order, ``violationLimit`` at the most; nothing if it is valid.
  /// - Throws: What the source throws.
  public func violations(in source: any ByteSource) throws(ByteError) -> [Violation] {
    let faults = Faults()
    let feed = Feed(source)
    guard let context = unsafe xmlSchemaNewValidCtxt(schema),
      let input = unsafe xmlParserInputBufferCreateIO(
        Feed.read, nil, Unmanaged.passUnretained(feed).toOpaque(), XML_CHAR_ENCODING_NONE)
    else { return [Violation(code: -1, line: 0, message: "out of memory")] }
    defer { unsafe xmlSchemaFreeValidCtxt(context) }
    unsafe xmlSchemaSetValidStructuredErrors(
      context, Faults.handler, Unmanaged.passUnretained(faults).toOpaque())
    // The parser reports faults of its own, such as tags that do not match, to the one of the process.
    unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(faults).toOpaque(), Faults.handler)
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    // It frees the input.
    let result = unsafe xmlSchemaValidateStream(context, input, XML_CHAR_ENCODING_NONE, nil, nil)
    withExtendedLifetime((faults, feed)) {}
    if let error = feed.error { throw error }
    if result != 0, faults.violations.isEmpty {
      return [Violation(code: Int(result), line: 0, message: "is not valid")]
    }
    return faults.violations
  }
}

/// Takes what libxml2 has to say.
@safe
private final class Faults {
  private(set) var violations: [SchemaValidator.Violation] = []

  static let handler: xmlStructuredErrorFunc = { data, error in
    guard let data = unsafe data, let error = unsafe error else { return }
    let faults = unsafe Unmanaged<Faults>.fromOpaque(data).takeUnretainedValue()
    guard faults.violations.count < SchemaValidator.violationLimit else { return }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    unsafe faults.violations.append(
      SchemaValidator.Violation(
        code: Int(error.pointee.code), line: Int(error.pointee.line),
        message: String(message.reversed().drop { $0 == "\n" }.reversed())))
  }
}

/// Hands the bytes of a source to libxml2.
@safe
private final class Feed {
  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private(set) var error: ByteError?

  init(_ source: any ByteSource) { self.source = source }

  /// Fills memory of libxml2; -1 if the source fails.
  static let read: xmlInputReadCallback = { data, target, count in
    guard let data = unsafe data, let target = unsafe target, count > 0 else { return 0 }
    let feed = unsafe Unmanaged<Feed>.fromOpaque(data).takeUnretainedValue()
    if feed.buffer.count != Int(count) { feed.buffer = [UInt8](repeating: 0, count: Int(count)) }
    do throws(ByteError) {
      let read = try feed.source.read(into: &feed.buffer, at: 0)
      unsafe feed.buffer.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: target, count: read)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<read]))
      }
      return Int32(read)
    } catch {
      feed.error = error
      return -1
    }
  }
}
