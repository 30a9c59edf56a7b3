import Foundation
import HealthTesting
import Testing

/// What `import HealthConv` exports is a list that is reviewed: `Tests/PublicTypes.txt`.
struct PublicTypesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let sources = folder.appending(path: "../../Sources")
  /// The modules that programs import by themselves, and those whose types are in their signatures.
  private static let modules = [
    "HealthBytes", "HealthConv", "HealthErrors", "HealthFormats", "HealthModel", "HealthStatistics",
    "HealthStore", "HealthUnits", "HealthValidation",
  ]

  /// The declarations at top level that a client of a module sees, as `module name`: the compiler reports the others.
  private static func seen(importing module: String) throws -> [String] {
    let names = try modules.flatMap { try declarations(in: $0) }.sorted()
    let client = FileManager.default.temporaryDirectory.appending(
      path: "client-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: client) }
    // The first line is that of the import; each other one names a declaration.
    let lines = names.enumerated().map { index, name in
      // The class of that name hides the module.
      let path = name.hasPrefix("HealthStore ") ? String(name.dropFirst(12)) : name
      return "typealias Name\(index) = \(path.replacing(" ", with: "."))\n"
    }
    try ("import \(module)\n" + lines.joined()).write(
      to: client, atomically: true, encoding: .utf8)
    let path = client.path(percentEncoded: false)
    let folders = try modulesOfC().map {
      "-I\(sources.appending(path: $0).path(percentEncoded: false))"
    }
    let headers = try ["libxml-2.0", "libpq"].flatMap {
      try OtherProgram.run("pkg-config", ["--cflags-only-I", $0]).output.split(separator: " ")
        .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
    let run = try OtherProgram.run(
      "swiftc",
      ["-typecheck", "-diagnostic-style=llvm", path, "-I\(CommandShell.products.path)/Modules"]
        + folders + headers, joinsErrors: true)
    var hidden: Set<Int> = []
    for line in run.output.split(separator: "\n") where line.contains(": error: ") {
      guard line.hasPrefix(path),
        let number = Int(line.dropFirst(path.count + 1).prefix { $0 != ":" })
      else {
        Issue.record("\(line)")
        continue
      }
      hidden.insert(number - 2)
    }
    return names.indices.filter { !hidden.contains($0) }.map { names[$0] }
  }

  private static func modulesOfC() throws -> [String] {
    let path = sources.path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: path).filter {
      FileManager.default.fileExists(atPath: "\(path)/\($0)/module.modulemap")
    }
  }

  /// The public declarations at top level in the sources of a module: the first column of a line is not indented.
  private static func declarations(in module: String) throws -> [String] {
    try names(
      in: module,
      /(?m)^(?:@\S+\s+)*public (?:final |indirect )*(?:struct|enum|class|actor|protocol|typealias|func|let|var) (\w+)/
    ).map { "\(module) \($0)" }
  }

  private static func names(
    in module: String, _ declaration: Regex<(Substring, Substring)>
  ) throws -> [String] {
    let folder = sources.appending(path: module)
    let files = try #require(
      FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)))
    var names: [String] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      names += try text("\(module)/\(file)").matches(of: declaration).map { String($0.1) }
    }
    return names
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: sources.appending(path: path), encoding: .utf8)
  }

  /// Names of targets are unique in all packages of a program: swift-system has CSystem, sqlite-nio has CSQLite.
  @Test func modulesOfCHaveNamesOfTheirOwn() throws {
    let modules = try Self.modulesOfC()
    #expect(modules.count > 5)
    #expect(modules.filter { !$0.hasPrefix("CHealth") } == [])
  }

  @Test func exportsAreThoseOfTheList() throws {
    let list = Self.folder.appending(path: "../PublicTypes.txt")
    let found = try Self.seen(importing: "HealthConv")
    let words = found.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try words.write(to: list, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: list, encoding: .utf8)
    #expect(
      words == listed,
      "if the change is intended, write the list with RECORD=1 swift test --filter PublicTypesTests"
    )
    #expect(found.count <= 90)
    #expect(found.contains("HealthModel Sample") && found.contains("HealthConv Conversion"))
    #expect(!found.contains("HealthBytes ByteSource"))
  }

  /// A program catches one error of files, and two of values made in code.
  @Test func errorsAreOfThreeTypes() throws {
    let errors = try Self.modules.flatMap {
      try Self.names(in: $0, /(?m)^ *public (?:final )?(?:struct|enum|class) (\w+):.*\bError\b/)
    }
    #expect(errors.sorted() == ["HealthError", "InvalidSampleError", "UnitError"])
  }

  @Test func authorsOfFormatsImportOneModule() throws {
    let names = try Self.seen(importing: "HealthFormats")
    let needed = [
      "HealthBytes ByteSource", "HealthFormats SampleReader", "HealthModel SampleDescriptor",
      "HealthValidation TimelineEntry",
    ]
    #expect(Set(needed).isSubset(of: names))
  }
}
