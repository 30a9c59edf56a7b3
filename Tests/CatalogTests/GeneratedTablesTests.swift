import CatalogGenerator
import Foundation
import Testing

@Suite("The generated tables")
struct GeneratedTablesTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let data = root.appendingPathComponent("Schemas/catalog")
  static let folders = ["HealthModel/Catalog/Generated", "HealthKitNames/Generated"]

  @Test("are what the data says, byte for byte")
  func areUpToDate() throws {
    let generator = CatalogGenerator(try CatalogSource(folder: Self.data))
    for (folder, files) in zip(Self.folders, [generator.files(), generator.namesFiles()]) {
      let tables = Self.root.appendingPathComponent("Sources/\(folder)")
      let found = try FileManager.default.contentsOfDirectory(atPath: tables.path)
      #expect(found.sorted() == files.map(\.name).sorted(), "run 'swift run generate-catalog'")
      for file in files {
        let text = try? Data(contentsOf: tables.appendingPathComponent(file.name))
        let isSame = text == Data(file.text.utf8)
        #expect(isSame, "\(file.name) is out of date: run 'swift run generate-catalog'")
      }
    }
  }

  @Test("hold one entry to a line of data")
  func oneEntryPerLine() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.data.path)
    where file.hasSuffix(".json") {
      let text = try String(contentsOf: Self.data.appendingPathComponent(file), encoding: .utf8)
      let lines = text.split(separator: "\n")
      #expect(lines.first == "[" && lines.last == "]")
      for line in lines.dropFirst().dropLast() {
        #expect(line.hasPrefix("  {") && line.drop { $0 != "}" }.count <= 2, "\(file): \(line)")
      }
    }
  }

  /// A change to the data, and why it is refused.
  struct Fault: CustomTestStringConvertible, Sendable {
    let file: String
    let old: String
    let new: String
    let message: String
    var testDescription: String { message }
  }

  @Test(
    "are not made from faulty data",
    arguments: [
      Fault(
        file: "quantities.json", old: "BodyMass\"", new: "Zeal\"",
        message: "quantities.json: 'HKQuantityTypeIdentifierBodyMassIndex' follows "
          + "'HKQuantityTypeIdentifierZeal', expected each once and sorted"),
      Fault(
        file: "quantities.json", old: "[10, 400]", new: "[400, 10]",
        message:
          "quantities.json: a range of 'HKQuantityTypeIdentifierBodyMass' is not two bounds in "
          + "order"),
      Fault(
        file: "categories.json", old: "HKCategoryValueSeverity\"", new: "HKNothing\"",
        message: "categories.json: refers to 'HKNothing', which no entry has"),
      Fault(
        file: "values.json", old: "\"HKBloodTypeNotSet\"", new: "\"NotSet\"",
        message: "values.json: 'NotSet' does not begin with 'HKBloodType'"),
      Fault(
        file: "values.json", old: "\"HKBloodTypeNotSet\", \"number\": 0",
        new: "\"HKBloodTypeNotSet\", \"number\": 9",
        message: "values.json: 'HKBloodTypeAPositive' follows 'HKBloodTypeNotSet', "
          + "expected the smaller number first"),
      Fault(
        file: "values.json", old: "\"HKBloodTypeNotSet\"", new: "\"HKBloodTypeAPositive\"",
        message: "values.json: a name occurs twice"),
      Fault(
        file: "metadata.json", old: "\"requires\": [\"HKMetadataKeySyncVersion\"]",
        new: "\"requires\": [\"HKSync\"]",
        message: "metadata.json: refers to 'HKSync', which no entry has"),
    ])
  func refuse(_ fault: Fault) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("catalog-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.data, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(fault.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(fault.old))
    let changed = text.replacingOccurrences(of: fault.old, with: fault.new)
    try Data(changed.utf8).write(to: file)
    let error = #expect(throws: CatalogError.self) { try CatalogSource(folder: folder) }
    #expect(error?.description == fault.message)
  }
}
