import HealthBytes
import HealthFormats
import HealthValidation

/// The files that a command writes next to its main output: none is an input, none is written twice, and an existing file
/// is replaced if the user agrees, or if it is a report or a baseline and becomes one again.
package struct OutputPlaces {
  /// The kind of an additional file.
  package enum Kind {
    /// A report of any form.
    case report
    /// A baseline.
    case baseline
    /// Samples that a conversion rejects.
    case rejects
  }

  private let inputs: [String]
  private let isOverwriting: Bool
  /// The files begun so far, each by its folder and its name.
  private var taken: Set<[String]> = []

  /// No file yet.
  ///
  /// - Parameters:
  ///   - output: The path of the main output, if any.
  ///   - isOverwriting: Whether any file that is not an input may be replaced.
  package init(inputs: [String], output: String? = nil, overwriting isOverwriting: Bool) {
    self.inputs = inputs.map { Format.ofAddress($0)?.location ?? $0 }
    self.isOverwriting = isOverwriting
    if let output { taken.insert(Self.place(Format.ofAddress(output)?.location ?? output)) }
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether only its owner may read it.
  ///   - folder: The folder that the path must not leave, for a file that a configuration names.
  package mutating func begin(
    _ path: String, _ kind: Kind, isPrivate: Bool, within folder: String? = nil
  ) throws(HealthError) -> AtomicFile {
    let status = FileStatus(path: path, following: true)
    if let folder { try Self.check(path, isWithin: folder) }
    let place = Self.place(path)
    guard taken.insert(place).inserted else {
      throw HealthError(.usage, "cannot create '\(path)': two outputs have this name")
    }
    let isOurs = status?.isRegular == true && Self.isOurs(path, kind)
    for input in inputs where Self.isRead(status, place, from: input, isReport: isOurs) {
      throw HealthError(
        .cannotCreate, "cannot create '\(path)': it is also an input, and inputs are never replaced"
      )
    }
    // An empty file, which a user may replace by a report, may have a meaning. An empty report of JSON Lines has none.
    let isReplaced = isOurs && (folder == nil || status?.size != 0 || path.hasSuffix(".jsonl"))
    if status?.isRegular == true, !isReplaced, !isOverwriting || folder != nil {
      throw HealthError(
        .cannotCreate, "cannot create '\(path)': it exists already\(kind.contrast)",
        remedy: folder == nil ? .replaceOutput : nil)
    }
    do throws(HealthError) {
      // A file that comes there after this is not replaced.
      return try AtomicFile(path, overwrite: status != nil, isPrivate: isPrivate)
    } catch { throw error.writing(path) }
  }

  /// Refuses a path that leads out of a folder or into a hidden one, by a link too, and whatever exists but is not a regular
  /// file.
  private static func check(_ path: String, isWithin folder: String) throws(HealthError) {
    guard let parts = parts(path, within: folder), !parts.contains(where: { $0.hasPrefix(".") })
    else {
      throw HealthError(
        .cannotCreate,
        "cannot create '\(path)': a configuration may name only regular files in its own folder that are not hidden"
      )
    }
  }

  /// The folders between a folder and a regular file, or one that does not exist, with all links followed.
  ///
  /// - Returns: Their names; `nil` for a path that leads out of the folder, and for anything but a regular file.
  static func parts(_ path: String, within folder: String) -> [Substring]? {
    let inner = AtomicFile.resolved(AtomicFile.split(path).folder)
    let outer = AtomicFile.resolved(folder.isEmpty ? "." : folder)
    guard inner == outer || inner.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/"),
      FileStatus(path: path, following: false)?.isRegular != false
    else { return nil }
    return inner.dropFirst(outer.count).split(separator: "/")
  }

  /// A file that may not be there yet, by whatever path.
  private static func place(_ path: String) -> [String] {
    if FileStatus(path: path, following: true) != nil { return [AtomicFile.resolved(path)] }
    let (folder, name) = AtomicFile.split(path)
    return [AtomicFile.resolved(folder), name]
  }

  /// Whether a file is an input or in one that is a folder, where reports may be, too.
  private static func isRead(
    _ status: FileStatus?, _ place: [String], from input: String, isReport: Bool
  ) -> Bool {
    guard let status, status.isRegular,
      let read = FileStatus(path: input, following: true)
    else { return false }
    if read.identity == status.identity { return true }
    return read.isDirectory && !isReport
      && (place[0] + "/").hasPrefix(AtomicFile.resolved(input) + "/")
  }

  /// Whether the existing file is empty or a file of a kind made by this program.
  private static func isOurs(_ path: String, _ kind: Kind) -> Bool {
    guard let ends = try? FileEnds(path) else { return false }
    return switch kind {
    case .report: ReportOptions.Format.isReport(first: ends.first, last: ends.last)
    case .baseline: ends.first.isEmpty || Baseline.isBaseline(ends.first)
    case .rejects: false
    }
  }
}

extension OutputPlaces.Kind {
  /// What a file that is not replaced is not.
  fileprivate var contrast: String {
    switch self {
    case .report: " and is not a report of this program"
    case .baseline: " and is not a baseline of this program"
    case .rejects: ""
    }
  }
}

/// Files that a conversion writes in addition to its output.
package struct SideOutputs {
  /// Receives samples in which a rule found an error. It is not finished.
  package var rejects: (any ByteSink)?
  /// Files that get their names together with the output: all, or none.
  package var companions: [AtomicFile]
  /// Receives what the writer receives.
  var digests: TypeDigests?

  package init(rejects: (any ByteSink)? = nil, companions: [AtomicFile] = []) {
    self.rejects = rejects
    self.companions = companions
  }
}
