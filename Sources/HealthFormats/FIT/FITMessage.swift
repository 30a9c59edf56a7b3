import HealthModel

/// One message of a file. The parser fills the same message again and again.
struct FITMessage {
  static let absent = Int64.min

  /// What it is; `nil` for a message that is not read.
  var kind: FITMessageKind?
  /// How many bytes of the stream are before it.
  var offset: Int64 = 0
  /// Seconds since 1970, where the message or its header has a time that is a date.
  var time: Int64?
  /// The first number of each field, by the number of the field.
  var values = [Int64](repeating: absent, count: 256)
  /// All numbers of the field that is a list of numbers.
  var lists: [UInt8: [Int64]] = [:]
  var texts: [UInt8: String] = [:]
  /// What fields by other developers state of a session.
  var others: [MetadataEntry] = []
  fileprivate var touched: [UInt8] = []

  subscript(field: Int) -> Int64? {
    let value = values[field & 0xFF]
    return value == Self.absent ? nil : value
  }

  /// A time in a field, in seconds since 1970.
  func date(_ field: Int) -> Int64? { self[field].flatMap(FITParser.seconds) }

  mutating func clear() {
    for field in touched { values[Int(field)] = Self.absent }
    touched.removeAll(keepingCapacity: true)
    if !lists.isEmpty { lists = [:] }
    if !texts.isEmpty { texts = [:] }
    if !others.isEmpty { others = [] }
  }

  mutating func set(_ field: UInt8, _ value: Int64) {
    if values[Int(field)] == Self.absent { touched.append(field) }
    values[Int(field)] = value
  }
}
