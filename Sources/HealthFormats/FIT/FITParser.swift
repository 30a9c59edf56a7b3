import HealthBytes
import HealthModel

/// Parses the bytes of FIT files, several of which may follow one another.
struct FITParser: ~Copyable {
  enum Event {
    /// A file begins.
    case start
    case message
    /// A file ends; a fault cut it short or its checksum differs.
    case end(Fault?)
    /// There are no more files; a fault is that of bytes after the last one.
    case finish(Fault?)
  }

  /// A fault after which the rest of a file is not read.
  struct Fault {
    let rule: String
    let message: String
  }

  struct Field {
    let number: UInt8
    let size: Int
    let type: FITBaseType
    let isUsed: Bool
  }

  struct Definition {
    var number: UInt16 = 0
    var kind: FITMessageKind?
    var isBigEndian = false
    var fields: [Field] = []
    var developer: [(number: UInt8, size: Int, index: UInt8)] = []
    var size = 0
  }

  private let name: String
  private let source: any ByteSource
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0
  private var consumed: Int64 = 0
  private var isInFile = false
  private var hasFiles = false
  /// Bytes of the file that follow; `nil` if its header does not state its size.
  private var remaining: Int64?
  private var checksum = FITChecksum()
  /// The checksum of the content of the file that ended last; `nil` if it has no stated end.
  private(set) var contentChecksum: UInt16?
  var definitions = [Definition?](repeating: nil, count: 16)
  var developerFields: [UInt16: FITDeveloperField] = [:]
  var lastTime: UInt32?
  var message = FITMessage()
  /// Messages that are not read, by their numbers, and values of developer fields that are not.
  var unread: [UInt16: Int] = [:]
  var unreadDeveloperValues = 0
  /// Values of fields that are not read, in messages that are.
  var unusedValues: [FITMessageKind: Int] = [:]

  /// The most bytes of a message or definition: 255 fields and 255 developer fields of 255 bytes each.
  private static let mostBytes = 1 << 17
  /// No field that is read has greater values, whatever type a file gives it.
  private static let mostValue: UInt64 = 0xFFFF_FFFF

  init(_ source: any ByteSource, name: String, capacity: Int) {
    (self.source, self.name) = (source, name)
    buffer = [UInt8](repeating: 0, count: max(capacity, 64))
  }

  var progress: ByteProgress { source.progress }
  var place: Place { Place(file: name, byteOffset: consumed) }

  /// Seconds since 1970 of a time of the format; `nil` if it counts from when the device was switched on.
  static func seconds(_ time: Int64) -> Int64? {
    time >= 0x1000_0000 && time < 0xFFFF_FFFF ? time + FITTime.epoch : nil
  }

  mutating func next() throws(HealthError) -> Event {
    guard isInFile else { return try begin() }
    while true {
      if let remaining, remaining <= 0 { return try finish() }
      guard try fill(1) else {
        return close(remaining == nil ? nil : truncated)
      }
      if remaining == nil, try !fill(3), try fill(2), byte(0) | byte(1) << 8 == Int(checksum.value)
      {
        advance(2)
        return close(nil)
      }
      message.offset = consumed
      let header = byte(0)
      if header & 0xC0 == 0x40 {
        if let fault = try define(header) { return try abandon(fault) }
        continue
      }
      let local = header & 0x80 != 0 ? (header >> 5) & 3 : header & 0x0F
      guard let definition = definitions[local] else {
        return try abandon(
          Fault(
            rule: "fit-damaged",
            message: "found a message of the local type \(local), which is not defined, at byte "
              + "\(consumed)"))
      }
      guard isRoom(definition.size + 1), try fill(definition.size + 1) else {
        return try abandon(truncated)
      }
      let isRead = read(definition, header)
      advance(definition.size + 1)
      if isRead { return .message }
    }
  }

  // MARK: Files

  private mutating func begin() throws(HealthError) -> Event {
    guard try fill(1) else {
      guard hasFiles else {
        throw HealthError(.malformed, rule: "not-fit", place: place, "the file is empty")
      }
      return .finish(nil)
    }
    // Some devices fill a block with zeros.
    if hasFiles {
      while try fill(1), byte(0) == 0 { advance(buffer[position..<end].prefix { $0 == 0 }.count) }
      guard try fill(1) else { return .finish(nil) }
    }
    guard try fill(12), isHeader else {
      guard hasFiles else {
        throw HealthError(
          .malformed, rule: "not-fit", place: place,
          "the file does not begin with the header of a FIT file")
      }
      let fault = Fault(
        rule: "fit-trailing",
        message: "found bytes that are not the header of a FIT file at byte \(consumed), after the "
          + "end of a FIT file; they were skipped")
      while try fill(1) { advance(end - position) }
      return .finish(fault)
    }
    guard byte(1) >> 4 <= 2 else {
      throw HealthError(
        .newer, rule: "unsupported", place: place,
        "it is of version \(byte(1) >> 4) of the FIT protocol; versions 1 and 2 are supported")
    }
    let size = byte(4) | byte(5) << 8 | byte(6) << 16 | byte(7) << 24
    let length = byte(0)
    (checksum, contentChecksum) = (FITChecksum(), nil)
    guard try fill(length) else {
      throw HealthError(
        .truncated, rule: "not-fit", place: place, "the file ends in the header of a FIT file")
    }
    advance(length)
    remaining = size == 0 ? nil : Int64(size)
    definitions = [Definition?](repeating: nil, count: 16)
    developerFields = [:]
    lastTime = nil
    (isInFile, hasFiles) = (true, true)
    (unread, unreadDeveloperValues, unusedValues) = ([:], 0, [:])
    return .start
  }

