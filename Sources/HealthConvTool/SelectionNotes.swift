import HealthConv

extension [Selection.Note] {
  /// Writes the notes on standard error, with what to do about them.
  ///
  /// - Parameter isQuiet: Whether only that nothing is selected is worth a note. An empty output does not show it.
  func write(isQuiet: Bool = false) {
    let isEmpty = contains { note in
      switch note {
      case .noSample, .noStatistics, .emptyInterval: true
      case .noType, .noSource: false
      }
    }
    if isQuiet, !isEmpty { return }
    // A condition that no sample meets says more.
    for note in count > 1 ? filter({ $0 != .noSample }) : self {
      let advice =
        switch note {
        case .noType: ". 'healthconv info' lists the types."
        case .noSource: ". 'healthconv info' lists the sources."
        case .noStatistics: ". 'healthconv query' and 'healthconv convert' list them."
        case .emptyInterval: ". --since is the beginning of the interval, --until its end."
        case .noSample: ""
        }
      StandardError.write("healthconv: note: \(note)\(advice)\n")
    }
  }
}
