import CHealthLibXML2
package import HealthBytes

/// Checks documents against an XML Schema, by libxml2.
///
/// Documents are streamed: memory does not grow with them. Nothing is fetched from a network, whatever a
/// schema or a document refers to.
///
/// A validator is made once and used for one document after another, by one thread at a time.
@safe
package final class SchemaValidator {
  /// A violation of the schema, or of well-formedness.
  package struct Violation: Sendable, Equatable {
    /// Its number in libxml2's `xmlerror.h`.
    package var code: Int
    /// The line, from 1; 0 where it is not known.
    package var line: Int
    /// The message of libxml2, which may contain values of the document.
    package var message: String
  }

  /// Why a schema cannot be used.
  package struct SchemaError: Error, Sendable, Equatable {
    /// The messages of libxml2, one sentence for each fault.
    package var messages: [String]
  }

  /// The most violations that are kept of one document.
  package static let violationLimit = 100

  let schema: xmlSchemaPtr

  /// Reads a schema and those it imports.
  package init(path: String) throws(SchemaError) {
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
  package convenience init(
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
  package func violations(in source: any ByteSource) throws(HealthError) -> [Violation] {
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
  private(set) var error: HealthError?

  init(_ source: any ByteSource) { self.source = source }

  /// Fills memory of libxml2; -1 if the source fails.
  static let read: xmlInputReadCallback = { data, target, count in
    guard let data = unsafe data, let target = unsafe target, count > 0 else { return 0 }
    let sourceInput = unsafe Unmanaged<SourceInput>.fromOpaque(data).takeUnretainedValue()
    if sourceInput.buffer.count != Int(count) {
      sourceInput.buffer = [UInt8](repeating: 0, count: Int(count))
    }
    do throws(HealthError) {
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

/// A violation of the schema. Contains names, never values.
package struct SchemaViolation: Sendable, Equatable {
  /// Where the element begins that it is about.
  package let place: XMLPlace
  /// What was found and what was expected.
  package let message: String

  init(place: XMLPlace, message: String) {
    self.place = place
    self.message = message
  }

  /// libxml2's code for an element at a wrong location, and for one that ends too early.
  static let unexpectedElement = Int(XML_SCHEMAV_ELEMENT_CONTENT.rawValue)

  /// Rewords libxml2's message without the values that it quotes.
  ///
  /// - Parameter parent: The name of the element around it, if it has just begun.
  init(
    _ fault: SchemaValidator.Violation, element: String, parent: String?, at place: XMLPlace
  ) {
    let parts = SchemaMessage(fault.message)
    let subject = parts.attribute.map { "\($0) of \(element)" } ?? element
    func value(_ expected: String?) -> String {
      "\(subject) violates the schema" + (expected.map { ", expected \($0)" } ?? "")
    }
    let message =
      switch xmlParserErrors(rawValue: UInt32(truncatingIfNeeded: fault.code)) {
      case XML_SCHEMAV_ELEMENT_CONTENT:
        (parent.map { "found \(element) in \($0), where it is not allowed" }
          ?? "\(element) lacks an element") + (parts.elements.map { "; expected \($0)" } ?? "")
      case XML_SCHEMAV_CVC_COMPLEX_TYPE_4:
        "\(element) lacks the attribute "
          + (parts.end(behind: "The attribute '", before: "' is required") ?? "")
      case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2:
        "\(element) has the attribute \(parts.attribute ?? ""), which the schema does not define"
      case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1:
        parent.map { "found \(element) inside \($0), expected nothing" }
          ?? "\(element) has text inside, expected nothing"
      case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2, XML_SCHEMAV_CVC_TYPE_3_1_2:
        "found \(element) inside \(parent ?? ""), expected a value"
      case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3: "\(element) has text inside, expected elements only"
      case XML_SCHEMAV_CVC_ELT_1: "found the element \(element), which the schema does not define"
      case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1:
        value(parts.end(behind: "type '", before: "'").map { Self.local($0) })
      case XML_SCHEMAV_CVC_ENUMERATION_VALID: value(parts.end(behind: "of the set {", before: "}"))
      case XML_SCHEMAV_CVC_MININCLUSIVE_VALID:
        value(parts.end(behind: "allowed ('", before: "')").map { "at least \($0)" })
      case XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID:
        value(parts.end(behind: "allowed ('", before: "')").map { "at most \($0)" })
      case XML_SCHEMAV_CVC_MINEXCLUSIVE_VALID:
        value(parts.end(behind: "than '", before: "'").map { "more than \($0)" })
      case XML_SCHEMAV_CVC_MAXEXCLUSIVE_VALID:
        value(parts.end(behind: "than '", before: "'").map { "less than \($0)" })
      default: value(nil)
      }
    self.init(place: place, message: message)
  }

  /// A name without the namespace in braces that libxml2 writes in front of it.
  fileprivate static func local(_ name: some StringProtocol) -> String {
    guard name.hasPrefix("{"), let brace = name.lastIndex(of: "}") else { return String(name) }
    return String(name[name.index(after: brace)...])
  }
}

/// A message of libxml2: `Element '{namespace}name', attribute 'name': …`, with values anywhere after that.
private struct SchemaMessage {
  private let message: String

  init(_ message: String) { self.message = message }

  /// The name of the attribute that it is about.
  var attribute: String? {
    let label = "', attribute '"
    guard let start = message.firstRange(of: label)?.upperBound,
      // Names contain no quotes; the text after them may contain values.
      message.firstRange(of: "': ").map({ $0.lowerBound >= start }) ?? false,
      let end = message[start...].firstIndex(of: "'")
    else { return nil }
    return SchemaViolation.local(message[start..<end])
  }

  /// The end of the message, which quotes only the schema; values precede it.
  func end(behind label: String, before close: String) -> String? {
    guard let start = message.ranges(of: label).last?.upperBound,
      let end = message[start...].ranges(of: close).last?.lowerBound
    else { return nil }
    return String(message[start..<end])
  }

  var elements: String? {
    guard
      let list = end(behind: "Expected is one of ( ", before: " )")
        ?? end(behind: "Expected is ( ", before: " )")
    else { return nil }
    return list.split(separator: ", ").map { name in
      name.hasPrefix("##other") ? "elements of other namespaces" : SchemaViolation.local(name)
    }.joined(separator: ", ")
  }
}
