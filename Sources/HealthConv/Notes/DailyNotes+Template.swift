import HealthBytes

extension DailyNotes {
  /// The path of the note of a day: `Daily/{yyyy}-{MM}-{dd}.md`.
  public struct Template: Sendable, Equatable {
    /// The text.
    public let text: String

    /// Notes that are named by their days.
    public static let standard = Template(unchecked: "{yyyy}-{MM}-{dd}.md")

    private static let fields = ["{yyyy}", "{MM}", "{dd}"]

    private init(unchecked text: String) { self.text = text }

    /// The template of a text.
    ///
    /// - Throws: `ConversionError`: `.usage` if days could share a note, or notes could be outside of the folder.
    public init(_ text: String) throws(ConversionError) {
      func unfit(_ reason: String) -> ConversionError {
        ConversionError(
          .usage,
          "'\(text.printableName)' is no path of notes: \(reason), expected a path such as Daily/{yyyy}-{MM}-{dd}.md"
        )
      }
      self.text = text
      for field in Self.fields where !text.contains(field) { throw unfit("\(field) is missing") }
      let path = path(ofDay: "2024-01-31")
      if path.contains(where: { "{}".contains($0) }) {
        throw unfit("other fields are not supported")
      }
      if !path.hasSuffix(".md") { throw unfit("a note ends with .md") }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
        || path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      {
        throw unfit("it leaves the folder")
      }
    }

    /// The path of the note of a day such as `2024-01-31`.
    func path(ofDay date: String) -> String {
      let values = date.split(separator: "-")
      return zip(Self.fields, values).reduce(text) { path, field in
        path.split(separator: field.0, omittingEmptySubsequences: false).map(String.init)
          .joined(separator: String(field.1))
      }
    }
  }
}
