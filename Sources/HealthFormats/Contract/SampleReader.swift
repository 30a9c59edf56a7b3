public import HealthBytes
public import HealthModel

/// A type that supplies the samples of a file, one at a time.
///
/// Call `next()` until it returns `nil`; after `nil` or an error it always returns `nil`. Findings about the bytes read
/// so far are returned by `takeFindings()`.
public protocol SampleReader: ~Copyable {
  /// Facts about the dataset, which precede the samples in the file.
  mutating func dataset() throws(HealthError) -> DatasetInfo

  /// The next sample, or `nil` at the end and after it.
  ///
  /// - Throws: If the rest cannot be read. All samples before the fault were returned.
  mutating func next() throws(HealthError) -> Sample?

  /// Where the last sample of `next()` begins.
  var place: Place { get }

  /// Where the structures nested in that sample are; `nil` if they have no locations of their own. Valid until the next
  /// call of `next()`.
  var parts: Place.Parts? { get }

  /// Where the file describes the person; `nil` if it does not, or that is not known.
  var personPlace: Place? { get }

  /// The findings since the last call, in the order of the file.
  mutating func takeFindings() -> [Finding]

  /// Counts of what the file contains in addition to samples, known at the end.
  var notes: ReaderNotes { get }

  /// How far the input has been read.
  var progress: ByteProgress { get }

  /// Splits the rest of the input into chunks that several threads decode. From then on `next()` returns `nil` at the end
  /// of each chunk that was accepted.
  ///
  /// - Returns: The chunks; `nil`, and nothing changes, if the reader cannot read in chunks.
  mutating func splitRest() -> (any Input.Chunks)?

  /// Accepts the next chunk, after `next()` has returned `nil` for the chunk before.
  ///
  /// - Parameter chunk: A chunk of the input of `splitRest()`, in the order of the input.
  /// - Returns: Whether its samples were decoded; otherwise this reader decodes them, one at a time.
  mutating func accept(_ chunk: InputContainer.Chunk, decodedBy decoder: any Input.ChunkDecoder)
    -> Bool
}

extension SampleReader where Self: ~Copyable {
  /// Nested structures have no locations of their own.
  public var parts: Place.Parts? { nil }
  /// The location is not known.
  public var personPlace: Place? { nil }
  /// The input is read as a whole.
  public mutating func splitRest() -> (any Input.Chunks)? { nil }
  /// There are no chunks.
  public mutating func accept(
    _ chunk: InputContainer.Chunk, decodedBy decoder: any Input.ChunkDecoder
  )
    -> Bool
  { false }
}

/// Counts of what a reader read in addition to samples, for reports.
public struct ReaderNotes: Sendable, Equatable {
  /// Comments and processing instructions, which carry no data.
  public var comments = 0
  /// Members of a correlation that are also stored separately.
  public var alsoTopLevelMembers = 0
  /// Members of a correlation that occur only in it.
  public var nestedOnlyMembers = 0
  /// Junk files without data, such as `.DS_Store`, counted by kind.
  public var unreadFiles: [String: Int] = [:]

  /// Counts of zero.
  public init() {}
}

extension HealthError {
  /// The same reason, as one that came from reading an input, with the location in the input and a rule. The code is
  /// unchanged.
  public func reading(at place: Place) -> HealthError {
    HealthError(
      code, rule: code == .tooLarge ? "limit" : "unreadable-input", place: place, message,
      cause: self)
  }

  /// The error for a sample that is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(.tooLarge, "", "a sample has \(limit.excess); no reader would accept it")
  }
}
