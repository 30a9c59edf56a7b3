import HealthConv

extension [Selection.Note] {
  /// Writes the notes on standard error, with what to do about them.
  func write() {
    for note in self {
      let advice =
        switch note {
        case .noType: ". 'healthconv info' lists the types."
        case .noSource: ". 'healthconv info' lists the sources."
        case .emptyInterval: ". --since is the beginning of the interval, --until its end."
        case .noSample: ""
        }
      StandardError.write("healthconv: note: \(note)\(advice)\n")
    }
  }
}
