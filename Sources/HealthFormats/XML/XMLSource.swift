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
