extension Format {
  /// Whether everything that is read can be written with it.
  public var isLossless: Bool { makeWriter != nil && losses.isEmpty }

  /// The properties of formats, as a JSON document.
  public static func json(_ formats: [Format]) -> String {
    JSONText.document([JSONText.list("formats", formats, \.members)])
  }

  private var members: [(String, JSONText)] {
    [
      ("name", .string(name)), ("title", .string(title)),
      ("reads", .boolean(makeReader != nil)), ("writes", .boolean(makeWriter != nil)),
      ("streams", .boolean(isText)),
      ("extensions", .array(extensions.map { .string($0) })),
      JSONText.list("layouts", layouts) { layout in
        [
          ("name", .string(layout.name)), ("title", .string(layout.title)),
          ("outputs", .array(layout.outputs.map { .string($0.rawValue) })),
          JSONText.list("losses", layout.losses, \.members),
        ]
      },
      JSONText.list("readOptions", readOptions, \.members),
      JSONText.list("writeOptions", writeOptions, \.members),
      ("lossless", .boolean(isLossless)), JSONText.list("losses", losses, \.members),
    ]
  }

  /// Formats as a table of Markdown: what can be read and written, and what is lost.
  public static func markdown(_ formats: [Format] = Format.all) -> String {
    let rows = formats.map { format in
      let losses = format.losses.isEmpty ? "nothing" : names(format.losses)
      let others = format.layouts.filter { !$0.losses.isEmpty }
        .map { "; as `\($0.name)` \(names($0.losses))" }
      let kept = format.makeWriter == nil ? "" : losses + others.joined()
      return
        "| `\(format.name)` | \(format.title) | \(format.extensions.map { "`.\($0)`" }.joined(separator: " ")) "
        + "| \(yes(format.makeReader != nil)) | \(yes(format.makeWriter != nil)) | \(yes(format.isText)) "
        + "| \(kept) |"
    }
    return
      ([
        "| format | what it is | files | read | written | in a pipe | loses |",
        "| --- | --- | --- | --- | --- | --- | --- |",
      ] + rows).joined(separator: "\n") + "\n"
  }

  private static func names(_ losses: [Loss]) -> String {
    losses.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func yes(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }
}

extension Format.Option {
  fileprivate var members: [(String, JSONText)] {
    [("name", .string(name)), ("explanation", .string(help))]
  }
}

extension Loss {
  fileprivate var members: [(String, JSONText)] {
    [("name", .string(name)), ("explanation", .string(explanation))]
  }
}
