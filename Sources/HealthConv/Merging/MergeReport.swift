extension Merge {
  /// What a merge did.
  public struct Report: Sendable {
    /// What became of the samples of one dataset.
    public struct InputCount: Sendable, Equatable {
      /// The name of the dataset in messages.
      public let name: String
      /// How many samples were read and selected.
      public internal(set) var read = 0
      /// How many a dataset before it has alike.
      public internal(set) var same = 0
      /// How many a dataset before it has with the same identity, saying something else.
      public internal(set) var conflicts = 0
    }

    /// The datasets, in order.
    public internal(set) var inputs: [InputCount] = []
    /// How many samples were written.
    public internal(set) var written = 0
    /// What was worth saying about the inputs.
    public internal(set) var findings = FindingLog()
    /// The conditions of the selection that no sample meets.
    public internal(set) var selectionNotes: [Selection.Note] = []
    /// Why the answers in the store (``StoreAnswers``) are of an earlier state, if they are: everything was written.
    public internal(set) var answersError: ConversionError?
    /// What the output could not carry.
    public internal(set) var losses: [Loss.Count] = []

    /// How many samples of different datasets have one identity and do not say the same.
    public var conflicts: Int { inputs.reduce(0) { $0 + $1.conflicts } }
  }
}
