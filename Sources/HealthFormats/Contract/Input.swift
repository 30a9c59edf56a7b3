public import HealthBytes
import HealthModel

/// Something to read: a file, a folder, an archive or standard input.
public struct Input: Sendable {
  /// Its name, with which messages begin.
  public let name: String
  /// Its files. A single file is a container of one entry.
  public let container: InputContainer

  /// Names something to read.
  public init(name: String, container: InputContainer) {
    self.name = name
    self.container = container
  }
}

extension Input {
  /// Opens one of its files, and names it as messages do.
  func open(
    _ entry: InputContainer.Entry
  ) throws(HealthError) -> (source: any ByteSource, name: String) {
    let name = container.kind == .file ? name : "\(name)/\(entry.path)"
    do throws(HealthError) { return (try container.open(entry), name) } catch {
      throw error.reading(at: Place(file: name))
    }
  }

  /// The text of a file as UTF-8, also if it is in UTF-16.
  static func text(_ source: any ByteSource) throws(HealthError) -> any ByteSource {
    let sniffed = try SniffedSource(source, count: 4)
    guard let encoding = Preview.wideEncoding(of: sniffed.first) else { return sniffed }
    return try TranscodingSource(sniffed, encoding: encoding)
  }

  /// One of the files that a reader reads.
  struct File {
    /// Its name in messages.
    let name: String
    let open: () throws(HealthError) -> any ByteSource
  }

  /// A file, named as messages do.
  func file(_ entry: InputContainer.Entry) -> File {
    let container = container
    return File(
      name: container.kind == .file ? name : "\(name)/\(entry.path)",
      open: { () throws(HealthError) in try container.open(entry) })
  }

  /// The files of an archive or a folder that a format reads, by their paths; a single file, whatever its name. Junk
  /// files are none.
  func entries(
    where isWanted: (InputContainer.Entry) -> Bool
  ) -> [InputContainer.Entry] {
    guard container.kind != .file else { return container.entries }
    return container.entries.filter { JunkFiles.kind(of: $0.path) == nil && isWanted($0) }
      .sorted { $0.path < $1.path }
  }

  /// These files, to be read one after another.
  ///
  /// - Parameter missing: The message of the error if there is none.
  func files(
    missing: String, where isWanted: (InputContainer.Entry) -> Bool
  ) throws(HealthError) -> [File] {
    let wanted = entries(where: isWanted)
    guard !wanted.isEmpty else {
      throw HealthError(
        .notFound, rule: "unreadable-input", place: Place(file: name), missing)
    }
    return wanted.map(file)
  }

  /// These files without exact copies of others, which would count twice, and a finding about these.
  func distinctFiles(
    missing: String, where isWanted: (InputContainer.Entry) -> Bool
  ) throws(HealthError) -> (files: [File], copies: [Finding]) {
    let all = entries(where: isWanted)
    let copies = container.copies(among: all)
    if copies.isEmpty { return (try files(missing: missing, where: isWanted), []) }
    let first = all.first { copies.contains($0) }
    return (
      all.filter { !copies.contains($0) }.map(file),
      [.copies(copies.count, first: Place(file: "\(name)/\(first?.path ?? "")"))]
    )
  }

  /// The file of a format that is read from one file.
  ///
  /// - Throws: Unless there is exactly one: others would be lost.
  func onlyFile() throws(HealthError) -> InputContainer.Entry {
    let files = entries { _ in true }
    guard let file = files.first else {
      throw HealthError(
        .notFound, rule: "unreadable-input", place: Place(file: name),
        "it contains no file to read")
    }
    guard files.count == 1 else { throw severalError("files", files.map(\.path)) }
    return file
  }

  /// The error for an archive or a folder that contains several datasets of a format that is read one by one.
  ///
  /// - Parameters:
  ///   - things: What it contains, such as `files`.
  ///   - paths: Their paths.
  func severalError(_ things: String, _ paths: [String]) -> HealthError {
    let step = container.kind == .archive ? "Unpack it and name" : "Name"
    return HealthError(
      .unsupported, rule: "unsupported", place: Place(file: name),
      "it contains \(paths.count) \(things): \(paths.shortList). \(step) each of them instead")
  }

  /// The files of an archive or a folder that are not read, counted by their endings, and a finding about them. Junk files
  /// are not counted.
  func unread(
    isRead: (InputContainer.Entry) -> Bool
  ) -> (counts: [String: Int], findings: [Finding]) {
    guard container.kind != .file else { return ([:], []) }
    var counts: [String: Int] = [:]
    var paths: [String] = []
    for entry in container.entries where JunkFiles.kind(of: entry.path) == nil && !isRead(entry) {
      let ending = Self.ending(of: entry.path)
      counts[counts.count < 100 ? ending : "other", default: 0] += 1
      paths.append(entry.path)
    }
    return (counts, unreadFindings(paths))
  }

  /// The endings of pictures and films, which have no samples.
  private static let pictures: Set<String> = ["jpg", "jpeg", "png", "gif", "heic", "mp4", "mov"]

