/// The tables of codes that are embedded into the program.
enum TabSeparated {
  /// The cells of each line after the header; lines with another number of cells are none.
  static func rows(_ bytes: [UInt8], count: Int) -> [[String]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0.count == count }
  }
}
