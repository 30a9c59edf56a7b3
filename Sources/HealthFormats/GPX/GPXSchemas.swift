import HealthBytes

extension Format.Schema {
  /// GPX 1.1 with the extensions of the program and of Garmin.
  static let gpx = Format.Schema("gpx11-all.xsd", files: gpxFiles) { input, _ in
    input.gpxEntries
  }

  /// The routes of the workouts in an export: GPX as the Health app writes it.
  static let routes = Format.Schema("gpx11-route.xsd", files: gpxFiles) { input, main in
    guard input.container.kind != .file, let layout = main.map(ExportLayout.init(main:)) else {
      return []
    }
    let isWhole = layout.isWhole(in: input.container)
    return input.gpxEntries.filter { layout.isContent($0.path, isWhole: isWhole) }
  }

  @Sendable
  private static func gpxFiles() -> [String: [UInt8]] {
    [
      "gpx11.xsd": PackageResources.gpx11_xsd,
      "gpx11-all.xsd": PackageResources.gpx11_all_xsd,
      "gpx11-route.xsd": PackageResources.gpx11_route_xsd,
      "gpx11-healthconv.xsd": PackageResources.gpx11_healthconv_xsd,
      "gpx11-power1.xsd": PackageResources.gpx11_power1_xsd,
      "gpx11-trackpoint2.xsd": PackageResources.gpx11_trackpoint2_xsd,
    ]
  }
}

extension Input {
  /// The GPX files of an archive or a folder, by their paths; a single file, whatever its name.
  var gpxEntries: [InputContainer.Entry] {
    guard container.kind != .file else { return container.entries }
    return container.entries.filter { entry in
      let path = entry.path.lowercased()
      return (path.hasSuffix(".gpx") || path.hasSuffix(".gpx.gz"))
        && JunkFiles.kind(of: entry.path) == nil
    }.sorted { $0.path < $1.path }
  }
}
