import CHealthLibXML2
package import HealthBytes
import Synchronization

/// Where libxml2 gets the documents that a schema or a document refers to: from memory, or from files; never
/// from a network.
enum SchemaLoader {
  private struct Folders {
    var count = 0
    var documents: [String: [UInt8]] = [:]
  }

  private static let folders = Mutex(Folders())

  /// The prefix of the addresses of documents in memory.
  private static let scheme = "healthconv:/"

  /// From now on this is the way for everything in this process that uses libxml2 without a loader of its own.
  static let isReady: Bool = {
    xmlInitParser()
    unsafe xmlSetExternalEntityLoader { url, id, context in
      guard let url = unsafe url, let context = unsafe context else { return nil }
      let address = unsafe String(cString: url)
      guard address.hasPrefix(SchemaLoader.scheme) else {
        return unsafe xmlNoNetExternalEntityLoader(url, id, context)
      }
      guard let bytes = SchemaLoader.folders.withLock({ $0.documents[address] }) else {
        return nil
      }
      return unsafe SchemaLoader.input(of: bytes, at: address, for: context)
    }
    return true
  }()

  /// Makes documents known.
  ///
  /// - Returns: The prefix of each name in its address.
  static func add(_ documents: [String: [UInt8]]) -> String {
    folders.withLock { folders in
      folders.count += 1
      let folder = "\(scheme)\(folders.count)/"
      for (name, bytes) in documents { folders.documents[folder + name] = bytes }
      return folder
    }
  }

  /// Forgets them.
  static func remove(_ folder: String) {
    folders.withLock { folders in
      folders.documents = folders.documents.filter { !$0.key.hasPrefix(folder) }
    }
  }

  @unsafe
  private static func input(
    of bytes: [UInt8], at address: String, for context: xmlParserCtxtPtr
  ) -> xmlParserInputPtr? {
    let buffer = unsafe bytes.withUnsafeBytes { bytes in
      // It copies them.
      unsafe xmlParserInputBufferCreateMem(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        XML_CHAR_ENCODING_NONE)
    }
    guard let buffer = unsafe buffer,
      let input = unsafe xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE)
    else { return nil }
    // References are resolved relative to it.
    let name = unsafe address.withCString {
      unsafe xmlStrdup(UnsafeRawPointer($0).assumingMemoryBound(to: xmlChar.self))
    }
    unsafe input.pointee.filename = UnsafeRawPointer(name)?.assumingMemoryBound(to: CChar.self)
    return unsafe input
  }
}

/// Takes what libxml2 has to say about a document or a schema.
@safe
final class SchemaFaults {
  /// The messages, up to a limit.
  private(set) var list: [SchemaValidator.Violation] = []
  private let limit: Int

  /// - Parameter limit: How much is kept.
  init(limit: Int) { self.limit = limit }

  /// The callback for libxml2, with the object.
  static let handler: xmlStructuredErrorFunc = { data, error in
    guard let data = unsafe data, let error = unsafe error else { return }
    let faults = unsafe Unmanaged<SchemaFaults>.fromOpaque(data).takeUnretainedValue()
    guard faults.list.count < faults.limit else { return }
    let message = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    unsafe faults.list.append(
      SchemaValidator.Violation(
        code: Int(error.pointee.code), line: Int(error.pointee.line),
        message: String(message.reversed().drop { $0 == "\n" }.reversed())))
  }

  /// The messages since the last call.
  func take() -> [SchemaValidator.Violation] {
    defer { list.removeAll(keepingCapacity: true) }
    return list
  }
}

/// A document held to its schema from beginning to end, a stretch at a time.
///
/// ```swift
/// var pass = try SchemaPass(of: source, against: validator)
/// while let violations = try pass.next() { … }
/// ```
///
/// Streams: memory does not grow with the document. Its document type is skipped, and where the document
/// says its schema is does not matter.
package struct SchemaPass: ~Copyable {
  private var tokenizer: XMLTokenizer
  private var window: Window
  private let stream: SchemaStream
  private var isAtEnd = false

  /// The most violations of a stretch, or some more.
  private static let stretch = 1_000

  /// Begins with a document.
  ///
  /// - Parameters:
  ///   - source: Its bytes, in UTF-8.
  ///   - options: What is allowed; what is repaired is no violation.
  /// - Throws: `HealthError` if there is no memory for it.
  package init(
    of source: any ByteSource, against validator: SchemaValidator,
    options: XMLTokenizer.Options = XMLTokenizer.Options()
  ) throws(HealthError) {
    guard let stream = SchemaStream(validator) else {
      throw HealthError(.failed, "", "libxml2 has no memory")
    }
    self.stream = stream
    tokenizer = XMLTokenizer(options)
    window = Window(source: source, capacity: 1 << 17, limit: 1 << 23)
  }

  /// How far the source has been read.
  package var progress: ByteProgress { window.progress }

  /// Continues through the document.
  ///
  /// - Returns: What was found in the next stretch of it, in order; nothing if all is well there; `nil` at
  ///   the end. That the document is not well-formed is the last that is found.
  package mutating func next() throws(HealthError) -> [SchemaViolation]? {
    if isAtEnd { return nil }
    if !scan() {
      let start = tokenizer.cursor
      try window.refill(keepingFrom: start)
      tokenizer.didDiscard(start)
    }
    defer { stream.violations.removeAll() }
    return stream.violations
  }

  /// Reads tokens until there is enough to tell.
  ///
  /// - Returns: `false` when the bytes ran out.
  private mutating func scan() -> Bool {
    let storage = window.bytes
    let isFinal = window.isFinal
    let bytes = storage.span.extracting(0..<window.end)
    while stream.violations.count < Self.stretch {
      let token: XMLToken
      do throws(XMLError) { token = try tokenizer.next(in: bytes, isFinal: isFinal) } catch {
        isAtEnd = true
        let inside = error.context.map { " inside \($0.subject)" } ?? ""
        stream.violations.append(
          SchemaViolation(
            place: error.place,
            message: "not well-formed: found \(error.found)\(inside), expected \(error.expected)"))
        return true
      }
      if tokenizer.hasRepairs { _ = tokenizer.takeRepairs() }
      switch token {
      case .needsMoreInput: return false
      case .startElement: stream.begin(tokenizer, bytes)
      case .emptyElement:
        stream.begin(tokenizer, bytes)
        stream.end()
      case .endElement: stream.end()
      case .text, .cdata: stream.add(textOf: tokenizer, bytes)
      case .endOfDocument:
        isAtEnd = true
        return true
      case .xmlDeclaration, .doctype, .comment, .processingInstruction: break
      }
    }
    return true
  }
}