  /// The finding about files of an archive or a folder that are not read, except for pictures; none without such files.
  func unreadFindings(_ paths: [String]) -> [Finding] {
    let paths = paths.filter { !Self.pictures.contains(Self.ending(of: $0)) }
    if paths.isEmpty { return [] }
    let isOne = paths.count == 1
    let object = isOne ? "it" : "each"
    return [
      Finding(
        rule: "unread-file", severity: .info, place: Place(file: name),
        message:
          "\(paths.count.grouped) \(isOne ? "file is" : "files are") not read: "
          + "\(paths.sorted().shortList(of: 5)); to read \(isOne ? "it" : "them"), "
          + (container.kind == .folder
            ? "name \(object) by itself, or load the folder into a store"
            : "unpack the archive and name \(object) by itself"))
    ]
  }

  /// The ending of a name, as summaries list it.
  static func ending(of path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "other" }
    let ending = name[name.index(after: point)...].lowercased()
    return 1...8 ~= ending.utf8.count && ending.utf8.allSatisfy { $0 &- 97 < 26 || $0 &- 48 < 10 }
      ? ending : "other"
  }
}

extension Input {
  /// The properties of an input that are used to detect its format.
  public struct Preview: Sendable {
    /// What it is.
    public let kind: InputContainer.Kind
    /// Its first bytes, unpacked; of an archive or a folder, none.
    public let firstBytes: [UInt8]
    /// The paths of its files; of a single file, its name.
    public let paths: [String]
    /// Whether some of its files need a password.
    public let isEncrypted: Bool
    /// The input, if some of its files may have to be inspected.
    let container: InputContainer?

    /// What is known of an input, for tests and for programs that detect formats by themselves.
    ///
    /// - Parameters:
    ///   - firstBytes: Its first bytes, unpacked; of an archive or a folder, none.
    ///   - isEncrypted: Whether some of its files need a password.
    public init(
      kind: InputContainer.Kind, firstBytes: [UInt8], paths: [String], isEncrypted: Bool = false
    ) {
      self.isEncrypted = isEncrypted
      container = nil
      self.kind = kind
      self.firstBytes = firstBytes
      self.paths = paths
    }

    /// Inspects an input. Cost: opening a file and reading some kilobytes; the bytes of a stream are not lost.
    ///
    /// - Throws: `HealthError`: what opening and reading throws.
    public init(_ container: InputContainer) throws(HealthError) {
      kind = container.kind
      self.container = container
      paths = container.entries.map(\.path)
      isEncrypted = container.isEncrypted
      if container.kind == .file, let file = container.entries.first {
        let bytes = try container.firstBytes(of: file)
        let text = Self.text(bytes)
        // The readers of XML convert it, too.
        firstBytes = text.first == UInt8(ascii: "<") ? text : bytes
      } else {
        firstBytes = []
      }
    }

    /// The encoding of a text whose characters have two bytes each; `nil` for any other text.
    package static func wideEncoding(of bytes: [UInt8]) -> String? {
      guard bytes.count > 3 else { return nil }
      switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
      case (0xFF, 0xFE, _, _), (0x09...0x7E, 0, 0x09...0x7E, 0): return "UTF-16LE"
      case (0xFE, 0xFF, _, _), (0, 0x09...0x7E, 0, 0x09...0x7E): return "UTF-16BE"
      default: return nil
      }
    }

    /// The beginning of a text as UTF-8, without a byte order mark if it was in such an encoding; anything else unchanged.
    ///
    /// - Parameter bytes: 32 KiB at most, which are converted in one step. Half a character at their end is left out.
    package static func text(_ bytes: [UInt8]) -> [UInt8] {
      var text = [UInt8](repeating: 0, count: 2 * bytes.count)
      guard let encoding = wideEncoding(of: bytes),
        let source = try? TranscodingSource(BytesSource(bytes), encoding: encoding),
        let count = try? source.read(into: &text, at: 0)
      else { return bytes }
      return Array(text[..<count].dropFirst(text.byteOrderMarkLength))
    }
  }
}

extension [String] {
  /// Paths for a message: the first of them in quotes, visible files first, and how many more there are.
  package var shortList: String { shortList(of: 3) }

  /// The same with so many paths.
  package func shortList(of most: Int) -> String {
    let isHidden = { (path: String) in path.split(separator: "/").contains { $0.hasPrefix(".") } }
    let shown = (filter { !isHidden($0) }.prefix(most) + filter(isHidden).prefix(most)).prefix(most)
      .map { "'\($0.printableName)'" }
    let rest = count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest.grouped) more" : "")
  }
}

/// Files without data that systems add to folders and archives.
package enum JunkFiles {
  /// The kind of a junk file, such as `.DS_Store`; `nil` for other files.
  package static func kind(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return path }
    if parts.contains("__MACOSX") { return "__MACOSX" }
    if name.hasPrefix("._") { return "._*" }
    return name == ".DS_Store" ? ".DS_Store" : nil
  }
}
