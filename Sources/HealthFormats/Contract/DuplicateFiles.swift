import HealthModel
import HealthValidation

extension Finding {
  /// Files that are exact copies of others.
  ///
  /// - Parameter place: The first of them.
  static func copies(_ count: Int, first place: Place) -> Finding {
    Finding(
      rule: duplicateFileRule.name, severity: .info, place: place,
      message: "files that are exact copies of another one: \(count); not read")
  }
}

/// The finding about files that are exact copies of others.
let duplicateFileRule = Rule(
  reader: "duplicate-file", .info, title: "activity is stored twice",
  explanation: """
    A file in an archive or a folder has exactly the bytes of another one, or a file has the same activity twice. It is read once, since \
    it would count twice otherwise.
    """)
