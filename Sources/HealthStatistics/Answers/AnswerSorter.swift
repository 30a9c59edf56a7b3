package import HealthBytes
package import HealthModel

/// Sorts rows of an answer on the disk, so that memory does not grow with them.
///
/// Rows are sorted once for each part of a key, from the last part to the first, and rows with the same key are by time, or keep
/// their order if they have none. A
/// number is one part, 16 bytes of a text are one. Rows without a value, or with an empty text, come last in both
/// directions.
package struct AnswerSorter: ~Copyable {
  /// A column that rows are sorted by.
  package struct Key: Sendable, Equatable {
    /// The place of the column in the row.
    package let place: Int
    /// Whether the values are text.
    package let isText: Bool
    package let isDescending: Bool

    package init(place: Int, isText: Bool, isDescending: Bool) {
      (self.place, self.isText, self.isDescending) = (place, isText, isDescending)
    }
  }

  private static let chunk = 16
  /// How many parts of a text are compared.
  private static let mostChunks = 16

  private let keys: [Key]
  private let memory: Int
  private var sorter: ExternalSorter
  private var buffer = ByteBuffer(capacity: 256)
  /// The length of the longest text in each column of the keys.
  private var lengths: [Int]
  private var count: UInt64 = 0

  /// No rows yet.
  ///
  /// - Parameters:
  ///   - keys: What rows are sorted by, the most important first.
  ///   - memory: Bytes of rows to keep in memory.
  package init(by keys: [Key], memory: Int = 1 << 22) throws(HealthError) {
    let sorter = try ExternalSorter(memory: memory, fanIn: 32)
    self.sorter = sorter
    (self.keys, self.memory) = (keys, memory)
    lengths = keys.map { _ in 0 }
  }

  /// Adds a row.
  ///
  /// - Parameter time: When what the row is about began; `nil` if rows come in their order.
  package mutating func add(_ values: [AnswerValue], at time: Timestamp? = nil) throws(HealthError)
  {
    for (index, key) in keys.enumerated() where key.isText {
      lengths[index] = max(lengths[index], values[key.place].text?.utf8.count ?? 0)
    }
    buffer.removeAll()
    for value in values { value.append(to: &buffer) }
    count += 1
    let high = time.map { UInt64(bitPattern: $0.microseconds) ^ 1 << 63 } ?? 0
    let key = SortKey(high: high, low: count)
    try buffer.withBytes { (bytes) throws(HealthError) in try sorter.add(key, bytes) }
  }

  /// Sorts, after which nothing can be added.
  package consuming func sorted() throws(HealthError) -> SortedAnswerRows {
    let (keys, lengths, memory) = (keys, lengths, memory)
    var records = try sorter.sorted()
    for (key, length) in zip(keys, lengths).reversed() {
      let chunks = key.isText ? min(Self.mostChunks, (length + Self.chunk - 1) / Self.chunk) : 1
      for chunk in (0..<chunks).reversed() {
        var next = try ExternalSorter(memory: memory, fanIn: 32)
        while try records.next() {
          try records.withBytes { (bytes) throws(HealthError) in
            let value = AnswerValue.value(key.place, in: bytes)
            try next.add(Self.sortKey(of: value, key, chunk), bytes)
          }
        }
        records = try next.sorted()
      }
    }
    return SortedAnswerRows(records)
  }

  private static func sortKey(of value: AnswerValue, _ key: Key, _ chunk: Int) -> SortKey {
    var high = UInt64.max
    var low = UInt64.max
    if key.isText {
      guard let text = value.text, !text.isEmpty else { return SortKey(high: high, low: low) }
      let bytes = Array(text.utf8.dropFirst(chunk * Self.chunk).prefix(Self.chunk))
      func word(_ start: Int) -> UInt64 {
        (start..<start + 8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
      }
      (high, low) = (word(0), word(8))
    } else {
      guard let number = value.double, !number.isNaN else { return SortKey(high: high, low: low) }
      let bits = (number == 0 ? 0 : number).bitPattern
      (high, low) = (bits >> 63 == 1 ? ~bits : bits | 1 << 63, 0)
    }
    return key.isDescending ? SortKey(high: ~high, low: ~low) : SortKey(high: high, low: low)
  }
}

/// Rows in order, one at a time.
package struct SortedAnswerRows: ~Copyable {
  private var records: SortedRecords

  fileprivate init(_ records: consuming SortedRecords) { self.records = records }

  /// The next row; `nil` at the end.
  package mutating func next() throws(HealthError) -> [AnswerValue]? {
    guard try records.next() else { return nil }
    return records.withBytes { AnswerValue.values(in: $0) }
  }
}

extension AnswerValue {
  /// The value as bytes: its case, its length or number, and its text.
  fileprivate func append(to buffer: inout ByteBuffer) {
    func append(_ mark: UInt8, _ text: String) {
      buffer.append(mark)
      buffer.append(word: UInt64(text.utf8.count))
      buffer.append(utf8: text)
    }
    switch self {
    case .none: buffer.append(0)
    case .text(let text): append(1, text)
    case .number(let text): append(2, text)
    case .integer(let number):
      buffer.append(3)
      buffer.append(word: UInt64(bitPattern: Int64(number)))
    }
  }

  fileprivate static func values(in bytes: Span<UInt8>) -> [AnswerValue] {
    var values: [AnswerValue] = []
    var place = 0
    while place < bytes.count {
      let end = end(of: place, in: bytes)
      values.append(AnswerValue(bytes.extracting(place..<end)))
      place = end
    }
    return values
  }

  fileprivate static func value(_ number: Int, in bytes: Span<UInt8>) -> AnswerValue {
    var place = 0
    for _ in 0..<number { place = end(of: place, in: bytes) }
    return AnswerValue(bytes.extracting(place..<end(of: place, in: bytes)))
  }

  private static func end(of place: Int, in bytes: Span<UInt8>) -> Int {
    switch bytes[place] {
    case 0: place + 1
    case 3: place + 9
    default: place + 9 + Int(bytes.word(at: place + 1))
    }
  }

  private init(_ bytes: Span<UInt8>) {
    switch bytes[0] {
    case 0: self = .none
    case 3: self = .integer(Int(Int64(bitPattern: bytes.word(at: 1))))
    case let mark:
      var text = ""
      if let span = try? UTF8Span(validating: bytes.extracting(9..<bytes.count)) {
        text = String(copying: span)
      }
      self = mark == 1 ? .text(text) : .number(text)
    }
  }
}
