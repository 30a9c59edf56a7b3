import Foundation
import Testing

/// The Swift code in documents is quoted from files that tests compile and run: `Samples/library`, `Samples/format` and the
/// tests of HealthKit's names.
struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../..")

  private static func files(in folder: String, _ ending: String) throws -> [String] {
    let names = try #require(
      FileManager.default.enumerator(
        atPath: root.appending(path: folder).path(percentEncoded: false)))
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }
      .map { "\(folder)/\($0)" }.sorted()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The code without white space: lines are broken elsewhere in documents. Paths of a test's own folder are file names.
  private static func code(_ text: some StringProtocol) -> String {
    String(text).replacing(/scratch\.path\(("[^"]*")\)/) { $0.output.1 }.filter { !$0.isWhitespace }
  }

  @Test func codeIsQuotedFromTests() throws {
    let folders = ["Samples/library", "Samples/format", "Tests/HealthKitNamesTests"]
    let sources = try folders.flatMap { try Self.files(in: $0, ".swift") }.map {
      Self.code(try Self.text($0))
    }
    var count = 0
    let articles = try Self.files(in: "Sources/HealthConv/HealthConv.docc", ".md")
    for path in articles + ["README.md"] {
      for block in try Self.text(path).matches(of: /(?ms)^```swift\n(.*?)^```$/) {
        count += 1
        let lines = block.output.1.split(separator: "\n").filter { !$0.hasPrefix("import ") }
        let quote = Self.code(lines.joined(separator: "\n"))
        #expect(
          sources.contains { $0.contains(quote) }, "\(path): no test has\n\(block.output.1)")
      }
    }
    #expect(count > 15)
  }

  /// The names in `ARCHITECTURE.md` exist: in the code, not only in comments, or as names of files and folders.
  @Test func namesOfTheArchitectureExist() throws {
    let top = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.path(percentEncoded: false))
    var known = Set(top.map { $0[...] })
    for folder in ["Sources", "Tests", "Packaging", "Python", "Schemas", "Samples"] {
      let paths = try Self.files(in: folder, "")
      for path in paths { known.formUnion(path.split { !$0.isLetter && !$0.isNumber }) }
      guard folder == "Sources" || folder == "Tests" else { continue }
      for path in paths where path.hasSuffix(".swift") {
        for line in try Self.text(path).split(separator: "\n") {
          if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
          known.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        }
      }
    }
    var count = 0
    for match in try Self.text("ARCHITECTURE.md").matches(of: /`([^`\n]+)`/) {
      let words = match.output.1.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      // Words without capitals are also those of options, commands and columns.
      for word in words where word.contains(where: \.isUppercase) {
        guard word.contains(where: \.isLowercase) else { continue }
        count += 1
        #expect(known.contains(word), "\(match.output.1) does not exist")
      }
    }
    #expect(count > 300)
  }

  /// The page about HealthKit has every name that is written by hand; the others are enumerations and metadata keys.
  @Test func namesOfHealthKitAreListed() throws {
    let page = try Self.text("Sources/HealthConv/HealthConv.docc/ComingFromHealthKit.md")
    let listed = Set(page.matches(of: /HK\w+/).map { String($0.output) })
    var count = 0
    for path in try Self.files(in: "Sources/HealthKitNames", ".swift")
    where !path.contains("/Generated/") {
      let declarations =
        /(?m)^public (?:final )?(?:class|struct|enum|typealias|protocol|let) (HK\w+)/
      for match in try Self.text(path).matches(of: declarations) {
        count += 1
        #expect(listed.contains(String(match.output.1)), "\(path)")
      }
    }
    #expect(count > 100)
  }

  /// The page about HealthKit states how many of the capabilities of `Tests/Capabilities.tsv` have a test, and how many snippets.
  @Test func capabilitiesHaveTests() throws {
    var tests: Set<Substring> = []
    var snippets: Set<Substring> = []
    for folder in ["Tests", "Samples/library"] {
      for path in try Self.files(in: folder, ".swift") {
        let text = try Self.text(path)
        for match in text.matches(of: /@Test[^{]*?func (\w+)\(/) { tests.insert(match.output.1) }
        guard path.contains("HealthKitNamesTests") else { continue }
        for match in text.matches(of: /(?m)^ +\/\/ ([0-9]{3})$/) { snippets.insert(match.output.1) }
      }
    }
    let rows = try Self.text("Tests/Capabilities.tsv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t") }
    #expect(rows.map { String($0[0]) } == (1...87).map { "\($0)" })
    let shown = rows.compactMap(\.last).filter { $0 != "-" }
    for name in shown { #expect(tests.contains(name), "\(name)") }
    let page = try Self.text("Sources/HealthConv/HealthConv.docc/ComingFromHealthKit.md")
    #expect(
      page.contains(
        "Of \(rows.count) capabilities that introductions to HealthKit show, \(shown.count)"))
    #expect(page.contains("all \(snippets.count) snippets"))
  }

  /// Every article is in the list of the first page.
  @Test func articlesAreListed() throws {
    let folder = "Sources/HealthConv/HealthConv.docc"
    let list = try Self.text("\(folder)/HealthConv.md")
    for path in try Self.files(in: folder, ".md") {
      let name = path.dropFirst(folder.count + 1).dropLast(3)
      if name != "HealthConv" { #expect(list.contains("- <doc:\(name)>"), "\(name)") }
    }
  }
}
