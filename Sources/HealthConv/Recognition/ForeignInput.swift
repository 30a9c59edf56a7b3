import HealthBytes
import HealthFormats

/// Something that people have and that no format of this library reads: what it is, and what to do with it.
struct ForeignInput: Equatable {
  /// What it is, as the end of `it is …`.
  let name: String
  /// What to do next, in sentences; empty if the remedy states it.
  let advice: String
  var isCertain = true
  /// Whether it could be read in another way.
  var code = HealthError.Code.unsupported
  /// What can be done about it here.
  var remedy: HealthError.Remedy?

  /// Describes an input that no format accepts, or a file in it.
  ///
  /// - Parameter path: The path of the file in it; `nil` for the input itself.
  func error(of input: String, file path: String? = nil) -> HealthError {
    let subject = path.map { "it contains no Health export, and '\($0)' in it" } ?? "it"
    return HealthError(
      code, rule: code == .unsupported ? "unsupported" : "unreadable-input",
      place: Place(file: input),
      "\(subject) \(isCertain ? "is" : "looks like") \(name)\(advice.isEmpty ? "" : ". \(advice)")",
      remedy: remedy)
  }

  /// Describes a file whose first bytes contradict its name, if they are recognized.
  ///
  /// - Returns: The error; `nil` if nothing more is known.
  static func error(
    of path: String, insteadOf error: HealthError, _ open: () throws(HealthError) -> any ByteSource
  ) -> HealthError? {
    guard error.code == .truncated || error.code == .damaged,
      let source = try? SniffedSource(open()), !source.isGzip
    else { return nil }
    if source.first.isEmpty {
      return ForeignInput(name: "empty", advice: "", code: .malformed).error(of: path)
    }
    let found = signed(source.first) ?? text(source.first, path)
    return (found ?? archive(isZip: source.isZip, error)).error(of: path)
  }

  /// An input with the name of an archive that cannot be opened as one.
  private static func archive(isZip: Bool, _ error: HealthError) -> ForeignInput {
    guard isZip || error.code == .damaged else {
      return ForeignInput(
        name: "not a zip archive, though its name ends in .zip",
        advice: "Name the archive that holds the data.", code: .malformed)
    }
    guard error.code == .truncated else {
      return ForeignInput(
        name: "a damaged zip archive: \(error.message)", advice: "Copy or export it again.",
        code: .malformed)
    }
    return ForeignInput(
      name: "a truncated zip archive: its end, which holds the directory, is missing",
      advice: "Copy or export it again.", code: .malformed)
  }

  /// A part of a Health export on its own.
  static func part(_ name: String) -> ForeignInput {
    ForeignInput(
      name: "\(name) of a Health export",
      advice:
        "It is read together with the export: name the archive or the folder that contains both.")
  }
}

extension ForeignInput {
  /// The format of an input that is recognized but cannot be read.
  ///
  /// - Parameter preview: Its beginning; of a folder or an archive, its paths.
  init?(_ preview: Input.Preview) {
    let found: ForeignInput? =
      preview.kind == .file
      ? Self.signed(preview.firstBytes)
        ?? Self.text(preview.firstBytes, preview.paths.first ?? "")
      : Self.packed(preview)
    guard let found else { return nil }
    self = found
  }
}

extension Dataset {
  /// A better reason why an input cannot be read from the start: what it is, if that is known.
  ///
  /// - Returns: The reason; `nil` if nothing more is known.
  func recognizedFault(insteadOf error: HealthError) -> HealthError? {
    // With a map or a fragment requested, the reader's own message is the better one.
    let isAnswered = options.isFragment || options.map != nil && error.rule != "unmapped-file"
    // A dataset that is recognized by the names of its files, such as one of Parquet, has a fault of its own.
    guard !isAnswered, !["linked-export", "packed-export"].contains(error.rule),
      [.malformed, .noInput].contains(error.kind),
      let preview = try? Input.Preview(input.container),
      !format.extensions.isEmpty || format.confidence(preview) != .certain
    else { return nil }
    if let foreign = ForeignInput(preview) { return foreign.error(of: name) }
    let isUnknown = ["no-export", "unreadable-input", "missing-column"].contains(error.rule)
    // A damaged file may be what the others belong to.
    guard preview.kind != .file, isUnknown, ![.damaged, .truncated, .checksum].contains(error.code)
    else { return nil }
    if error.rule == "no-export", let found = ForeignInput.readableFiles(of: input.container) {
      let step = preview.kind == .archive ? "Unpack it and name" : "Name"
      return HealthError(
        .unsupported, rule: "unsupported", place: Place(file: name),
        "it contains no Health export, but files of format '\(found.format)', such as \(found.paths.shortList). "
          + "\(step) each of them instead")
    }
    return ForeignInput.firstFile(of: input.container).map {
      $0.foreign.error(of: name, file: $0.path)
    }
  }
}

/// Files that are recognized by bytes at a fixed offset.
extension ForeignInput {
  private static let unpack = "Unpack it and name the folder, or pack the files as .zip."
  static let giveData = "Name the file that holds the data."
  private static let saveAsCSV = "Save the sheet as CSV in UTF-8."

  /// Bytes at an offset, and the format that has them there.
  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let name: String
    let advice: String

    init(_ offset: Int, _ bytes: [UInt8], _ name: String, _ advice: String) {
      self.offset = offset
      self.bytes = bytes
      self.name = name
      self.advice = advice
    }

