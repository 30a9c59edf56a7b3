import Foundation
import Testing

/// What `import HealthConv` exports is a list that is reviewed: `Tests/PublicTypes.txt`.
struct PublicTypesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let sources = folder.appending(path: "../../Sources")

  /// The exported declarations at top level, as `module name`, from the sources: the first column of a line is not
  /// indented.
  private static func exported() throws -> [String] {
    let exports = try text("HealthConv/Exports.swift")
    var names: Set<String> = []
    for match in exports.matches(
      of: /import (?:(?:struct|enum|class|protocol|typealias) )?(\w+)(?:\.(\w+))?\n/)
    {
      let module = String(match.1)
      if let name = match.2 {
        names.insert("\(module) \(name)")
      } else {
        names.formUnion(try declarations(in: module))
      }
    }
    return names.union(try declarations(in: "HealthConv")).sorted()
  }

  private static func declarations(in module: String) throws -> [String] {
    let folder = sources.appending(path: module)
    let files = try #require(
      FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)))
    var names: [String] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      for match in try text("\(module)/\(file)").matches(
        of:
          /(?m)^(?:@\S+\s+)*public (?:final |indirect )*(?:struct|enum|class|actor|protocol|typealias|func|let|var) (\w+)/
      ) {
        names.append("\(module) \(match.1)")
      }
    }
    return names
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: sources.appending(path: path), encoding: .utf8)
  }

  /// Names of targets are unique in all packages of a program: swift-system has CSystem, sqlite-nio has CSQLite.
  @Test func modulesOfCHaveNamesOfTheirOwn() throws {
    let path = Self.sources.path(percentEncoded: false)
    let modules = try FileManager.default.contentsOfDirectory(atPath: path).filter {
      FileManager.default.fileExists(atPath: "\(path)/\($0)/module.modulemap")
    }
    #expect(modules.count > 5)
    #expect(modules.filter { !$0.hasPrefix("CHealth") } == [])
  }

  @Test func exportsAreThoseOfTheList() throws {
    let list = Self.folder.appending(path: "../PublicTypes.txt")
    let found = try Self.exported()
    let words = found.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try words.write(to: list, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: list, encoding: .utf8)
    #expect(
      words == listed,
      "if the change is intended, write the list with RECORD=1 swift test --filter PublicTypesTests"
    )
    #expect(found.count <= 120)
    #expect(found.contains("HealthModel Sample") && found.contains("HealthConv Conversion"))
  }
}
