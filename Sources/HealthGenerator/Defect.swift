/// A fault met in real exports, to be planted once in a synthetic one.
///
/// The records that carry the faults stand together at the end of the records and count in the
/// ground truth.
public enum Defect: String, Sendable, CaseIterable {
  /// The document type declaration as iOS 16.0 wrote it, which no strict parser accepts.
  case brokenDocumentType
  /// A vertical tab in the value of a metadata entry: not allowed in XML.
  case controlCharacter
  /// A lone byte that is not UTF-8.
  case invalidUTF8
  /// A workout statistic with two start dates, the second meant to be the end (iOS 16.0): not
  /// well-formed.
  case duplicateStartDate
  /// A record that occurs twice, byte for byte.
  case duplicateRecord
  /// A record that ends before it starts.
  case endBeforeStart
  /// An oxygen saturation of 97 where a fraction belongs.
  case percentAsHundred
  /// A quantity whose value is a word.
  case textualValue
  /// An element that no version of the format has.
  case unknownElement
  /// The file ends in the middle of a tag.
  case truncated
}
