import HealthBytes
import HealthModel

/// Which files of an input may be read.
extension CSVMapReader {
  /// Whether a file in an archive or a folder may be of a table of the map.
  static func mayRead(_ path: String, _ map: CSVMap?) -> Bool {
    if JunkFiles.kind(of: path) != nil { return false }
    if hasEnding(path, [".db", ".sqlite", ".sqlite3"]) {
      return map?.tables.contains { $0.source != nil } ?? true
    }
    guard let map, isTable(path) else { return false }
    return map.tables.contains { $0.source == nil && $0.fits(name: path) }
  }

  /// Whether a file in an archive or a folder is text of separated values or JSON, by its name.
  static func isTable(_ path: String) -> Bool { hasEnding(path, [".csv", ".tsv", ".json"]) }

  static func hasEnding(_ path: String, _ endings: [String]) -> Bool {
    var path = path.lowercased()
    if path.hasSuffix(".gz") { path.removeLast(3) }
    return endings.contains { path.hasSuffix($0) }
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes[bytes.byteOrderMarkLength...].first { ![9, 10, 13, 32].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
