import HealthBytes
import HealthFormats
import HealthModel

/// What records of one descriptor have in common: their table, and texts that stay bound while it does not
/// change.
@safe
final class DogsheepOrigin {
  /// Where its records go.
  let table: DogsheepTable
  /// The device's text up to the address and behind it; empty where there is no device.
  let beforeAddress: [UInt8]
  let behindAddress: [UInt8]
  /// The device's text for a record without an address.
  let device: String?
  /// Columns of texts, and where these are.
  private let cells: [(column: Int, range: Range<Int>)]
  private let storage: UnsafeMutableRawBufferPointer

  /// Keeps the texts of a descriptor.
  ///
  /// - Parameter texts: The texts, each with the place of its column.
  init(_ descriptor: SampleDescriptor, _ table: DogsheepTable, _ texts: [(Int, String)]) {
    self.table = table
    device = descriptor.device?.text(address: nil)
    let prefix = Array("<<HKDevice: 0x".utf8)
    beforeAddress = prefix
    behindAddress = Array(
      (descriptor.device?.text(address: 0).utf8.dropFirst(prefix.count + 1)).map(Array.init) ?? [])
    var cells: [(Int, Range<Int>)] = []
    var bytes: [UInt8] = []
    for (column, text) in texts {
      let start = bytes.count
      bytes += text.utf8
      cells.append((column, start..<bytes.count))
    }
    self.cells = cells
    unsafe storage = .allocate(byteCount: max(1, bytes.count), alignment: 1)
    unsafe storage.copyBytes(from: bytes)
  }

  deinit { unsafe storage.deallocate() }

  /// Binds the texts, which stay where they are while this lives.
  func bind(to statement: Statement) {
    for (column, range) in cells {
      unsafe statement.bind(column + 1, text: UnsafeRawBufferPointer(rebasing: storage[range]))
    }
  }

  /// Clears the parameters of the texts.
  func clearBindings(of statement: Statement) {
    for (column, _) in cells { statement.bindNull(column + 1) }
  }
}
