import HealthBytes

// What files of resources are recognized by.
extension FHIRReader {
  /// Whether a folder or an archive has resources: bulk data or numbered bundles, by their names, or else bundles in files of
  /// other names, of which the first are inspected.
  static func accepts(_ preview: Input.Preview) -> Bool {
    if preview.paths.contains(where: { isMain($0.split(separator: "/").last ?? "") }) {
      return true
    }
    guard let container = preview.container,
      !preview.paths.contains(where: { $0.lowercased().hasSuffix(".xml") })
    else { return false }
    return container.entries.lazy
      .filter { withoutGzip($0.path).lowercased().hasSuffix(".json") }.prefix(4)
      .contains { isBundle($0, in: container, orUnreadable: false) }
  }

  /// A path without the ending of compressed files, which are unpacked when they are read.
  static func withoutGzip(_ path: String) -> String {
    path.lowercased().hasSuffix("json.gz") ? String(path.dropLast(3)) : path
  }

  /// Whether a name is that of bulk data of observations, or of a numbered bundle.
  static func isMain(_ name: some StringProtocol) -> Bool {
    let unpacked = withoutGzip(String(name))
    let name = unpacked.lowercased()
    // Files of bulk data may have numbers, as in `Observation.000.ndjson` and `1.Observation.ndjson`.
    let parts = unpacked.split { ".-_".contains($0) }
    if name.hasSuffix(".ndjson"), name.first != ".", parts.contains("Observation") { return true }
    let number = name.dropFirst("bundle-".count).dropLast(".json".count)
    return name.hasPrefix("bundle-") && name.hasSuffix(".json") && !number.isEmpty
      && number.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// - Parameter isUnreadable: The result for a file that cannot be read: reading it as a bundle throws the error.
  static func isBundle(
    _ entry: InputContainer.Entry, in container: InputContainer, orUnreadable isUnreadable: Bool
  ) -> Bool {
    if JunkFiles.kind(of: entry.path) != nil { return false }
    guard let bytes = try? container.firstBytes(of: entry) else { return isUnreadable }
    return isResource(bytes) && bytes.firstRange(of: Array("\"entry\"".utf8)) != nil
  }

  /// Whether bytes begin a resource, a bundle, or several resources.
  ///
  /// A single resource of another type than those that are read is a clinical record, which belongs to its export.
  static func isResource(_ bytes: [UInt8]) -> Bool {
    var at = bytes.byteOrderMarkLength
    while at < bytes.count, [9, 10, 13, 32].contains(bytes[at]) { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[")
    else { return false }
    let text = bytes[at...].prefix(4_096)
    guard let found = text.firstRange(of: Array("\"resourceType\"".utf8)) else { return false }
    let isList = bytes[at] == UInt8(ascii: "[")
    if isList || text[..<found.lowerBound].firstRange(of: Array("\"entry\"".utf8)) != nil
      || bytes.firstRange(of: Array("}\n{\"".utf8)) != nil
      || bytes.firstRange(of: Array("}\r\n{\"".utf8)) != nil
    {
      return true
    }
    let rest = text[found.upperBound...].filter { ![9, 10, 13, 32].contains($0) }
    return [":\"Observation\"", ":\"Bundle\"", ":\"Patient\""].contains {
      rest.starts(with: Array($0.utf8))
    }
  }
}
