import HealthModel

/// What was decoded of a piece of an export's main file.
struct DecodedPiece {
  /// Where the element of a sample is in the piece.
  struct Location {
    let line: Int32
    let column: Int32
    let offset: Int32
    let canBeNested: Bool
  }

  var samples = DecodedItems<Sample, Location>()
  /// The findings, each with the number of the sample that it precedes.
  private(set) var findings: [(before: Int, Finding)] = []
  /// The elements of samples that have nested ones, by the number of the sample.
  private(set) var outlines: [Int: [Place.Parts.Entry]] = [:]
  private(set) var workouts: [Workout] = []
  /// How many more samples and elements it may have.
  private var room = 0

  /// Begins a piece of at most so many samples and elements.
  mutating func begin(room: Int) {
    samples.removeAll()
    findings.removeAll()
    outlines.removeAll()
    workouts.removeAll()
    self.room = room
  }

  /// Adds a sample.
  ///
  /// - Returns: Whether there was room for it.
  @inline(__always)
  mutating func append(_ sample: consuming Sample, at location: Location) -> Bool {
    room &-= 1
    switch sample {
    case .quantity, .category, .correlation: break
    default: note(sample)
    }
    samples.append(sample, at: location)
    return room >= 0
  }

  @inline(never)
  private mutating func note(_ sample: Sample) {
    if case .workout(let workout) = sample { workouts.append(workout) }
  }

  /// Adds the elements of the sample that comes next.
  mutating func append(_ outline: [Place.Parts.Entry]) {
    outlines[samples.count] = outline
    room -= outline.count
  }

  /// Adds findings before the sample that comes next.
  ///
  /// - Returns: Whether the piece can have them: some are reported only once in a file.
  mutating func append(_ found: [Finding]) -> Bool {
    findings += found.map { (samples.count, $0) }
    return !found.contains { $0.rule == "unknown-attribute" }
  }

  /// Takes the findings before the sample that comes next.
  mutating func takeFindings() -> [Finding] {
    let taken = findings.prefix { $0.before <= samples.taken }.map { $0.1 }
    findings.removeFirst(taken.count)
    return taken
  }

  /// The elements of the sample that was taken last.
  var outline: [Place.Parts.Entry]? { outlines[samples.taken - 1] }
}
