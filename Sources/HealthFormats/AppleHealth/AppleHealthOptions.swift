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

  /// Which main file to take, where an archive holds more than one.
  public var member: String? {
    get { self[.member] }
    set { self[.member] = newValue }
  }
}
