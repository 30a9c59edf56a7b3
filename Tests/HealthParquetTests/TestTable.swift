import Foundation
import HealthBytes
import HealthParquet
import HealthTesting

/// A table of all kinds of columns, with rows made from a number.
struct TestTable {
  enum Value: Equatable {
    case none
    case word(UInt64)
    case bytes([UInt8])
  }

  static let columns = [
    ParquetColumn("n", .int64, isRequired: true), ParquetColumn("id", .fixed16),
    ParquetColumn("type", .text), ParquetColumn("local_date", .date),
    ParquetColumn("start", .microseconds), ParquetColumn("startOffset", .int16),
    ParquetColumn("value", .double), ParquetColumn("few", .double),
    ParquetColumn("source", .text), ParquetColumn("device", .text),
    ParquetColumn("address", .uint64), ParquetColumn("note", .text),
    ParquetColumn("extras", .text), ParquetColumn("data", .bytes), ParquetColumn("never", .text),
    ParquetColumn("count", .int32), ParquetColumn("neverCount", .int64),
  ]
  /// The columns of groups.
  static let shared = [2, 8, 9]

  let rows: [[Value]]

  /// Rows of a kind of disorder.
  init(seed: UInt64, rows count: Int, sources: Int = 5, longTexts: Bool = false) {
    var random = FixedRandom(seed: seed)
    var time: Int64 = 1_700_000_000_000_000
    rows = (0..<count).map { row in
      time += Int64(random.below(9_000_000_000))
      let source = random.below(sources)
      return Self.columns.enumerated().map { index, column in
        if !column.isRequired, column.name.hasPrefix("never") || random.below(8) == 0,
          !Self.shared.contains(index)
        {
          return .none
        }
        switch column.name {
        case "n": return .word(UInt64(row + 1))
        case "id": return .bytes((0..<16).map { _ in UInt8(random.below(256)) })
        case "type": return .bytes([UInt8]("HKType\(row * 4 / max(1, count))".utf8))
        case "local_date": return .word(UInt64(19_000 + row / 100))
        case "start": return .word(UInt64(bitPattern: time))
        case "startOffset": return .word(UInt64(bitPattern: row % 1_000 < 500 ? -300 : 120))
        case "value": return .word((Double(random.below(1 << 40)) / 1e6 - 1e5).bitPattern)
        case "few": return .word(Double(random.below(40)).bitPattern)
        case "source": return .bytes([UInt8]("Quelle ü \(source)".utf8))
        case "device":
          return source % 2 == 0 ? .none : .bytes([UInt8]("<<device \(source)>>".utf8))
        case "address": return .word(random.next())
        case "count": return .word(UInt64(bitPattern: Int64(random.below(3)) - 1))
        case "data": return .bytes((0..<random.below(40)).map { UInt8($0) })
        case "extras": return .bytes([UInt8]("{\"a\":\(random.below(1_000))}".utf8))
        default:
          let length = longTexts && random.below(50) == 0 ? 200_000 : random.below(30)
          return .bytes((0..<length).map { _ in UInt8(97 + random.below(4)) })
        }
      }
    }
  }

  /// The file of the table.
  func written(endingGroupsEach: Int? = nil) throws -> [UInt8] {
    let sink = BytesSink()
    let writer = ParquetTableWriter(Self.columns, shared: Self.shared)
    var row = ParquetRow()
    var groups: [String: Int64] = [:]
    var era = 0
    for (number, values) in rows.enumerated() {
      if writer.groupEra != era { (groups, era) = ([:], writer.groupEra) }
      for (index, value) in values.enumerated() where !Self.shared.dropFirst().contains(index) {
        if index == Self.shared[0] {
          let texts = Self.shared.map { place -> String? in
            guard case .bytes(let bytes) = values[place] else { return nil }
            return String(decoding: bytes, as: UTF8.self)
          }
          let key = "\(texts)"
          let group = groups[key] ?? writer.group(of: texts)
          groups[key] = group
          row.append(group)
          continue
        }
        switch value {
        case .none: row.appendNone(isWide: Self.columns[index].kind == .fixed16)
        case .word(let word): row.append(word: word)
        case .bytes(let bytes) where Self.columns[index].kind == .fixed16:
          row.append(high: bytes[..<8].big, low: bytes[8...].big)
        case .bytes(let bytes): row.append(bytes: bytes.span)
        }
      }
      writer.append(&row)
      if writer.isFull || (endingGroupsEach.map { number % $0 == 0 } ?? false) {
        try writer.endRowGroup(to: sink)
      }
    }
    try writer.finish(sink, notes: [("healthconv", "1")], creator: "tests")
    return sink.bytes
  }

  /// A reader of a file.
  static func reader(_ file: [UInt8]) throws(HealthError) -> ParquetTableReader {
    let spool = try Spool()
    try spool.write(file.span)
    return try ParquetTableReader(
      try RandomAccessFile(spool), name: "test.parquet", memory: ParquetMemory())
  }

  /// The rows of a file.
  static func read(
    _ file: [UInt8], columns: [ParquetColumn] = columns
  ) throws(HealthError) -> [[Value]] {
    let table = try reader(file)
    var readers: [ParquetColumnReader?] = []
    for column in columns { readers.append(try table.open(column.name, column.kind)) }
    var rows: [[Value]] = []
    while case let count = try table.nextRows(), count > 0 {
      for row in 0..<count { rows.append(Self.row(row, of: readers, columns)) }
    }
    return rows
  }

  /// The values of a row at hand.
  static func row(
    _ row: Int, of readers: [ParquetColumnReader?], _ columns: [ParquetColumn] = columns
  ) -> [Value] {
    readers.enumerated().map { index, reader in
      guard let reader, reader.hasValue(row) else { return .none }
      switch columns[index].kind {
      case .text, .bytes, .fixed16:
        return .bytes(reader.withBytes(row) { bytes in bytes.indices.map { bytes[$0] } })
      default: return .word(reader.word(row))
      }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var big: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
