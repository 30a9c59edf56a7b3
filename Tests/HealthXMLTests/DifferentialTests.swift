import HealthXML
import Testing

/// Our tokenizer and libxml2 say the same about every document, or both refuse it.
struct DifferentialTests {
  /// What one engine says; `nil` when it refuses.
  private static func ours(_ document: [UInt8]) -> [XMLEvent]? {
    try? XMLEvent.events(of: document)
  }

  private static func theirs(_ document: [UInt8]) -> [XMLEvent]? {
    try? LibXML2.events(of: document)
  }

  private static func text(_ document: [UInt8]) -> String {
    String(decoding: document, as: UTF8.self).debugDescription
  }

  @Test(arguments: Documents.accepted)
  func `both accept and say the same`(document: String) throws {
    let ours = try XMLEvent.events(of: Array(document.utf8))
    let theirs = try LibXML2.events(of: Array(document.utf8))
    #expect(ours == theirs)
  }

  @Test(arguments: Documents.refused)
  func `both refuse`(document: String) {
    #expect(Self.ours(Array(document.utf8)) == nil)
    #expect(Self.theirs(Array(document.utf8)) == nil)
  }

  @Test(arguments: Documents.mutated)
  func `every mutation says the same or is refused by both`(document: String) {
    let original = Array(document.utf8)
    var mutations: [[UInt8]] = []
    for index in original.indices {
      var deleted = original
      deleted.remove(at: index)
      mutations.append(deleted)
      mutations.append(Array(original[..<index]))
      for byte in Documents.bytes {
        var replaced = original
        replaced[index] = byte
        mutations.append(replaced)
        var inserted = original
        inserted.insert(byte, at: index)
        mutations.append(inserted)
      }
    }
    var accepted = 0
    for mutation in mutations {
      let ours = Self.ours(mutation)
      let theirs = Self.theirs(mutation)
      if ours != nil { accepted += 1 }
      if ours != theirs, !Self.isException(mutation) {
        Issue.record(
          "\(Self.text(mutation)): ours \(String(describing: ours)), theirs \(String(describing: theirs))")
      }
    }
    #expect(accepted > original.count, "the mutations hardly test anything")
  }

  private static func isException(_ document: [UInt8]) -> Bool {
    false
  }
}
