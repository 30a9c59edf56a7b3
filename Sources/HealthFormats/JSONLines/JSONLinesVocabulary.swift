/// The names in JSON Lines that differ from the export's, and those that frame a line.
enum JSONLinesVocabulary {
  /// The version of the shape, in the first line. It changes when a reader of the old shape would fail.
  static let version = 1

  /// The name in JSON of an export's attribute.
  static func key(ofAttribute name: String) -> String {
    switch name {
    case "startDate": "start"
    case "endDate": "end"
    case "creationDate": "created"
    default: name
    }
  }
}
