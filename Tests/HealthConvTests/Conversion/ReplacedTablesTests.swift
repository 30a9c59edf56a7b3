import Foundation
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// A folder of tables that this program wrote is replaced as a whole, any other folder is not.
@Suite struct ReplacedTablesTests {
  private static let formats = [Format.csvDataset, .parquet]

  private static func convert(
    _ input: String, to format: Format, _ output: String, overwriting: Bool
  ) -> HealthError? {
    do throws(HealthError) {
      _ = try Conversion(of: .open(input), to: format).run(
        toFile: output, overwriting: overwriting)
      return nil
    } catch { return error }
  }

  /// The files of a folder with their bytes, also hidden ones.
  private static func files(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let file = "\(folder)/\(path)"
      let type = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
      files[path] = type == .typeRegular ? try Fixtures.bytes(file) : []
    }
    return files
  }

  private static let few = Array(MarkedSamples.all.prefix(3))

  @Test(arguments: formats, formats)
  func tablesAreReplaced(_ old: Format, _ new: Format) throws {
    let folder = try TemporaryFolder()
    let (all, few) = (
      try folder.write(MarkedSamples.all, "all.jsonl"), try folder.write(Self.few, "few.jsonl")
    )
    let expected = folder.path + "/expected"
    #expect(Self.convert(few, to: new, expected, overwriting: false) == nil)
    let place = folder.path + "/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let output = place + "/tables"
    #expect(Self.convert(all, to: old, output, overwriting: false) == nil)
    let before = try Self.files(place)
    let error = Self.convert(few, to: new, output, overwriting: false)
    #expect(error?.message == "cannot create '\(output)': it exists already")
    #expect(error?.remedy == .replaceOutput)
    #expect(try Self.files(place) == before)
    // What cannot be read replaces nothing.
    let damaged = try folder.write(
      bytes: Array("{\"kind\":\"dataset\",\"version\":1}\n{".utf8), "damaged.jsonl")
    _ = Self.convert(damaged, to: new, output, overwriting: true)
    #expect(try Self.files(place) == before)
    #expect(Self.convert(few, to: new, output, overwriting: true) == nil)
    #expect(try Self.files(output) == Self.files(expected))
    // The tables may be the input, too.
    #expect(Self.convert(output, to: old, output, overwriting: true) == nil)
    #expect(Self.convert(output, to: new, output, overwriting: true) == nil)
    #expect(try Self.files(output) == Self.files(expected))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["tables"])
  }

  @Test(
    arguments: formats, ["notes.txt", "quantity.csv.bak", ".hidden", "folder/", "link", "unmarked"])
  func otherFoldersAreNot(_ format: Format, _ other: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.few, "few.jsonl")
    let output = folder.path + "/tables"
    #expect(Self.convert(input, to: format, output, overwriting: false) == nil)
    switch other {
    case "folder/":
      try FileManager.default.createDirectory(
        atPath: "\(output)/folder", withIntermediateDirectories: false)
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: "\(output)/workout.\(format.name == "parquet" ? "parquet" : "csv")",
        withDestinationPath: input)
    case "unmarked":
      let name = format.name == "parquet" ? "dataset.parquet" : "datapackage.json"
      let bytes = try Fixtures.bytes("\(output)/\(name)")
      let text = String(decoding: bytes, as: Unicode.ASCII.self)
      #expect(text.contains("healthconv"))
      var changed = bytes
      let key = Array("healthconv".utf8)
      for index in bytes.indices.dropLast(key.count)
      where bytes[index..<(index + key.count)].elementsEqual(key) {
        changed[index] = UInt8(ascii: "H")
      }
      try Data(changed).write(to: URL(fileURLWithPath: "\(output)/\(name)"))
    default: try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(output)/\(other)"))
    }
    let before = try Self.files(folder.path)
    let error = Self.convert(input, to: format, output, overwriting: true)
    #expect(error?.code == .cannotCreate)
    #expect(
      error?.message
        == "cannot create '\(output)': it is a folder that is not empty; only a folder that has nothing but tables that this program wrote can be replaced"
    )
    #expect(try Self.files(folder.path) == before)
  }
}
