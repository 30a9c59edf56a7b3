import HealthBytes
import HealthModel

/// Turns the cells of type and origin into descriptors, so that rows alike share one.
struct CSVOriginReader {
  /// The origin's columns that the file has, with their cells.
  private let columns: [(column: CSVOriginColumn, cell: Int)]
  /// Whether these cells follow one another, so that their bytes can be looked up as they stand.
  private let isRun: Bool
  private var table = CSVDescriptorTable()
  private var joined: [UInt8] = []

  /// A reader of a file's columns.
  ///
  /// - Parameter columns: The columns with their cells; those the file has not have -1.
  init(_ columns: [(column: CSVOriginColumn, cell: Int)]) {
    let present = columns.filter { $0.cell >= 0 }
    self.columns = present
    isRun =
      !present.isEmpty && zip(present, present.dropFirst()).allSatisfy { $0.cell + 1 == $1.cell }
  }

  /// The descriptor of a row.
  ///
  /// - Parameter hasDevice: Whether a device exists even if all its fields are empty.
  mutating func descriptor(
    _ kind: SampleKind, type: CSVCell, _ cells: [CSVCell], _ bytes: Span<UInt8>,
    hasAddress: Bool, hasDevice: Bool
  ) -> SampleDescriptor {
    let columns = columns
    func make() -> SampleDescriptor {
      SampleDescriptor(
        type: SampleType(kind, type.unguardedText(in: bytes) ?? ""), hasAddress: hasAddress,
        hasDevice: hasDevice
      ) { column in
        columns.first { $0.column == column }.flatMap { cells[$0.cell].unguardedText(in: bytes) }
      }
    }
    if hasDevice { return make() }
    if isRun, let first = columns.first, let last = columns.last {
      let run = cells[first.cell].whole.lowerBound..<cells[last.cell].whole.upperBound
      return table.descriptor(
        kind, type: type.whole, origin: run, hasAddress: hasAddress, in: bytes, make: make)
    }
    // Cells here and there are joined first.
    joined.removeAll(keepingCapacity: true)
    for cell in [type] + columns.map({ cells[$0.cell] }) {
      for index in cell.whole { joined.append(bytes[index]) }
      joined.append(10)
    }
    let joined = joined
    return table.descriptor(
      kind, type: 0..<type.whole.count, origin: type.whole.count..<joined.count,
      hasAddress: hasAddress, in: joined.span, make: make)
  }
}

extension CSVCell {
  /// The bytes with the quotes around them.
  fileprivate var whole: Range<Int> {
    isQuoted ? (start &- 1)..<(max(start, end) &+ 1) : range
  }
}
