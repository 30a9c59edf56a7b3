import CHealthLibXML2

/// The XML parser of GNOME, the most used there is: the authority our tokenizer is compared with.
///
/// Its push parser, names as they are written (no namespace processing), references replaced,
/// nothing fetched, its own limits in force. A document that refers to an entity it declares is
/// refused before anything is expanded, as our tokenizer does.
public enum LibXML2 {
  /// The fault that libxml2 reported.
  public struct ParsingError: Error, Sendable, Equatable {
    /// Its number in libxml2's `xmlerror.h`; 0 when the refusal is ours.
    public var code: Int
    /// The line it gives, from 1.
    public var line: Int
    /// The column it gives, from 1.
    public var column: Int
  }

  /// libxml2 must be initialized once, before threads use it.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// All events of a document, by libxml2.
  ///
  /// - Parameter document: The document, in UTF-8 or what it declares.
  public static func events(of document: [UInt8]) throws(ParsingError) -> [XMLEvent] {
    precondition(isReady)
    let recorder = EventRecorder()
    var handler = unsafe EventRecorder.handler
    let context = unsafe xmlCreatePushParserCtxt(
      &handler, Unmanaged.passUnretained(recorder).toOpaque(), nil, 0, nil)
    guard let context = unsafe context else { throw ParsingError(code: -1, line: 0, column: 0) }
    defer {
      unsafe xmlFreeDoc(context.pointee.myDoc)
      unsafe xmlFreeParserCtxt(context)
    }
    unsafe recorder.context = context
    let options = XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue
    unsafe xmlCtxtUseOptions(context, Int32(bitPattern: options))

    var start = 0
    repeat {
      let count = min(document.count - start, 1 << 16)
      unsafe document.withUnsafeBytes { bytes in
        let piece = unsafe bytes.baseAddress?.advanced(by: start)
        let isLast: Int32 = start + count == document.count ? 1 : 0
        _ = unsafe xmlParseChunk(
          context, piece?.assumingMemoryBound(to: CChar.self), Int32(count), isLast)
      }
      start += count
      try unsafe check(context, recorder)
    } while start < document.count
    return recorder.events
  }

  private static func check(
    _ context: xmlParserCtxtPtr, _ recorder: EventRecorder
  ) throws(ParsingError) {
    let line = unsafe Int(xmlSAX2GetLineNumber(context))
    let column = unsafe Int(xmlSAX2GetColumnNumber(context))
    if unsafe context.pointee.wellFormed == 0 {
      let code = unsafe Int(context.pointee.errNo)
      guard let error = unsafe xmlCtxtGetLastError(context) else {
        throw ParsingError(code: code, line: line, column: column)
      }
      throw unsafe ParsingError(
        code: code, line: Int(error.pointee.line), column: Int(error.pointee.int2))
    }
    guard !recorder.hasEntityReference else {
      throw ParsingError(code: 0, line: line, column: column)
    }
  }
}
