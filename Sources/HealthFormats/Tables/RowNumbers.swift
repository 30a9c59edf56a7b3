import HealthModel

/// The numbers that several encoders give to rows. Used in the order of the chunks.
final class RowNumbers {
  /// The number given last.
  var last: Int64

  init(last: Int64) { self.last = last }

  /// Takes the numbers that ``TableEncoder`` gives to the rows of samples: one for each sample, nested or not, and one
  /// for each structure in it.
  func take(for samples: [Sample]) {
    for sample in samples { last += Self.count(sample) }
  }

  @inline(__always)
  private static func count(_ sample: Sample) -> Int64 {
    switch sample {
    case .quantity, .category: 1
    default: 1 + countNested(in: sample)
    }
  }

  private static func countNested(in sample: Sample) -> Int64 {
    if case .correlation(let sample) = sample {
      return sample.members.reduce(0) { $0 + count($1.sample) }
    }
    return sample.structured.map { count(Sample.Field.list(of: $0.fields)) } ?? 0
  }

  private static func count(_ fields: [Sample.Field]) -> Int64 {
    fields.reduce(0) { count, field in
      switch field.value {
      case .list(let list), .sideFile(let list): count + self.count(list)
      case .samples(let members): members.reduce(count) { $0 + self.count($1.sample) }
      default: count
      }
    }
  }

  private static func count(_ list: Sample.Structures) -> Int64 {
    var count = Int64(list.count)
    // All structures of a list have the same fields: nothing is nested in points of a route.
    if list.count == 0 || !list.empty.contains(where: \.isNested) { return count }
    for index in 0..<list.count { count += self.count(list[index].fields) }
    return count
  }
}

extension Sample.Field {
  /// Whether it holds structures or samples.
  fileprivate var isNested: Bool {
    switch value {
    case .list, .sideFile, .samples: true
    default: false
    }
  }
}
