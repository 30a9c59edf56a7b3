/// Something that people have and that no format of this library reads: what it is, and what to do with it.
struct ForeignInput: Equatable {
  /// What it is, as the end of `it is …`.
  let name: String
  /// What to do next, in sentences; empty if the remedy states it.
  let advice: String
  var isCertain = true
  /// Whether it could be read in another way.
  var code = FormatError.Code.unsupported
  /// What can be done about it here.
  var remedy: FormatError.Remedy?

  /// Describes an input that no format accepts, or a file in it.
  ///
  /// - Parameter path: The path of the file in it; `nil` for the input itself.
  func error(of input: String, file path: String? = nil) -> FormatError {
    let subject = path.map { "it contains no Health export, and '\($0)' in it" } ?? "it"
    return FormatError(
      code, rule: code == .unsupported ? "unsupported" : "unreadable-input",
      place: Place(file: input),
      "\(subject) \(isCertain ? "is" : "looks like") \(name)\(advice.isEmpty ? "" : ". \(advice)")",
      remedy: remedy)
  }

  /// Describes a file whose first bytes contradict its name, if they are recognized.
  ///
  /// - Returns: The error; `nil` if nothing more is known.
  static func error(
    of path: String, insteadOf error: ByteError, _ open: () throws(ByteError) -> any ByteSource
  ) -> FormatError? {
    guard error.code == .truncated || error.code == .corrupt,
      let source = try? SniffedSource(open()), !source.isGzip
    else { return nil }
    let found = signed(source.first) ?? text(source.first, path)
    return (found ?? archive(isZip: source.isZip, error)).error(of: path)
  }

  /// An input with the name of an archive that cannot be opened as one.
  private static func archive(isZip: Bool, _ error: ByteError) -> ForeignInput {
    guard isZip || error.code == .corrupt else {
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
  /// What an input is, if it is known and of none of the formats that are read.
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
  func recognizedFault(insteadOf error: FormatError) -> FormatError? {
    // With a map or a fragment requested, the reader's own message is the better one.
    let isAnswered = options.isFragment || options.map != nil && error.rule != "unmapped-file"
    // A dataset that is recognized by the names of its files, such as one of Parquet, has a fault of its own.
    guard !isAnswered, !["linked-export", "packed-export"].contains(error.rule),
      error.code == .malformed || error.code == .noInput,
      let preview = try? Input.Preview(input.container),
      !format.extensions.isEmpty || format.confidence(preview) != .certain
    else { return nil }
    if let foreign = ForeignInput(preview) { return foreign.error(of: name) }
    let isUnknown = ["no-export", "unreadable-input", "missing-column"].contains(error.rule)
    guard preview.kind != .file, isUnknown else { return nil }
    return ForeignInput.firstFile(of: input.container).map {
      $0.foreign.error(of: name, file: $0.path)
    }
  }
}
