/// Samples that share an identity, matched between two datasets.
enum Twins {
  /// How many samples of one identity are matched at once. What data have is a handful; of more, those that
  /// come far behind may be matched with others than their equals.
  static let limit = 1 << 12

  /// Finds for each of some samples an equal one among others.
  ///
  /// - Parameters:
  ///   - new: The content of the samples.
  ///   - old: The content of the others; each is found once.
  /// - Returns: For each sample the index of its equal; `nil` where there is none.
  static func matches(_ new: [UInt64], in old: [UInt64]) -> [Int?] {
    if old.count == 1, new.count == 1 { return [old[0] == new[0] ? 0 : nil] }
    var places: [UInt64: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    return new.map { places[$0]?.popLast() }
  }
}
