import HealthBytes

extension Format.Schema {
  /// The main file of an export.
  static let export = Format.Schema(
    "health-export.xsd",
    files: { ["health-export.xsd": PackageResources.health_export_xsd] },
    documents: { input, main in
      let isFile = input.container.kind == .file
      let entry = input.container.entries.first { entry in
        isFile || entry.path == main || entry.path == main.map { "\($0).gz" }
      }
      return entry.map { [$0] } ?? []
    })
}
