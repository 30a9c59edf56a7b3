extension Format.Option {
  /// Whether an export may be a part of one, without the root element around its elements.
  public static let fragment = {
    var option = Format.Option(
      flag: "fragment", about: "fragments",
      help:
        "Read a part of an export.xml: elements without the root element, such as the output of grep, head or tail."
    )
    option.impliesFormat = true
    return option
  }()

  /// Whether files are read that are not part of the export.
  public static let allFiles = Format.Option(
    flag: "all-files", about: "all files",
    help:
      "Read every file of an archive or a folder as a document, not only those that are part of the Apple Health export."
  )

  /// Which main file to read.
  public static let member = Format.Option(
    "member", about: "members of archives",
    help: "The main file to read from an archive that holds more than one.",
    expected: "the path of a file in the archive"
  ) { text in text.isEmpty ? nil : text }
}

extension ReadOptions {
  /// Whether an export may be a part of one, without the root element around its elements.
  public var isFragment: Bool {
    get { self[.fragment] ?? false }
    set { self[.fragment] = (newValue ? true : nil) as Bool? }
  }

  /// Whether files are read as documents that are not part of the export, such as those next to its folder.
  public var readsAllFiles: Bool {
    get { self[.allFiles] ?? false }
    set { self[.allFiles] = (newValue ? true : nil) as Bool? }
  }

  /// Which main file to take, where an archive holds more than one.
  public var member: String? {
    get { self[.member] }
    set { self[.member] = newValue }
  }
}
