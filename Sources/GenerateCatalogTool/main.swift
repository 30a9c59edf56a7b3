import CatalogGenerator
import Foundation

// Run at the root of the project: reads Schemas/catalog, writes the tables made from it.
let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let source = root.appendingPathComponent("Schemas/catalog")
do {
  let generator = CatalogGenerator(try CatalogSource(folder: source))
  for (folder, files) in [
    ("HealthModel/Catalog/Generated", generator.files()),
    ("HealthKitNames/Generated", generator.namesFiles()),
  ] {
    for file in files {
      let url = root.appendingPathComponent("Sources/\(folder)/\(file.name)")
      try Data(file.text.utf8).write(to: url, options: .atomic)
    }
  }
} catch {
  FileHandle.standardError.write(Data("generate-catalog: \(error)\n".utf8))
  exit(1)
}
