import HealthBytes
import HealthModel
import HealthXML

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
