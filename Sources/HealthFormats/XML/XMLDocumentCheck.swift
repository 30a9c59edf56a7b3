import HealthBytes
import HealthModel
import HealthXML

/// Checks that an XML document of any vocabulary is well-formed, without repairs.
enum XMLDocumentCheck {
  /// The first fault of a document in any encoding that it declares, or `nil` if it is well-formed.
  static func firstFault(of source: any ByteSource, named file: String) -> FormatError? {
    do throws(FormatError) {
      try check(source, file)
      return nil
    } catch { return error }
  }

  private static func check(_ source: any ByteSource, _ file: String) throws(FormatError) {
    let xml: XMLSource
    do throws(ByteError) { xml = try XMLSource(source) } catch {
      throw FormatError(error, place: Place(file: file))
    }
    var options = XMLTokenizer.Options()
    options.repairs = false
    options.isTranscoded = xml.isTranscoded
    var tokenizer = XMLTokenizer(options)
    var window = Window(source: xml.bytes, capacity: 1 << 17, limit: 1 << 23)
    while try !isAtEnd(&tokenizer, window, file) {
      let start = tokenizer.cursor
      do throws(ByteError) { try window.refill(keepingFrom: start) } catch {
        throw FormatError(error, place: tokenizer.place.place(in: file))
      }
      tokenizer.didDiscard(start)
    }
  }

  /// Reads the available tokens; `true` at the end of the document.
  private static func isAtEnd(
    _ tokenizer: inout XMLTokenizer, _ window: borrowing Window, _ file: String
  ) throws(FormatError) -> Bool {
    let storage = window.bytes
    let bytes = storage.span.extracting(0..<window.end)
    while true {
      do throws(XMLError) {
        switch try tokenizer.next(in: bytes, isFinal: window.isFinal) {
        case .needsMoreInput: return false
        case .endOfDocument: return true
        default: break
        }
      } catch { throw FormatError(error, file: file) }
    }
  }
}
