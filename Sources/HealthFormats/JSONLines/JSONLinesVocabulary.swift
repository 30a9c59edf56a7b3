import HealthModel

/// The names in JSON Lines that differ from the export's, and those that frame a line.
enum JSONLinesVocabulary {
  /// The version of the shape, in the first line. It changes when a reader of the old shape would fail.
  static let version = 1

  /// The type of every workout; what was done is its `workoutActivityType`.
  static let workoutType = "HKWorkoutTypeIdentifier"

  /// The name in JSON of an export's attribute.
  static func key(ofAttribute name: String) -> String {
    // Called for each field of each point of a route: most names differ from these in length.
    let count = name.utf8.count
    guard count == 4 || count == 7 || count == 9 || count == 12 else { return name }
    return switch name {
    case "startDate": "start"
    case "endDate": "end"
    case "creationDate": "created"
    // Every line has a kind of its own.
    case "kind": "stateOfMindKind"
    default: name
    }
  }
}
