import HealthBytes
import HealthModel

extension CSVMap {
  /// The map of a name: one that ships with the program, or a file.
  ///
  /// - Parameter name: `withings`, or a path that ends in `.yml` or `.yaml`; after a `#`, the name of the only table to
  ///   read.
  /// - Throws: `FormatError` if no such map exists, or if it is malformed.
  public static func named(_ name: String) throws(FormatError) -> CSVMap {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let map = try whole(String(parts[0]))
    guard parts.count == 2 else { return map }
    let table = String(parts[1])
    if let map = map.only(table) { return map }
    let names = map.tables.map(\.name)
    throw FormatError(
      .usage,
      "map '\(map.name)' has no table '\(table)'.\(NearMiss.question(table, names)) "
        + "It has: \(names.joined(separator: ", "))")
  }

  private static func whole(_ name: String) throws(FormatError) -> CSVMap {
    if let builtIn = builtIn.first(where: { $0.name == name }) { return try builtIn.map() }
    if name.hasSuffix(".yml") || name.hasSuffix(".yaml") {
      return try CSVMap(yaml: try text(ofFile: name), file: name)
    }
    throw FormatError(
      .usage,
      "unknown map '\(name)', expected one that ships with the program, or a file that ends in .yml."
        + NearMiss.question(name, builtIn.map(\.name)), remedy: .list(.maps))
  }

  private static func text(ofFile path: String) throws(FormatError) -> String {
    let bytes: [UInt8]
    do throws(ByteError) { bytes = try FileSource(path).readAll(limit: 1 << 20) } catch {
      throw FormatError(error, place: Place(file: path))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FormatError(
        .malformed, rule: "malformed-map", place: Place(file: path), "its text is not UTF-8")
    }
    return text
  }
}
