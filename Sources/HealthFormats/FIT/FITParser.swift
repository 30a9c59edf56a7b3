import HealthBytes
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
  fileprivate(set) var values = [Int64](repeating: absent, count: 256)
  /// All numbers of the field that is a list of numbers.
  fileprivate(set) var lists: [UInt8: [Int64]] = [:]
  fileprivate(set) var texts: [UInt8: String] = [:]
  fileprivate var touched: [UInt8] = []

  subscript(field: Int) -> Int64? {
    let value = values[field & 0xFF]
    return value == Self.absent ? nil : value
  }

  /// A time in a field, in seconds since 1970.
  func date(_ field: Int) -> Int64? { self[field].flatMap(FITParser.seconds) }

  fileprivate mutating func clear() {
    for field in touched { values[Int(field)] = Self.absent }
    touched.removeAll(keepingCapacity: true)
    if !lists.isEmpty { lists = [:] }
    if !texts.isEmpty { texts = [:] }
  }

  fileprivate mutating func set(_ field: UInt8, _ value: Int64) {
    if values[Int(field)] == Self.absent { touched.append(field) }
    values[Int(field)] = value
  }
}

/// Parses the bytes of FIT files, several of which may follow one another.
struct FITParser: ~Copyable {
  enum Event {
    /// A file begins.
    case start
    case message
    /// A file ends; a fault cut it short or its checksum differs.
    case end(Fault?)
    /// There are no more files.
    case finish
  }

  /// A fault after which the rest of a file is not read.
  struct Fault {
    let rule: String
    let message: String
  }

  private struct Field {
    let number: UInt8
    let size: Int
    let type: FITBaseType
    let isUsed: Bool
  }

  private struct Definition {
    var number: UInt16 = 0
    var kind: FITMessageKind?
    var isBigEndian = false
    var fields: [Field] = []
    var developer: [(number: UInt8, size: Int, index: UInt8)] = []
    var size = 0
  }

  private struct DeveloperField {
    let type: FITBaseType
    /// The field of a record that it stands for.
    let native: UInt8
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
  private var checksum: UInt16 = 0
  private var definitions = [Definition?](repeating: nil, count: 16)
  private var developerFields: [UInt16: DeveloperField] = [:]
  private var lastTime: UInt32?
  var message = FITMessage()
  /// Messages that are not read, by their numbers, and values of developer fields that are not.
  private(set) var unread: [UInt16: Int] = [:]
  private(set) var unreadDeveloperValues = 0
  /// Values of fields that are not read, in messages that are.
  private(set) var unusedValues: [FITMessageKind: Int] = [:]

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
    time >= 0x1000_0000 && time < 0xFFFF_FFFF ? time + 631_065_600 : nil
  }

