import HealthXML
import Testing

/// Tokens, errors, repairs and all places are the same in whatever pieces the bytes come.
struct PiecesTests {
  static let documents = Documents.accepted + Documents.refused + Documents.repaired.map(\.document)

  @Test(arguments: [1, 2, 3, 7, 64])
  func sameInPieces(pieces: Int) {
    for document in Self.documents {
      for repairs in [false, true] {
        for skipsWhitespace in [false, true] {
          var options = XMLTokenizer.Options()
          options.repairs = repairs
          options.skipsWhitespace = skipsWhitespace
          let bytes = Array(document.utf8)
          let whole = trace(bytes, options: options)
          #expect(
            trace(bytes, pieces: pieces, options: options) == whole,
            "\(document.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: Documents.mutated)
  func mutationsAreTheSameByteByByte(document: String) {
    // One in thirteen is enough: what differs in pieces differs for many bytes.
    var number = 0
    Documents.forEachMutation(of: Array(document.utf8)) { mutation in
      number += 1
      guard number % 13 == 0 else { return }
      #expect(
        trace(mutation, pieces: 1, options: .repairing) == trace(mutation, options: .repairing),
        "\(String(decoding: mutation, as: UTF8.self).debugDescription)")
    }
  }
}
