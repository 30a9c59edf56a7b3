import HealthBytes
import HealthModel
import Testing

@testable import HealthFormats

/// Rows and cells, whatever the pieces in which the bytes come.
struct CSVRowTests {
  /// The rows of a text, each with the line it begins on; then the error, if there is one.
  static func rows(_ text: [UInt8], capacity: Int, delimiter: UInt8? = nil) -> [String] {
    var reader = CSVRowReader(
      source: BytesSource(text), file: "t.csv", delimiter: delimiter, capacity: capacity)
    var rows: [String] = []
    do throws(HealthError) {
      while try reader.next() {
        let bytes = reader.bytes
        let cells = reader.cells.map { $0.optionalText(in: bytes.span).map { "<\($0)>" } ?? "-" }
        rows.append("\(reader.line): " + cells.joined(separator: " "))
      }
    } catch {
      rows.append(error.description)
    }
    return rows
  }

  static let cases: [(text: String, rows: [String])] = [
    ("", []),
    ("a", ["1: <a>"]),
    ("a,b\n1,2\n", ["1: <a> <b>", "2: <1> <2>"]),
    ("a,b\r\n1,2\r\n", ["1: <a> <b>", "2: <1> <2>"]),
    ("a,b\r1,2", ["1: <a> <b>", "2: <1> <2>"]),
    ("\u{FEFF}a,b\n1,2", ["1: <a> <b>", "2: <1> <2>"]),
    ("\u{FEFF}\"a\",b", ["1: <a> <b>"]),
    ("a;b,c;d\n1;2;3\n", ["1: <a> <b,c> <d>", "2: <1> <2> <3>"]),
    ("a\tb\n1,5\t2\n", ["1: <a> <b>", "2: <1,5> <2>"]),
    ("a|b\n", ["1: <a> <b>"]),
    ("\"a,a\",b\n", ["1: <a,a> <b>"]),
    ("\"a;;;;\",b\n", ["1: <a;;;;> <b>"]),
    ("a,,\"\",\n,,,", ["1: <a> - <> -", "2: - - - -"]),
    ("a,\"x\"\"y\"\"\",\"\"\"\"\n", ["1: <a> <x\"y\"> <\">"]),
    ("a,\"1\n2\r\n3\r4\",b\nc", ["1: <a> <1\n2\r\n3\r4> <b>", "5: <c>"]),
    ("a,b\n\n\r\n\r1,2\n\n", ["1: <a> <b>", "5: <1> <2>"]),
    ("a,5\" pipe\n", ["1: <a> <5\" pipe>"]),
    ("a,é\"\n\"é\",x\n", ["1: <a> <é\">", "2: <é> <x>"]),
    (
      "a,b\né,\"x\"y\n",
      [
        "1: <a> <b>",
        "t.csv:2:6: error: found text after the closing quote of a cell, expected a delimiter or the "
          + "end of the line [malformed-csv]",
      ]
    ),
    (
      "a,b\n1,\"x\ny",
      [
        "1: <a> <b>",
        "t.csv:2:3: error: found a cell whose quote is not closed before the end of the file "
          + "[malformed-csv]",
      ]
    ),
  ]

  @Test(arguments: cases)
  func splits(_ text: String, _ rows: [String]) {
    for capacity in [1, 2, 3, 7, 64, 1 << 12] {
      #expect(Self.rows(Array(text.utf8), capacity: capacity) == rows, "pieces of \(capacity)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func refusesOtherBytes(capacity: Int) {
    let text = Array("a,b\n\"x\n".utf8) + [0xC3] + Array("\",2\n".utf8)
    #expect(
      Self.rows(text, capacity: capacity) == [
        "1: <a> <b>",
        "t.csv:3:1: error: found bytes that are not UTF-8; convert the file, such as with "
          + "'iconv -f WINDOWS-1252 -t UTF-8' [malformed-utf8]",
      ])
  }

  @Test func takesTheDelimiterItIsTold() {
    #expect(
      Self.rows(Array("a,b;c\n".utf8), capacity: 64, delimiter: UInt8(ascii: ";"))
        == ["1: <a,b> <c>"])
  }

  @Test func boundsColumns() {
    let text = [UInt8](repeating: UInt8(ascii: ","), count: 4_096)
    #expect(
      Self.rows(text, capacity: 64) == [
        "t.csv:1:4096: error: found more than 4096 cells in a row, the limit [limit]"
      ])
    #expect(Self.rows(Array(text.dropFirst()), capacity: 64).count == 1)
  }

  @Test func boundsTheRowsOfFilesReadAtOnce() throws {
    let growth = CSVRowReader.WindowGrowth(64)
    func read(_ length: Int) throws(HealthError) {
      var reader = CSVRowReader(
        source: BytesSource([UInt8](repeating: UInt8(ascii: "x"), count: length)), file: "t.csv",
        capacity: 16, growth: growth)
      while try reader.next() {}
    }
    try read(16)
    try read(40)
    #expect(
      throws: HealthError(
        .malformed, rule: "row-too-long", place: Place(file: "t.csv", line: 1, column: 1),
        "found a long row in another table at the same time, expected less than 64 bytes of long rows in all tables"
      )
    ) { try read(40) }
  }
}
