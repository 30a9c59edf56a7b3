import HealthBytes
import HealthModel

/// The paths of the files of an export that is being written: all different, and none outside of the export.
struct SideFileNames {
  private let layout: ExportLayout
  /// The reserved paths, from the top of the output, each with whether it is that of a document.
  private var taken: [String: Bool]
  /// The folders of these paths, which no file can have as its path.
  private var folders: Set<String> = []
  /// The number of conflicts for each path, so that a search does not start from the beginning.
  private var repeats: [String: Int] = [:]

  /// The longest path that is used unchanged, in bytes: file systems must support it with a folder before it and a number
  /// after it.
  private static let longest = 480

  init(_ layout: ExportLayout) {
    self.layout = layout
    taken = [layout.main: false]
    folders.formUnion(Self.folders(around: layout.main))
  }

  /// The layout around the main file that a dataset names, if a file can have that path.
  static func layout(main: String?, in output: OutputContainer) -> ExportLayout {
    let isUsable = main.map { OutputContainer.isSafe($0) && $0.utf8.count <= longest }
    return ExportLayout(writing: isUsable == true ? main : nil, to: output)
  }

  /// Whether a document has a path, so that its file need not be written again.
  func isDocument(_ path: String) -> Bool {
    taken[layout.entry(ofPath: ExportLayout.reference(path))] == true
  }

  /// Reserves a path: the requested one, or a similar one. A file that was not in the folder of the export is put there,
  /// where it is read again.
  mutating func take(_ path: String, isDocument: Bool) -> (path: String, entry: String) {
    let wanted = Self.safe(
      movedOutOfFiles(Self.safe(String(ExportLayout.reference(path).dropFirst()))))
    let (stem, ending) = Self.split(wanted)
    var count = repeats[wanted] ?? 0
    while true {
      let name = count == 0 ? wanted : "\(stem)_\(count)\(ending)"
      let entry = layout.entry(ofPath: "/" + name)
      if taken[entry] == nil, !folders.contains(entry) {
        taken[entry] = isDocument
        folders.formUnion(Self.folders(around: entry))
        if count > 0 { repeats[wanted] = count }
        return (layout.path(ofEntry: entry), entry)
      }
      count += 1
    }
  }

  /// The path, moved next to a file if it is below the path of that file.
  private func movedOutOfFiles(_ path: String) -> String {
    var bytes = Array(path.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
      let folder = String(decoding: bytes[..<index], as: UTF8.self)
      if taken[layout.entry(ofPath: "/" + folder)] != nil { bytes[index] = UInt8(ascii: "_") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func folders(around path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
  }

  /// The path if it is safe; otherwise a path without the parts that lead out of a folder or that file systems do not support.
  private static func safe(_ path: String) -> String {
    if OutputContainer.isSafe(path), path.utf8.count <= longest { return path }
    let parts = path.split { $0 == "/" || $0 == "\\" || $0 == "\0" }
      .filter { $0 != "." && $0 != ".." }.suffix(2)
      .map { String(decoding: $0.utf8.suffix(180), as: UTF8.self) }
    return parts.isEmpty ? "file" : parts.joined(separator: "/")
  }

  /// A path up to its extension, and that.
  private static func split(_ path: String) -> (stem: String, ending: String) {
    guard let point = path.utf8.lastIndex(of: UInt8(ascii: ".")),
      !path.utf8[point...].contains(UInt8(ascii: "/"))
    else { return (path, "") }
    return (String(path[..<point]), String(path[point...]))
  }
}

/// The names that iOS gives to files.
extension SideFileNames {
  /// `/workout-routes/route_2024-05-02_6.15pm.gpx`, by the end of the route.
  static func route(_ end: Timestamp) -> String {
    let clock = end.clock
    let hour = clock.hour % 12 == 0 ? 12 : clock.hour % 12
    let half = clock.hour < 12 ? "am" : "pm"
    return "/workout-routes/route_\(day(clock))_\(hour).\(clock.minute.twoDigits)\(half).gpx"
  }

  /// `/electrocardiograms/ecg_2023-03-04.csv`, by the day.
  static func electrocardiogram(_ start: Timestamp) -> String {
    "/electrocardiograms/ecg_\(day(start.clock)).csv"
  }

  /// `/clinical-records/Observation-5F3C….json`, by the type and, for want of Apple's, an identity of ours.
  static func clinicalRecord(_ type: String, _ id: SampleID) -> String {
    let letters = type.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60)
    return "/clinical-records/\(letters)-\(id.description.uppercased()).json"
  }

  /// `/documents/5F3C…`
  static func document(_ id: SampleID) -> String { "/documents/\(id)" }

  private static func day(_ clock: Timestamp.Clock) -> String {
    "\(clock.year)-\(clock.month.twoDigits)-\(clock.day.twoDigits)"
  }
}
