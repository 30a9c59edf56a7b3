import HealthBytes
import HealthConv
import HealthFormats
import HealthStatistics
import Testing

/// What overlapping exports have in common counts once.
@Suite struct SeveralInputsTests {
  /// A part of the generated export.
  private static func dataset(_ part: (Int, Int) -> Bool) throws -> Dataset {
    let samples = try GeneratedExport.read().samples
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(DatasetInfo())
    for (index, sample) in samples.enumerated() where part(index, samples.count) {
      // Most are quantities, of which a part suffices.
      if case .quantity = sample, index % 5 != 0 { continue }
      try writer.write(sample)
    }
    try writer.finish()
    return try .open(bytes: sink.bytes, named: "part.jsonl")
  }

  private static let whole = Result { try dataset { _, _ in true } }
  private static let first = Result { try dataset { index, _ in index % 3 != 0 } }
  private static let last = Result { try dataset { index, _ in index % 3 != 1 } }

  private static func answer(
    _ kind: Answer.Kind, _ datasets: [Dataset], _ change: (inout Answer) throws -> Void
  ) throws -> (text: String, notes: [String]) {
    var answer = Answer(kind, of: datasets)
    answer.plan.isIntervalFirst = kind == .summary
    if kind != .workouts { answer.plan.interval = .day }
    try change(&answer)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes)
  }

  private static func check(
    _ kind: Answer.Kind, _ change: (inout Answer) throws -> Void = { _ in }
  ) throws {
    let whole = try answer(kind, [whole.get()], change)
    #expect(whole.text.split(separator: "\n").count > 2)
    let inputs = try [Self.first.get(), last.get()]
    for inputs in [inputs, inputs.reversed()] {
      let merged = try answer(kind, inputs, change)
      // Workouts come in the order of the inputs.
      #expect(lines(merged.text, kind) == lines(whole.text, kind))
      #expect(
        merged.notes.contains { $0.hasSuffix(", or another version, once more") })
    }
  }

  private static func lines(_ text: String, _ kind: Answer.Kind) -> [Substring] {
    let lines = text.split(separator: "\n")
    return kind == .workouts ? lines.sorted() : lines
  }

  @Test(arguments: [Answer.Kind.statistics, .sleep, .workouts, .summary, .activity])
  func answersAreThoseOfTheUnion(_ kind: Answer.Kind) throws { try Self.check(kind) }

  @Test func selectionsApply() throws {
    try Self.check(.statistics) { $0.selection.types = [try TypePattern("Dietary*")] }
    try Self.check(.statistics) { $0.selection.addSource("*Watch*") }
    try Self.check(.statistics) {
      $0.selection.predicate = try SamplePredicate(parsing: "value > 50")
    }
  }

  /// Two inputs with nothing in common add up.
  @Test func differentInputsAddUp() throws {
    let early = try Self.dataset { $0 < $1 / 2 }
    let late = try Self.dataset { $0 >= $1 / 2 }
    let whole = try Self.answer(.statistics, [Self.whole.get()]) { _ in }
    let parts = try Self.answer(.statistics, [early, late]) { _ in }
    #expect(parts.text == whole.text)
    #expect(parts.notes == whole.notes)
  }
}
