import HealthBytes
import HealthModel

/// Reads definitions and the values of messages.
extension FITParser {
  /// Reads a definition.
  ///
  /// - Returns: The fault of one that cannot be read.
  mutating func define(_ header: Int) throws(HealthError) -> Fault? {
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
  mutating func read(_ definition: Definition, _ header: Int) -> Bool {
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
    for field in definition.developer {
      readDeveloper(field, at: offset, isBigEndian: definition.isBigEndian)
      offset += field.size
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
    let passed = UInt16(truncatingIfNeeded: low) &- UInt16(truncatingIfNeeded: last)
    // Up to 68 minutes before the last time are a message out of order, not 17 hours without one.
    let time = last &+ UInt32(passed) &- (passed >= 0xF000 ? 0x1_0000 : 0)
    lastTime = time
    message.time = Self.seconds(Int64(time))
  }

  private mutating func read(_ field: Field, at offset: Int, isBigEndian: Bool) {
    let kind = message.kind
    if field.type.coding == .text {
      if let text = text(offset, field.size) { message.texts[field.number] = text }
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

  /// Reads a field by another developer: in place of the native field that it names, else as metadata if it is one of a session.
  /// Values of others are counted.
  private mutating func readDeveloper(
    _ field: (number: UInt8, size: Int, index: UInt8), at offset: Int, isBigEndian: Bool
  ) {
    let key = UInt16(field.index) << 8 | UInt16(field.number)
    guard let described = developerFields[key] else {
      unreadDeveloperValues += 1
      return
    }
    guard message.kind == .session || field.size == described.type.size else {
      unreadDeveloperValues += 1
      return
    }
    if let native = described.native, native.kind == message.kind,
      field.size == described.type.size
    {
      guard
        let value = decimal(described.type, at: offset, isBigEndian)?
          .steps(native.exponent, 0xFFFF_FFFE)
      else {
        let type = described.type
        if bits(type, at: offset, isBigEndian) != type.invalid { unreadDeveloperValues += 1 }
        return
      }
      // A strap without contact states 0.
      if native.kind == .record, native.field == 3, value == 0 { return }
      message.set(native.field, value)
      return
    }
    if message.kind == .session {
      let value: String?
      if described.type.coding == .text {
        value = text(offset, field.size)
      } else if field.size == described.type.size {
        value = decimal(described.type, at: offset, isBigEndian).flatMap(described.text)
      } else {
        value = nil
        unreadDeveloperValues += 1
      }
      if let value, let name = described.name, message.others.count < 256 {
        message.others.append(MetadataEntry(key: MetadataKey(name), value: value))
      } else if value != nil {
        unreadDeveloperValues += 1
      }
      return
    }
    if number(described.type, at: offset, isBigEndian) != nil { unreadDeveloperValues += 1 }
  }

  /// Notes what a developer field means.
  private mutating func describe() {
    guard let index = message[0], let number = message[1] else { return }
    let key = UInt16(truncatingIfNeeded: (index & 0xFF) << 8 | number & 0xFF)
    let type = FITBaseType(UInt8(truncatingIfNeeded: message[2] ?? 2))
    let isScaled = message[6] ?? 1 != 1 || message[7] ?? 0 != 0
    developerFields[key] = FITDeveloperField(
      type: type,
      native: isScaled || type.coding == .text
        ? nil : FITNativeField(message[14], message[15], unit: message.texts[8]),
      name: message.texts[3], unit: message.texts[8], scale: max(1, message[6] ?? 1),
      offset: message[7] ?? 0)
  }
}

/// What a field by another developer means.
struct FITDeveloperField {
  let type: FITBaseType
  /// The native field that it names.
  let native: FITNativeField?
  let name: String?
  let unit: String?
  let scale: Int64
  let offset: Int64

  /// A value with its unit.
  func text(_ value: Number) -> String? {
    var value = value
    if scale != 1 || offset != 0 {
      guard let scaled = Number(value.doubleValue / Double(scale) - Double(offset)) else {
        return nil
      }
      value = scaled
    }
    return unit.map { "\(value) \($0)" } ?? value.description
  }
}

/// A field of a record, a lap or a session that a developer field can name as replaced.
struct FITNativeField {
  let kind: FITMessageKind
  let field: UInt8
  /// The power of ten of a step of the field, in the unit that the developer states.
  let exponent: Int16

  /// The field of a number; `nil` for one that is not read, and for another unit than that of the field.
  ///
  /// - Parameter message: The number of the message; `nil` for records.
  init?(_ message: Int64?, _ number: Int64?, unit: String?) {
    let known: FITMessageKind
    switch message {
    case nil, 20: known = .record
    case 19: known = .lap
    case 18: known = .session
    default: return nil
    }
    guard let number, let found = Self.fields[known]?[number] else { return nil }
    if let units = Self.units[found.exponent],
      !units.contains(unit?.lowercased() ?? "")
    {
      return nil
    }
    (kind, field, exponent) = (known, found.field, found.exponent)
  }

  /// The more exact field of two, as ``FITRecordField`` and ``FITSession`` prefer it. Energy is not among them: rowing machines
  /// state it for an hour.
  private static let fields: [FITMessageKind: [Int64: (field: UInt8, exponent: Int16)]] = [
    .record: [
      3: (3, 0), 4: (4, 0), 5: (5, -2), 6: (73, -3), 7: (7, 0), 73: (73, -3),
    ],
    .lap: [
      9: (9, -2), 10: (10, 0), 13: (110, -3), 14: (111, -3), 15: (15, 0), 16: (16, 0), 17: (17, 0),
      18: (18, 0), 19: (19, 0), 20: (20, 0), 110: (110, -3), 111: (111, -3),
    ],
    .session: [
      9: (9, -2), 10: (10, 0), 14: (124, -3), 15: (125, -3), 16: (16, 0), 17: (17, 0),
      18: (18, 0), 19: (19, 0), 20: (20, 0), 21: (21, 0), 124: (124, -3), 125: (125, -3),
    ],
  ]

  /// The units of distances and speeds; others have only one.
  private static let units: [Int16: Set<String>] = [
    -2: ["m", "meter", "meters", "metres"], -3: ["m/s", "mps", "meters/second"],
  ]
}

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