    init(_ offset: Int, text: String, _ name: String, _ advice: String) {
      self.init(offset, Array(text.utf8), name, advice)
    }
  }

  private static let signatures: [Signature] = [
    Signature(0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", unpack),
    Signature(0, text: "Rar!\u{1A}\u{07}", "a RAR archive", unpack),
    Signature(257, text: "ustar", "a tar archive", unpack),
    Signature(0, text: "BZh", "a file packed by bzip2", "Unpack it."),
    Signature(0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a file packed by xz", "Unpack it."),
    Signature(0, [0x28, 0xB5, 0x2F, 0xFD], "a file packed by zstd", "Unpack it."),
    Signature(0, [0x1F, 0x9D], "a file packed by compress", "Unpack it."),
    Signature(0, [0xD0, 0xCF, 0x11, 0xE0], "an old Microsoft Office document", saveAsCSV),
    Signature(0, text: "%PDF-", "a PDF document", giveData),
    Signature(0, [0x89, 0x50, 0x4E, 0x47], "a PNG image", giveData),
    Signature(0, [0xFF, 0xD8, 0xFF], "a JPEG image", giveData),
    Signature(4, text: "ftyp", "an image or a video", giveData),
    Signature(0, text: "bplist00", "a binary property list", giveData),
    Signature(
      0, [0x00, 0x05, 0x16, 0x07], "an AppleDouble file that macOS writes next to another file",
      "Name the file without '._' at the beginning of its name."),
    Signature(
      0, text: "PAR1", "a single Parquet file",
      "Give the folder with all files of a dataset, or write the table as CSV."),
    Signature(0, text: "ARROW1", "an Arrow file", "Write it as CSV."),
  ]

  /// What a file is by its signature.
  static func signed(_ bytes: [UInt8]) -> ForeignInput? {
    for entry in signatures
    where bytes.count >= entry.offset + entry.bytes.count
      && bytes[entry.offset...].starts(with: entry.bytes)
    {
      return ForeignInput(name: "\(entry.name), which is not supported", advice: entry.advice)
    }
    return nil
  }
}

/// Archives and folders that are recognized by the paths of their files.
extension ForeignInput {
  /// A file in an archive or a folder, and the format that has it.
  private static let contents: [(path: Glob, name: String, advice: String)] = [
    (Glob("xl/workbook.xml"), "an Excel workbook", saveAsCSV),
    (Glob("xl/workbook.bin"), "an Excel workbook", saveAsCSV),
    (Glob("word/document.xml"), "a Word document", giveData),
    (Glob("Index/Document.iwa"), "a Numbers or Pages document", "Export the sheet as CSV."),
    (Glob("META-INF/manifest.xml"), "an OpenDocument file", saveAsCSV),
    (Glob("doc.kml"), "a KMZ file", "Export the track as GPX."),
  ]

  private static let study = ForeignInput(
    name: "a study of many participants, which is not an input", advice: "", remedy: .useStudy)

  private static func isStudy(_ paths: [String]) -> Bool {
    [Cohort.manifest, Cohort.ledger].allSatisfy { paths.contains($0) }
  }

  /// What an archive or a folder is by its paths.
  static func packed(_ preview: Input.Preview) -> ForeignInput? {
    if preview.isEncrypted {
      return ForeignInput(
        name: "an archive with a password, which is not supported",
        advice: "Unpack it and name the folder.")
    }
    guard preview.kind == .archive else { return isStudy(preview.paths) ? study : nil }
    for entry in contents where preview.paths.contains(where: { entry.path.matches($0) }) {
      return ForeignInput(name: "\(entry.name), which is not supported", advice: entry.advice)
    }
    return nil
  }

  /// The most files of an archive or a folder whose beginnings are read.
  private static let filesRead = 20

  /// The first file of an archive or a folder that is known to be foreign.
  static func firstFile(
    of container: InputContainer
  ) -> (path: String, foreign: ForeignInput)? {
    for (path, preview) in previews(of: container) {
      if let foreign = ForeignInput(preview) { return (path, foreign) }
    }
    return nil
  }

  /// The first files of an archive or a folder that are of one format each on its own, such as JSON Lines.
  static func readableFiles(of container: InputContainer) -> (format: String, paths: [String])? {
    var found: (format: String, paths: [String])?
    for (path, preview) in previews(of: container) {
      guard let name = Format.certain(preview, among: Format.all)?.name,
        found.map({ $0.format == name }) ?? true
      else { continue }
      found = (name, (found?.paths ?? []) + [path])
    }
    return found
  }

  /// The beginnings of the first files.
  private static func previews(
    of container: InputContainer
  ) -> [(path: String, preview: Input.Preview)] {
    let entries = container.entries.filter { entry in
      entry.size != 0
        && JunkFiles.kind(of: entry.path) == nil
        && !entry.path.split(separator: "/").contains { $0.first == "." }
    }
    var previews: [(path: String, preview: Input.Preview)] = []
    for entry in entries.sorted(by: { $0.path < $1.path }).prefix(filesRead) {
      guard let bytes = try? container.firstBytes(of: entry) else { continue }
      previews.append(
        (entry.path, Input.Preview(kind: .file, firstBytes: bytes, paths: [entry.path])))
    }
    return previews
  }
}
