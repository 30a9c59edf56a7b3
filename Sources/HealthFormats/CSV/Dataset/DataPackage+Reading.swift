import HealthBytes
import HealthModel

extension DataPackage {
  /// Finds the folder of a dataset in an input: where a `datapackage.json` of ours lies.
  ///
  /// - Parameter input: A folder or an archive.
  /// - Returns: The folder's path with a slash at its end; nothing for the top.
  /// - Throws: If there is none, or it is of a later version.
  static func folder(in input: Input) throws(ReadError) -> String {
    let paths = input.container.entries.filter { isPackage($0.path) }
    guard let entry = paths.min(by: { $0.path.utf8.count < $1.path.utf8.count }) else {
      throw ReadError(
        .noInput, rule: "missing-package", place: Place(file: input.name),
        "it holds no \(DatasetVocabulary.package), which describes the tables of a dataset")
    }
    let place = Place(file: "\(input.name)/\(entry.path)")
    var text: [UInt8]
    do throws(ByteError) { text = try input.container.open(entry).readAll(limit: 1 << 20) } catch {
      throw ReadError(error, place: place)
    }
    // Strings of JSON hold no line feeds, so those that are there are space.
    for index in text.indices where text[index] == 10 { text[index] = 32 }
    let version = try version(text.span, place)
    guard version == DatasetVocabulary.version else {
      throw ReadError(
        .unsupported, rule: "unsupported-version", place: place,
        "found version \(version) of the tables, expected \(DatasetVocabulary.version)")
    }
    return String(entry.path.dropLast(DatasetVocabulary.package.count))
  }

  /// Whether a path is that of a package's description, at the top or in a folder there.
  static func isPackage(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.last == DatasetVocabulary.package[...] && parts.count <= 2
  }

  private static func version(
    _ text: Span<UInt8>, _ place: Place
  ) throws(ReadError) -> Int {
    var tape = JSONTape()
    do throws(JSONFault) {
      if let offset = ByteScan.validateUTF8(text, from: 0, to: text.count) {
        throw JSONFault(
          offset: offset, rule: "malformed-utf8", message: "found bytes that are not UTF-8")
      }
      try tape.parse(text, 0..<text.count)
    } catch {
      throw ReadError(.malformed, rule: error.rule, place: place, error.message)
    }
    var name = 1
    while tape.nodes[0].kind == .object, name < tape.nodes[0].next {
      if tape.text(name, is: "healthconv", in: text),
        let version = Int(JSONTape.text(text, tape.nodes[name + 1].range))
      {
        return version
      }
      name = Int(tape.nodes[name + 1].next)
    }
    throw ReadError(
      .malformed, rule: "foreign-package", place: place,
      "found tables that this program did not write: the package names no version as \"healthconv\""
    )
  }
}
