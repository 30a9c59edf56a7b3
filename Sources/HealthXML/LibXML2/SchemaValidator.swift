import CHealthLibXML2
public import HealthBytes

/// Checks documents against an XML Schema, by libxml2.
///
/// Documents are streamed: memory does not grow with them. Nothing is fetched from a network, whatever a
/// schema or a document refers to.
///
/// A validator is made once and used for one document after another, by one thread at a time.
@safe
public final class SchemaValidator {
  /// A violation of the schema, or of well-formedness.
  public struct Violation: Sendable, Equatable {
    /// Its number in libxml2's `xmlerror.h`.
    public var code: Int
    /// The line, from 1; 0 where it is not known.
    public var line: Int
    /// The message of libxml2, which may contain values of the document.
    public var message: String
  }

  /// Why a schema cannot be used.
  public struct SchemaError: Error, Sendable, Equatable {
    /// The messages of libxml2, one sentence for each fault.
    public var messages: [String]
  }

  /// The most violations that are kept of one document.
  public static let violationLimit = 100

  let schema: xmlSchemaPtr

  /// Reads a schema and those it imports.
  public init(path: String) throws(SchemaError) {
    precondition(SchemaLoader.isReady)
    let faults = SchemaFaults(limit: Self.violationLimit)
    let context = unsafe xmlSchemaNewParserCtxt(path)
    guard let context = unsafe context else { throw SchemaError(messages: ["out of memory"]) }
    defer { unsafe xmlSchemaFreeParserCtxt(context) }
    unsafe xmlSchemaSetParserStructuredErrors(
      context, SchemaFaults.handler, Unmanaged.passUnretained(faults).toOpaque())
    guard let schema = unsafe xmlSchemaParse(context) else {
      throw SchemaError(messages: faults.list.map(\.message))
    }
    unsafe self.schema = schema
  }

  /// Reads a schema that is in memory, with those it imports.
  ///
  /// - Throws: `SchemaError` if it is no schema, or imports what is not among the documents.
  public convenience init(
    _ name: String, in documents: [String: [UInt8]]
  ) throws(SchemaError) {
    let folder = SchemaLoader.add(documents)
    defer { SchemaLoader.remove(folder) }
    try self.init(path: folder + name)
  }

  deinit { unsafe xmlSchemaFree(schema) }

  /// Checks a document.
  ///
  /// - Returns: What is wrong with it, in its order, ``violationLimit`` at the most; nothing if it is valid.
  public func violations(in source: any ByteSource) throws(ByteError) -> [Violation] {
    let faults = SchemaFaults(limit: Self.violationLimit)
    let sourceInput = SourceInput(source)
    guard let context = unsafe xmlSchemaNewValidCtxt(schema),
      let input = unsafe xmlParserInputBufferCreateIO(
        SourceInput.read, nil, Unmanaged.passUnretained(sourceInput).toOpaque(),
        XML_CHAR_ENCODING_NONE)
    else { return [Violation(code: -1, line: 0, message: "out of memory")] }
    defer { unsafe xmlSchemaFreeValidCtxt(context) }
    unsafe xmlSchemaSetValidStructuredErrors(
      context, SchemaFaults.handler, Unmanaged.passUnretained(faults).toOpaque())
    // The parser reports faults of its own, such as tags that do not match, to the one of the process.
    unsafe xmlSetStructuredErrorFunc(
      Unmanaged.passUnretained(faults).toOpaque(), SchemaFaults.handler)
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    // It frees the input.
    let result = unsafe xmlSchemaValidateStream(context, input, XML_CHAR_ENCODING_NONE, nil, nil)
    withExtendedLifetime((faults, sourceInput)) {}
    if let error = sourceInput.error { throw error }
    if result != 0, faults.list.isEmpty {
      return [Violation(code: Int(result), line: 0, message: "is not valid")]
    }
    return faults.list
  }
}

/// Hands the bytes of a source to libxml2.
@safe
private final class SourceInput {
  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private(set) var error: ByteError?

  init(_ source: any ByteSource) { self.source = source }

  /// Fills memory of libxml2; -1 if the source fails.
  static let read: xmlInputReadCallback = { data, target, count in
    guard let data = unsafe data, let target = unsafe target, count > 0 else { return 0 }
    let sourceInput = unsafe Unmanaged<SourceInput>.fromOpaque(data).takeUnretainedValue()
    if sourceInput.buffer.count != Int(count) {
      sourceInput.buffer = [UInt8](repeating: 0, count: Int(count))
    }
    do throws(ByteError) {
      let read = try sourceInput.source.read(into: &sourceInput.buffer, at: 0)
      unsafe sourceInput.buffer.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: target, count: read)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<read]))
      }
      return Int32(read)
    } catch {
      sourceInput.error = error
      return -1
    }
  }
}
