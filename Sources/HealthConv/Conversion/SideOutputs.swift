/// What a conversion writes in addition to its output.
package struct SideOutputs {
  /// Receives samples in which a rule found an error. It is not finished.
  package var rejects: (any ByteSink)?
  /// Files that get their names together with the output: all, or none.
  package var companions: [AtomicFile]
  /// Receives what the writer receives.
  var digests: TypeDigests?

  package init(rejects: (any ByteSink)? = nil, companions: [AtomicFile] = []) {
    self.rejects = rejects
    self.companions = companions
  }
}