  private var isHeader: Bool {
    byte(0) >= 12 && byte(8) == 0x2E && byte(9) == 0x46 && byte(10) == 0x49 && byte(11) == 0x54
  }

  /// Reads the checksum at the end of a file.
  private mutating func finish() throws(HealthError) -> Event {
    contentChecksum = checksum.value
    // Some programs leave the checksum out: another file or nothing follows at once.
    guard try fill(2) else {
      // Half of a checksum.
      advance(end - position)
      return close(
        Fault(rule: "fit-checksum", message: "the file has no checksum; it was not checked"))
    }
    if try fill(12), isHeader {
      return close(
        Fault(rule: "fit-checksum", message: "the file has no checksum; it was not checked"))
    }
    let stated = byte(0) | byte(1) << 8
    let isEqual = stated == Int(checksum.value)
    advance(2)
    return close(
      isEqual || stated == 0
        ? nil
        : Fault(
          rule: "fit-checksum",
          message: "the checksum of the file differs from that of its content; its content was read"
        ))
  }

  private mutating func close(_ fault: Fault?) -> Event {
    isInFile = false
    return .end(fault)
  }

  var truncated: Fault {
    Fault(
      rule: "fit-truncated",
      message:
        "the file ends in the middle of its content, at byte \(consumed); what precedes was read")
  }

  /// Skips the rest of a file after a fault.
  private mutating func abandon(_ fault: Fault) throws(HealthError) -> Event {
    while try fill(1) {
      let available = Int64(end - position)
      guard let left = remaining else {
        advance(Int(available))
        continue
      }
      guard left > 0 else { break }
      advance(Int(min(left, available)))
    }
    if try fill(2) { advance(2) }
    let isSaid = fault.message.contains(";")
    return close(
      isSaid
        ? fault
        : Fault(rule: fault.rule, message: fault.message + "; the rest of the file was skipped"))
  }

  // MARK: Bytes

  func number(_ type: FITBaseType, at offset: Int, _ isBigEndian: Bool) -> Int64? {
    let bits = bits(type, at: offset, isBigEndian)
    guard bits != type.invalid else { return nil }
    let shift = UInt64(64 - 8 * type.size)
    switch type.coding {
    case .unsigned: return bits <= Self.mostValue ? Int64(bits) : nil
    case .signed:
      let value = Int64(bitPattern: bits << shift) >> Int64(shift)
      return value.magnitude <= Self.mostValue ? value : nil
    case .float:
      let value =
        type.size == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      return value.magnitude <= Double(Self.mostValue) ? Int64(exactly: value.rounded()) : nil
    case .text: return nil
    }
  }

  /// A value of any type, exactly.
  func decimal(_ type: FITBaseType, at offset: Int, _ isBigEndian: Bool) -> Number? {
    guard type.coding == .float else {
      return number(type, at: offset, isBigEndian).map { Number(digits: $0, exponent: 0) }
    }
    let bits = bits(type, at: offset, isBigEndian)
    guard bits != type.invalid else { return nil }
    // A float is printed with as few digits as determine it.
    return type.size == 4
      ? Number(Float(bitPattern: UInt32(truncatingIfNeeded: bits)).description)
      : Number(Double(bitPattern: bits))
  }

  func bits(_ type: FITBaseType, at offset: Int, _ isBigEndian: Bool) -> UInt64 {
    var bits: UInt64 = 0
    for index in 0..<type.size {
      let place = isBigEndian ? index : type.size - 1 - index
      bits = bits << 8 | UInt64(buffer[position + offset + place])
    }
    return bits
  }

  func text(_ offset: Int, _ size: Int) -> String? {
    let bytes = buffer[(position + offset)..<(position + offset + size)].prefix { $0 != 0 }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  func byte(_ offset: Int) -> Int { Int(buffer[position + offset]) }

  /// Whether so many bytes are part of the file.
  func isRoom(_ count: Int) -> Bool { remaining.map { $0 >= Int64(count) } ?? true }

  /// Makes so many bytes available, if the source has them.
  mutating func fill(_ count: Int) throws(HealthError) -> Bool {
    if end - position >= count { return true }
    guard count <= Self.mostBytes + 1024 else { return false }
    if position > 0 {
      buffer.replaceSubrange(0..<(end - position), with: Array(buffer[position..<end]))
      (position, end) = (0, end - position)
    }
    if buffer.count < count {
      buffer.append(contentsOf: repeatElement(0, count: count - buffer.count))
    }
    while end < count {
      let read = try source.read(into: &buffer, at: end)
      if read == 0 { return false }
      end += read
    }
    return true
  }

  mutating func advance(_ count: Int) {
    var checksum = checksum
    checksum.update(buffer.span.extracting(position..<(position + count)))
    self.checksum = checksum
    position += count
    consumed += Int64(count)
    if let left = remaining { remaining = left - Int64(count) }
  }
}
