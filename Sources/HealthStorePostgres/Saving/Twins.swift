#if PostgreSQL
  import HealthModel
  import HealthStore

  /// Gives ordinals to samples of one load that have one identity: each gets the first that is free from its own on,
  /// in the order in which they were saved. So the same input gives the same keys each time.
  struct Twins {
    private let connection: Connection

    /// The twins among the samples that wait.
    init(_ connection: Connection) { self.connection = connection }

    /// Numbers them anew where two have one key.
    ///
    /// - Throws: `StoreError`.
    func number() throws(StoreError) {
      try connection.run(
        """
        declare twins no scroll cursor for
        select change, id, ordinal from new_sample
        where parent is null and id in (
          select id from new_sample where parent is null group by id, ordinal having count(*) > 1)
        order by id, change
        """)
      var changed = CopyRows()
      var isMade = false
      var id: SampleID?
      var taken = TakenOrdinals()
      while true {
        let rows = try connection.rows("fetch 10000 from twins")
        for row in 0..<rows.count {
          if rows.id(row, 1) != id {
            id = rows.id(row, 1)
            taken = TakenOrdinals()
          }
          let own = rows.integer(row, 2)
          let ordinal = taken.take(from: own)
          if ordinal != own { changed.append([.integer(rows.integer(row, 0))], ordinal) }
        }
        if !changed.isEmpty {
          if !isMade {
            try connection.run(
              "create temporary table twin (change bigint, ordinal bigint) on commit drop")
            isMade = true
          }
          try connection.copy("copy twin from stdin (format binary)", &changed)
        }
        if rows.count == 0 { break }
      }
      try connection.run("close twins")
      guard isMade else { return }
      try connection.run(
        """
        analyze twin;
        update new_sample s set ordinal = t.ordinal from twin t where t.change = s.change;
        analyze new_sample
        """)
    }
  }

  /// The ordinals of one identity that are taken, as ranges: the usual ones are few, however many twins there are.
  struct TakenOrdinals {
    /// Ranges with a gap between each two, rising.
    private var ranges: [Range<Int64>] = []

    /// Nothing is taken.
    init() {}

    /// Takes the first free ordinal from one on.
    ///
    /// - Parameter ordinal: The first that will do.
    /// - Returns: The ordinal.
    /// - Complexity: Logarithmic in the ranges, but for one that is inserted between others.
    mutating func take(from ordinal: Int64) -> Int64 {
      var low = 0
      var high = ranges.count
      // The first range that ends behind the ordinal, or at it.
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
      ranges[low] = ranges[low].lowerBound..<free + 1
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
#endif