  mutating func next() throws(HealthError) -> Event {
    guard isInFile else { return try begin() }
    while true {
      if let remaining, remaining <= 0 { return try finish() }
      guard try fill(1) else {
        return close(remaining == nil ? nil : truncated)
      }
      if remaining == nil, try !fill(3), try fill(2), byte(0) | byte(1) << 8 == Int(checksum) {
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
      return .finish
    }
    let hasHeader = try fill(12) && isHeader
    guard hasHeader else {
      throw HealthError(
        .malformed, rule: hasFiles ? "fit-trailing" : "not-fit", place: place,
        hasFiles
          ? "found bytes that are not the header of a FIT file at byte \(consumed), after the end "
            + "of a FIT file"
          : "the file does not begin with the header of a FIT file")
    }
    guard byte(1) >> 4 <= 2 else {
      throw HealthError(
        .newer, rule: "unsupported", place: place,
        "it is of version \(byte(1) >> 4) of the FIT protocol; versions 1 and 2 are supported")
    }
    let size = byte(4) | byte(5) << 8 | byte(6) << 16 | byte(7) << 24
    let length = byte(0)
    checksum = 0
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
    let isEqual = stated == Int(checksum)
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

  private var truncated: Fault {
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

  // MARK: Messages

  /// Reads a definition.
  ///
  /// - Returns: The fault of one that cannot be read.
  private mutating func define(_ header: Int) throws(HealthError) -> Fault? {
    guard isRoom(6), try fill(6) else { return truncated }
    var definition = Definition()
    definition.isBigEndian = byte(2) & 1 != 0
    definition.number = UInt16(
      truncatingIfNeeded: definition.isBigEndian
        ? byte(3) << 8 | byte(4) : byte(3) | byte(4) << 8)
    definition.kind = FITMessageKind(rawValue: definition.number)
    let count = byte(5)
    var length = 6 + 3 * count
    guard isRoom(length), try fill(length) else { return truncated }
    definition.fields.reserveCapacity(count)
    for index in 0..<count {
      let start = 6 + 3 * index
      let number = UInt8(truncatingIfNeeded: byte(start))
      definition.fields.append(
        Field(
          number: number, size: byte(start + 1),
          type: FITBaseType(UInt8(truncatingIfNeeded: byte(start + 2))),
          isUsed: definition.kind.map { $0.title == nil || $0.isUsed(number) } ?? true))
      definition.size += byte(start + 1)
    }
    if header & 0x20 != 0 {
      guard isRoom(length + 1), try fill(length + 1) else { return truncated }
      let start = length + 1
      let more = byte(length)
      length += 1 + 3 * more
      guard isRoom(length), try fill(length) else { return truncated }
      for index in 0..<more {
        let field = start + 3 * index
        definition.developer.append(
          (
            UInt8(truncatingIfNeeded: byte(field)), byte(field + 1),
            UInt8(truncatingIfNeeded: byte(field + 2))
          ))
        definition.size += byte(field + 1)
      }
    }
    definitions[header & 0x0F] = definition
    advance(length)
    return nil
  }

  /// Reads the values of a message.
  ///
  /// - Returns: Whether it is one that is used.
  private mutating func read(_ definition: Definition, _ header: Int) -> Bool {
    message.clear()
    message.kind = definition.kind
    var offset = 1
    let isRead = definition.kind != nil
    for field in definition.fields {
      defer { offset += field.size }
      guard isRead || field.number == 253 else { continue }
      guard field.isUsed else {
        if hasValue(field, at: offset, definition.isBigEndian), let kind = definition.kind {
          unusedValues[kind, default: 0] += 1
        }
        continue
      }
      read(field, at: offset, isBigEndian: definition.isBigEndian)
    }
    if let kind = definition.kind, kind == .record {
      for field in definition.developer {
        readDeveloper(field, at: offset, isBigEndian: definition.isBigEndian)
        offset += field.size
      }
    } else {
      unreadDeveloperValues += definition.developer.count
    }
    if header & 0x80 != 0 {
      let low = UInt32(header & 0x1F)
      if let last = lastTime {
        let time = (last & ~31) &+ low &+ (low < last & 31 ? 32 : 0)
        lastTime = time
        message.time = Self.seconds(Int64(time))
      } else {
        message.time = nil
      }
    } else if let time = message[253] {
      lastTime = UInt32(truncatingIfNeeded: time)
      message.time = Self.seconds(time)
    } else {
      message.time = nil
    }
    if definition.kind == .monitoring { completeTime() }
    if definition.kind == .fieldDescription { describe() }
    if !isRead, !FITMessageKind.silent.contains(definition.number), unread.count < 1_000 {
      unread[definition.number, default: 0] += 1
    }
    return isRead
  }

  /// Completes the last full time by the low 16 bits that a message of monitoring has.
  private mutating func completeTime() {
    guard message[253] == nil, let low = message[26], let last = lastTime else { return }
    let time = last &+ (UInt32(truncatingIfNeeded: low) &- last & 0xFFFF) & 0xFFFF
    lastTime = time
    message.time = Self.seconds(Int64(time))
  }

  private mutating func read(_ field: Field, at offset: Int, isBigEndian: Bool) {
    let kind = message.kind
    if field.type.coding == .text {
      message.texts[field.number] = text(offset, field.size)
      return
    }
    if kind?.isPacked(field.number) == true {
      message.lists[field.number] = (0..<field.size).map { Int64(byte(offset + $0)) }
      return
    }
    // A size that is no multiple of that of the type makes no value.
    guard field.type.size > 0, field.size >= field.type.size,
      field.size % field.type.size == 0
    else { return }
    if kind?.isList(field.number) == true {
      message.lists[field.number] = (0..<(field.size / field.type.size)).compactMap {
        number(field.type, at: offset + $0 * field.type.size, isBigEndian)
      }
      return
    }
    if let value = number(field.type, at: offset, isBigEndian) { message.set(field.number, value) }
  }

  /// Whether a field that is not read has a value.
  private func hasValue(_ field: Field, at offset: Int, _ isBigEndian: Bool) -> Bool {
    if field.type.coding == .text { return text(offset, field.size) != nil }
    guard field.type.size > 0 else { return false }
    return stride(from: 0, through: field.size - field.type.size, by: field.type.size).contains {
      number(field.type, at: offset + $0, isBigEndian) != nil
    }
  }

  private mutating func readDeveloper(
    _ field: (number: UInt8, size: Int, index: UInt8), at offset: Int, isBigEndian: Bool
  ) {
    let key = UInt16(field.index) << 8 | UInt16(field.number)
    guard let described = developerFields[key], described.native != 0xFF,
      message.values[Int(described.native)] == FITMessage.absent,
      field.size == described.type.size
    else {
      unreadDeveloperValues += 1
      return
    }
    if let value = number(described.type, at: offset, isBigEndian) {
      message.set(described.native, value)
    }
  }

  /// Notes what a developer field means. Only one that stands for heart rate, cadence or power of a record in their usual
  /// units is read.
  private mutating func describe() {
    guard let index = message[0], let number = message[1] else { return }
    let key = UInt16(truncatingIfNeeded: (index & 0xFF) << 8 | number & 0xFF)
    let isNative = message[14] ?? 20 == 20 && [3, 4, 7].contains(message[15] ?? -1)
    let isScaled = message[6] ?? 1 != 1 || message[7] ?? 0 != 0
    developerFields[key] = DeveloperField(
      type: FITBaseType(UInt8(truncatingIfNeeded: message[2] ?? 2)),
      native: isNative && !isScaled ? UInt8(truncatingIfNeeded: message[15] ?? 0xFF) : 0xFF)
  }

  // MARK: Bytes

  private func number(_ type: FITBaseType, at offset: Int, _ isBigEndian: Bool) -> Int64? {
    var bits: UInt64 = 0
    for index in 0..<type.size {
      let place = isBigEndian ? index : type.size - 1 - index
      bits = bits << 8 | UInt64(buffer[position + offset + place])
    }
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

  private func text(_ offset: Int, _ size: Int) -> String? {
    let bytes = buffer[(position + offset)..<(position + offset + size)].prefix { $0 != 0 }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private func byte(_ offset: Int) -> Int { Int(buffer[position + offset]) }

  /// Whether so many bytes are part of the file.
  private func isRoom(_ count: Int) -> Bool { remaining.map { $0 >= Int64(count) } ?? true }

  /// Makes so many bytes available, if the source has them.
  private mutating func fill(_ count: Int) throws(HealthError) -> Bool {
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

  private mutating func advance(_ count: Int) {
    for index in position..<(position + count) {
      let byte = UInt16(buffer[index])
      checksum = checksum >> 8 ^ fitChecksumTable[Int((checksum ^ byte) & 0xFF)]
    }
    position += count
    consumed += Int64(count)
    if let left = remaining { remaining = left - Int64(count) }
  }
}

/// The remainders of all bytes by the reflected polynomial A001.
private let fitChecksumTable: [UInt16] = (0..<256).map { byte in
  (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
}
