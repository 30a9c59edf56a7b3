import CatalogGenerator
import Foundation

// Run at the root of the project: reads Schemas/catalog, writes the tables made from it.
let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
let source = root.appendingPathComponent("Schemas/catalog")
let target = root.appendingPathComponent("Sources/HealthModel/Catalog/Generated")
do {
  for file in try CatalogGenerator(CatalogSource(folder: source)).files() {
    let place = target.appendingPathComponent(file.name)
    try Data(file.text.utf8).write(to: place, options: .atomic)
  }
} catch {
  FileHandle.standardError.write(Data("generate-catalog: \(error)\n".utf8))
  exit(1)
}
