/// Ids of participants.
///
/// An id comes from the user. It is not taken from data or names of files by itself: these contain names of people.
package enum Participant {
  /// The longest id, in bytes.
  package static let longest = 128

  /// What an id has to be, for errors.
  package static let expected = "an id of 1 to 128 bytes without control characters"

  /// Whether a text can be the id of a participant.
  package static func isID(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
      && text.first != " " && text.last != " "
  }
}
