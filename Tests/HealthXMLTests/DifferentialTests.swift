import HealthTesting
import HealthXML
import Testing

/// Our tokenizer and libxml2 say the same about every document, or both refuse it.
struct DifferentialTests {
  @Test(arguments: Documents.accepted)
  func bothAcceptAndSayTheSame(document: String) throws {
    let ours = try XMLEvent.events(of: Array(document.utf8))
    let theirs = try LibXML2.events(of: Array(document.utf8))
    #expect(ours == theirs)
  }

  @Test(arguments: Documents.refused)
  func bothRefuse(document: String) {
    #expect(throws: XMLError.self) { try XMLEvent.events(of: Array(document.utf8)) }
    #expect(throws: LibXML2.ParsingError.self) { try LibXML2.events(of: Array(document.utf8)) }
  }

  /// Where the two differ, and who is right.
  enum Exception: CaseIterable {
    /// libxml2 2.9 wants no white space behind `<!DOCTYPE` (production 28 does).
    case noSpaceBehindDoctype
    /// libxml2 2.9, fed in pieces, finds an internal subset behind the `>` (production 28).
    case subsetBehindDoctype
    /// libxml2 takes `1.` for a version (production 26 wants a digit).
    case versionWithoutMinor
    /// libxml2 transcodes, and knows UTF-8 by many names; we say which encoding it is.
    case otherEncoding
    /// libxml2 2.9, fed in pieces, leaves CR in CDATA (section 2.11 makes it LF).
    case carriageReturnInCDATA
    /// libxml2 expands parameter entities, so we refuse them there; the tokenizer passes them by.
    case parameterEntity

    /// A document about which they differ.
    var example: String {
      switch self {
      case .noSpaceBehindDoctype: "<!DOCTYPEa><a/>"
      case .subsetBehindDoctype: "<!DOCTYPE a>[<!ELEMENT a ANY>]><a/>"
      case .versionWithoutMinor: "<?xml version='1.'?><a/>"
      case .otherEncoding: "<?xml version='1.0' encoding='ISO-8859-1'?><a/>"
      case .carriageReturnInCDATA: "<a><![CDATA[\r]]></a>"
      case .parameterEntity: "<!DOCTYPE a [<!ENTITY % p ''>%p;]><a/>"
      }
    }

    /// Whether it excuses a difference about this document.
    func excuses(_ document: [UInt8]) -> Bool {
      func has(_ text: String) -> Bool { document.firstRange(of: Array(text.utf8)) != nil }
      switch self {
      case .noSpaceBehindDoctype: return has("<!DOCTYPE") && !has("<!DOCTYPE ")
      case .subsetBehindDoctype: return has("<!DOCTYPE ") && has(">[")
      case .versionWithoutMinor: return has("version=\"1.\"") || has("version='1.'")
      case .otherEncoding:
        do {
          _ = try XMLEvent.events(of: document)
          return false
        } catch { return error.code == .unsupportedEncoding }
      case .carriageReturnInCDATA: return has("<![CDATA[") && has("\r")
      case .parameterEntity: return has("%p;")
      }
    }
  }

  @Test(arguments: Exception.allCases)
  func exceptionsAreReal(exception: Exception) {
    let document = Array(exception.example.utf8)
    #expect(exception.excuses(document))
    #expect((try? XMLEvent.events(of: document)) != (try? LibXML2.events(of: document)))
  }

  @Test(arguments: Documents.mutated)
  func everyMutationSaysTheSameOrIsRefusedByBoth(document: String) {
    var accepted = 0
    var refused = 0
    Documents.forEachMutation(of: Array(document.utf8)) { mutation in
      let ours = try? XMLEvent.events(of: mutation)
      if ours == nil { refused += 1 } else { accepted += 1 }
      guard ours != (try? LibXML2.events(of: mutation)) else { return }
      let isExcused = Exception.allCases.contains { $0.excuses(mutation) }
      #expect(isExcused, "\(String(decoding: mutation, as: UTF8.self).debugDescription)")
    }
    #expect(accepted > 500 && refused > 500, "the mutations hardly test anything")
  }
}
