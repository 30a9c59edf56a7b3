import HealthBytes
import HealthTesting
import Testing

@testable import HealthParquet

/// Files that somebody damaged or made up: an error or rows, never a trap, never memory without bound.
@Suite struct HostileParquetTests {
  @Test(arguments: 0..<8)
  func mutationsAreRefusedOrRead(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    let file = try TestTable(seed: UInt64(seed), rows: [3, 300][seed % 2]).written()
    var refused = 0
    for _ in 0..<1_500 {
      var file = file
      for _ in 0...random.below(3) {
        // The footer and the headers of pages are where lengths are.
        let place =
          random.below(2) == 0
          ? random.below(file.count) : file.count - 1 - random.below(min(file.count, 2_000))
        switch random.below(4) {
        case 0: file[place] = UInt8(random.below(256))
        case 1: file[place] ^= UInt8(1 << random.below(8))
        case 2: file[place] = [0, 127, 128, 255][random.below(4)]
        default:
          let end = min(file.count, place + 1 + random.below(10))
          for index in place..<end { file[index] = 255 }
        }
      }
      do throws(HealthError) {
        let rows = try TestTable.read(file)
        #expect(rows.count <= 1 << 21)
      } catch { refused += 1 }
    }
    #expect(refused > 100)
  }

  /// No change of one byte of a footer makes a file of fewer rows.
  @Test func footersThatLoseRowsAreRefused() throws {
    let file = try TestTable(seed: 2, rows: 40).written()
    let length = file[(file.count - 8)...].prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    var counts: Set<Int> = []
    for place in (file.count - 8 - length)..<(file.count - 8) {
      for value in [0, file[place] &- 1, file[place] &+ 2, file[place] ^ 0x10] {
        var changed = file
        changed[place] = value
        if let rows = try? TestTable.read(changed) { counts.insert(rows.count) }
      }
    }
    #expect(counts == [40])
  }

  @Test func partsOfFilesAreRefused() throws {
    let file = try TestTable(seed: 1, rows: 40).written()
    for count in stride(from: 0, to: file.count, by: 7) {
      #expect(throws: HealthError.self) { try TestTable.read(Array(file[..<count])) }
    }
  }

  /// Footers by hand: the file begins and ends as one of Parquet, the structure between is of these bytes.
  @Test(arguments: [
    // No schema; a schema of more elements than there are bytes; nested lists without end.
    [0], [0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00],
    [0x19] + [UInt8](repeating: 0x19, count: 4_000),
    // Structures nested deeply in a field that is not known.
    [0xac] + [UInt8](repeating: 0x1c, count: 4_000),
    // An integer without an end.
    [0x15] + [UInt8](repeating: 0xff, count: 20),
    // A length of a text that is nearly 2^64.
    [0x68, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  ])
  func footersAreRefused(_ footer: [UInt8]) throws {
    let length = UInt32(footer.count)
    let file =
      [UInt8]("PAR1".utf8) + footer
      + (0..<4).map { UInt8(truncatingIfNeeded: length >> UInt32(8 * $0)) } + [UInt8]("PAR1".utf8)
    #expect(throws: HealthError.self) { try TestTable.read(file) }
  }

  @Test func lengthsOfFootersAreChecked() throws {
    let file = try TestTable(seed: 1, rows: 4).written()
    for length: UInt32 in [0, 1, UInt32(file.count), 1 << 24, 1 << 31, .max] {
      var file = file
      for byte in 0..<4 {
        file[file.count - 8 + byte] = UInt8(truncatingIfNeeded: length >> UInt32(8 * byte))
      }
      #expect(throws: HealthError.self, "\(length)") { try TestTable.read(file) }
    }
  }

  /// Pages have a checksum: no bit of them changes a value without an error.
  @Test(arguments: 0..<4)
  func changedPagesAreRefused(_ seed: Int) throws {
    let table = TestTable(seed: UInt64(seed), rows: [5, 700][seed % 2])
    let file = try table.written()
    let pages = 4..<(file.count - 8 - Int(Self.footer(file)))
    var random = FixedRandom(seed: UInt64(seed))
    var refused = 0
    for _ in 0..<1_000 {
      var file = file
      file[pages.lowerBound + random.below(pages.count)] ^= UInt8(1 << random.below(8))
      do throws(HealthError) {
        let rows = try TestTable.read(file)
        #expect(rows == table.rows)
      } catch { refused += 1 }
    }
    #expect(refused > 900)
  }

  /// LZ4 in the frames of Hadoop: lengths of the whole and of the parts, the most significant byte first.
  @Test func framesOfHadoopAreRead() throws {
    // A part of literals: a token with their count, then they.
    func part(_ text: String) -> [UInt8] { [UInt8(text.utf8.count << 4)] + text.utf8 }
    func length(_ count: Int) -> [UInt8] { [0, 0, 0, UInt8(count)] }
    let parts = ["health", "data"].map { text in
      length(text.utf8.count) + length(part(text).count) + part(text)
    }
    var output = [UInt8](repeating: 0, count: 12)
    let whole = parts[0] + parts[1]
    do throws(ParquetFault) {
      try Codec.hadoopLZ4.unpack(whole.span, into: &output, count: 10)
    } catch {
      guard error.code == .unsupported else { throw error }
      print("skipped: there is no library of LZ4")
      return
    }
    #expect(output == [UInt8]("healthdata".utf8) + [0, 0])
    for bytes in [parts[0], parts[0] + parts[1].dropLast(), parts[0] + length(200)] {
      #expect(throws: ParquetFault.self) {
        try Codec.hadoopLZ4.unpack(bytes.span, into: &output, count: 10)
      }
    }
  }

  /// A few bytes that state a billion rows.
  @Test func rowsWithoutBytesAreRefused() throws {
    let writer = ParquetTableWriter([ParquetColumn("n", .int64)])
    var row = ParquetRow()
    row.appendNone()
    writer.append(&row)
    let sink = BytesSink()
    try writer.finish(sink, notes: [], creator: "tests")
    // The row group ends: rows, offset, size of the pages. One row is `02`.
    var file = sink.bytes
    let places = file.indices.dropLast(3).filter {
      Array(file[$0...($0 + 2)]) == [0x16, 0x02, 0x26]
    }
    let place = try #require(places.last)
    file.replaceSubrange((place + 1)..<(place + 2), with: [0xfe, 0xff, 0xff, 0xff, 0x7f])
    let length = UInt32(file.count - 12) - (UInt32(sink.bytes.count - 12) - Self.footer(sink.bytes))
    for byte in 0..<4 {
      file[file.count - 8 + byte] = UInt8(truncatingIfNeeded: length >> UInt32(8 * byte))
    }
    let error = #expect(throws: HealthError.self) { try TestTable.read(file, columns: []) }
    #expect(error?.message.contains("parquet-rows") == true, "\(String(describing: error))")
  }

  private static func footer(_ file: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(file[file.count - 8 + $1]) << UInt32(8 * $1) }
  }
}
