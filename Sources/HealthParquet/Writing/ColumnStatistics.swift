import HealthBytes

/// The least and the greatest value of a column in a row group.
struct ColumnStatistics {
  private let kind: ParquetColumn.Kind
  /// Numbers in the order of their type, as bits.
  private var numbers: (least: UInt64, greatest: UInt64)?
  private var texts: (least: [UInt8], greatest: [UInt8])?
  private var hasLongText = false

  init(_ kind: ParquetColumn.Kind) { self.kind = kind }

  /// The longest text that is stated as the least or the greatest.
  private static var longest: Int { 64 }

  /// Whether bounds of texts are kept: no text so far was longer than 64 bytes.
  var tracksTexts: Bool { kind == .text && !hasLongText }

  mutating func add(_ values: [UInt64]) {
    guard let first = values.first else { return }
    var (least, greatest) = numbers ?? (first, first)
    switch kind {
    case .double:
      var (low, high) = (Double(bitPattern: least), Double(bitPattern: greatest))
      for value in values {
        low = min(low, Double(bitPattern: value))
        high = max(high, Double(bitPattern: value))
      }
      (least, greatest) = (low.bitPattern, high.bitPattern)
    case .uint64:
      for value in values { (least, greatest) = (min(least, value), max(greatest, value)) }
    default:
      var (low, high) = (Int64(bitPattern: least), Int64(bitPattern: greatest))
      for value in values {
        low = min(low, Int64(bitPattern: value))
        high = max(high, Int64(bitPattern: value))
      }
      (least, greatest) = (UInt64(bitPattern: low), UInt64(bitPattern: high))
    }
    numbers = (least, greatest)
  }

  mutating func add(_ text: Span<UInt8>) {
    guard tracksTexts else { return }
    guard text.count <= Self.longest else {
      hasLongText = true
      return
    }
    guard let (least, greatest) = texts else {
      let text = text.array
      texts = (text, text)
      return
    }
    if Self.isLess(text, least.span) { texts?.least = text.array }
    if Self.isLess(greatest.span, text) { texts?.greatest = text.array }
  }

  private static func isLess(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    for index in 0..<min(one.count, other.count) where one[index] != other[index] {
      return one[index] < other[index]
    }
    return one.count < other.count
  }

  /// The least and the greatest value as plain bytes.
  var bounds: (least: [UInt8], greatest: [UInt8])? {
    if kind == .text { return hasLongText ? nil : texts }
    guard var (least, greatest) = numbers else { return nil }
    if kind == .double {
      // Zeros of either sign are in the bounds.
      if Double(bitPattern: least) == 0 { least = (-0.0 as Double).bitPattern }
      if Double(bitPattern: greatest) == 0 { greatest = 0 }
    }
    let width = kind.physicalType.width
    func bytes(_ value: UInt64) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    return (bytes(least), bytes(greatest))
  }
}

extension Span<UInt8> {
  var array: [UInt8] { indices.map { self[$0] } }
}
