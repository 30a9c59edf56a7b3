package import HealthBytes
import HealthModel
import HealthXML

/// The bytes of an XML document as UTF-8, whatever encoding it is in.
package struct XMLSource {
  /// The bytes, in UTF-8.
  package let bytes: any ByteSource
  /// Whether they were in another encoding: what the document declares is then not theirs any more.
  package let isTranscoded: Bool

  /// How many bytes are looked at to learn the encoding: the declaration comes first in a document.
  private static let sniffLength = 256

  /// Detects the encoding of a document from its beginning, and transcodes it.
  package init(_ source: any ByteSource) throws(HealthError) {
    let sniffed = try SniffedSource(source, count: Self.sniffLength)
    let first = sniffed.first
    guard let encoding = Self.foreignEncoding(first.span) else {
      bytes = sniffed
      isTranscoded = false
      return
    }
    bytes = try TranscodingSource(sniffed, encoding: encoding)
    isTranscoded = true
  }

  /// The same for a file, by whose name an error begins.
  init(_ source: any ByteSource, named file: String) throws(HealthError) {
    do throws(HealthError) { try self.init(source) } catch {
      throw error.reading(at: Place(file: file))
    }
  }

  /// A tokenizer at the start of the document.
  func makeTokenizer(repairs: Bool) -> XMLTokenizer {
    var options = XMLTokenizer.Options()
    options.repairs = repairs
    options.isTranscoded = isTranscoded
    return XMLTokenizer(options)
  }

  /// The encoding of a document, if it is not UTF-8; determined by the tokenizer.
  private static func foreignEncoding(_ bytes: Span<UInt8>) -> String? {
    var tokenizer = XMLTokenizer()
    do throws(XMLError) {
      _ = try tokenizer.next(in: bytes, isFinal: true)
      return nil
    } catch {
      return error.code == .unsupportedEncoding ? error.encoding : nil
    }
  }
}

/// Checks that an XML document of any vocabulary is well-formed, without repairs.
enum XMLDocumentCheck {
  /// The first fault of a document in any encoding that it declares, or `nil` if it is well-formed.
  static func firstFault(of source: any ByteSource, named file: String) -> HealthError? {
    do throws(HealthError) {
      try check(source, file)
      return nil
    } catch { return error }
  }

  private static func check(_ source: any ByteSource, _ file: String) throws(HealthError) {
    let xml = try XMLSource(source, named: file)
    var tokenizer = xml.makeTokenizer(repairs: false)
    var window = Window(source: xml.bytes, capacity: 1 << 17, limit: 1 << 23)
    while try !isAtEnd(&tokenizer, window, file) {
      let start = tokenizer.cursor
      do throws(HealthError) { try window.refill(keepingFrom: start) } catch {
        throw error.reading(at: tokenizer.place.place(in: file))
      }
      tokenizer.didDiscard(start)
    }
  }

  /// Reads the available tokens; `true` at the end of the document.
  private static func isAtEnd(
    _ tokenizer: inout XMLTokenizer, _ window: borrowing Window, _ file: String
  ) throws(HealthError) -> Bool {
    let storage = window.bytes
    let bytes = storage.span.extracting(0..<window.end)
    while true {
      do throws(XMLError) {
        switch try tokenizer.next(in: bytes, isFinal: window.isFinal) {
        case .needsMoreInput: return false
        case .endOfDocument: return true
        default: break
        }
      } catch { throw HealthError(error, file: file) }
    }
  }
}
