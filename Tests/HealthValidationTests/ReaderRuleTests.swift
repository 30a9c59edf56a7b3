import Foundation
import HealthConv
import HealthValidation
import Testing

/// Every finding and every error of a reader or a conversion is described.
@Suite struct ReaderRuleTests {
  @Test func everyNameInTheReadersIsDescribed() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    // Where a name stands in the code of a reader: after a label or in a call that says so, or as the raw
    // value of the tokenizer's enumerations.
    let inReader =
      /(?:rule: |\b(?:report|note|fail|error|fault|warn|finding|Finding|Problem)\(\s*)"(?<name>[a-z0-9-]+)"/
    let inConversion = /rule: "(?<name>[a-z0-9-]+)"/
    let inTokenizer = /case \w+ = "(?<name>[a-z0-9-]+)"/
    var names: [String: String] = [:]
    for (folder, pattern) in [
      ("HealthFormats", inReader), ("HealthXML/Tokenizer", inTokenizer),
      ("HealthConv", inConversion), ("HealthConvTool", inConversion),
      ("HealthStore", inConversion),
    ] {
      let root = sources.appendingPathComponent(folder)
      let files = try #require(
        FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: pattern) {
          names[String(match.name)] = file.lastPathComponent
        }
      }
    }
    #expect(names.count > 40)
    let described = Set(Rule.all.filter { $0.group == .files }.map(\.name))
    for (name, file) in names where name != "limit" {
      #expect(described.contains(name), "\(name), of \(file)")
    }
  }
}
