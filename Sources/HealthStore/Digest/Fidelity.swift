/// How exactly two samples are compared.
public enum Fidelity: Int, Sendable, Comparable {
  /// Their meaning: instants, values in canonical units, texts byte for byte. Not the text form of dates and numbers,
  /// the date of saving, the order of metadata, and unknown attributes and elements.
  case meaning
  /// What a store distinguishes: all text, except what differs in another export of the same data: the offsets and
  /// text forms of dates, when a device was first registered, the addresses of devices, the numbers of duplicates.
  case saved
  /// All text, except the addresses of devices, which mean nothing, and the numbers of duplicates.
  case content
  /// All text.
  case exact

  /// Orders from the least exact.
  public static func < (a: Fidelity, b: Fidelity) -> Bool { a.rawValue < b.rawValue }
}
