#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The part of a predicate that the server looks up in its indexes. The matcher tests what it finds.
  struct SampleFilter {
    /// Conditions on the table `sample`, with `and` between them; of nested rows and others alike.
    private let condition: String
    /// The values of `$1` and so on.
    let parameters: [Parameter]
    /// Whether nothing can be found.
    let isEmpty: Bool

    /// A value of a condition.
    enum Parameter {
      case numbers([Int64])
      case instant(Timestamp)
    }

    init(
      _ predicate: SamplePredicate, _ connection: Connection, _ decoder: borrowing RowDecoder
    ) throws(StoreError) {
      let bounds = SampleBounds(predicate)
      var conditions = ["true"]
      var parameters: [Parameter] = []
      var isEmpty = bounds.isEmpty
      if !isEmpty, let selection = SeriesSelection(predicate, bounds),
        let series = try selection.numbers(in: connection, decoder)
      {
        isEmpty = series.isEmpty
        parameters.append(.numbers(series))
        conditions.append("series = any($\(parameters.count))")
      }
      for (column, range) in [("start_date", bounds.start), ("end_date", bounds.end)] {
        if let earliest = range.earliest {
          parameters.append(.instant(earliest))
          conditions.append("\(column) >= $\(parameters.count)")
        }
        if let latest = range.latest {
          parameters.append(.instant(latest))
          conditions.append("\(column) <= $\(parameters.count)")
        }
      }
      conditions += predicate.metadataConditions
      condition = conditions.joined(separator: " and ")
      self.parameters = parameters
      self.isEmpty = isEmpty
    }

    /// A query of rows. The two parts have an index each.
    ///
    /// - Parameters:
    ///   - includesNested: Whether to include rows of nested samples, without those of members that are at top level,
    ///     too.
    ///   - more: One more condition; empty for none.
    /// - Returns: The query, without an order.
    func query(includesNested: Bool, _ more: String) -> String {
      let part = "select \(StoreTable.briefSample) from sample where \(condition)\(more)"
      let stored = "\(part) and parent is null"
      guard includesNested else { return stored }
      return
        "\(stored) union all \(part) and parent is not null and not \(StoreContents.isAlsoTopLevel)"
    }

    /// The values as the server takes them.
    func values() -> Parameters {
      var values = Parameters()
      for parameter in parameters {
        switch parameter {
        case .numbers(let numbers): values.append(numbers)
        case .instant(let time):
          values.append(.instant(time.secondsSince1970, nanoseconds: time.nanoseconds))
        }
      }
      return values
    }
  }
#endif
