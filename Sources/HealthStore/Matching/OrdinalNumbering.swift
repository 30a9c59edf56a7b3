package import HealthModel

/// Assigns ordinals to samples in the order of identities: each gets the first free one from its own on. Those that keep
/// their ordinals come first of their identity, the others in the order in which they were saved, so that the same
/// input gives the same keys each time.
package struct OrdinalNumbering {
  private var id: SampleID?
  private var taken = TakenOrdinals()

  /// No sample so far.
  package init() {}

  /// The ordinal of the next sample.
  package mutating func next(_ id: SampleID, from own: UInt32) -> UInt32 {
    if id != self.id {
      self.id = id
      taken = TakenOrdinals()
    }
    return taken.take(from: own)
  }
}

/// The ordinals of one identity that are taken, as ranges: the usual ones are few, however many duplicates there are.
package struct TakenOrdinals {
  /// Ranges with a gap between each two, rising.
  private var ranges: [Range<UInt32>] = []

  /// Nothing is taken.
  package init() {}

  /// Takes the first free ordinal from one on.
  ///
  /// - Complexity: Logarithmic in the ranges, but for one that is inserted between others.
  package mutating func take(from ordinal: UInt32) -> UInt32 {
    // The last of all is never given: a range has to end after it.
    let ordinal = min(ordinal, .max - 1)
    var low = 0
    var high = ranges.count
    // The first range that ends at the ordinal, or after it.
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < ordinal { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound <= ordinal else {
      ranges.insert(ordinal..<ordinal + 1, at: low)
      join(at: low)
      return ordinal
    }
    let free = ranges[low].upperBound
    ranges[low] = ranges[low].lowerBound..<max(free, min(free, .max - 1) + 1)
    join(at: low)
    return free
  }

  /// Joins a range with the next, where no gap is left between.
  private mutating func join(at index: Int) {
    guard index + 1 < ranges.count, ranges[index].upperBound == ranges[index + 1].lowerBound
    else { return }
    ranges[index] = ranges[index].lowerBound..<ranges[index + 1].upperBound
    ranges.remove(at: index + 1)
  }
}
