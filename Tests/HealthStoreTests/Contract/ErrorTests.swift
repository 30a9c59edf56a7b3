import HealthConv
import HealthErrors
import HealthStore
import Testing

/// What a store says is of one kind, whether it was asked, read or written.
@Suite struct ErrorTests {
  @Test(arguments: [
    HealthError.Code.foreign, .newer, .busy, .damaged, .full, .disconnected, .expiredAnchor,
    .foreignAnchor, .invalid, .unsupported, .failed,
  ])
  func isTheSameReadWrittenAndAsked(_ code: HealthError.Code) {
    let error = HealthError(code, "health.db", "is not right")
    #expect(error.readError.kind == error.kind)
    #expect(error.writing("health.db").kind == error.kind)
  }

  /// What is not there is no input for one, and no place to write for the other.
  @Test func whatIsNotThereCannotBeCreated() {
    let error = HealthError(.notFound, "health.db", "no such file or folder")
    #expect(error.readError.kind == .noInput)
    #expect(error.writing("none/health.db").kind == .cannotCreate)
  }

  /// The place is stated once, in the form that fits what is known.
  @Test(arguments: [
    (HealthError(.usage, "no"), "no"),
    (HealthError(.busy, "health.db", "is busy"), "health.db: is busy"),
    (
      HealthError(.damaged, rule: "limit", place: Place(file: "a.zip"), "is large"),
      "cannot read 'a.zip': is large"
    ),
    (
      HealthError(
        .malformed, rule: "bad", place: Place(file: "a.xml", line: 2, column: 3), "found x"),
      "a.xml:2:3: error: found x [bad]"
    ),
    (
      HealthError(.malformed, place: Place(file: "a.yml", line: 2), "found x").adding("Mend it."),
      "a.yml:2: error: found x. Mend it."
    ),
  ])
  func statesPlaceAndRule(_ error: HealthError, _ text: String) {
    #expect(error.description == text)
  }
}
