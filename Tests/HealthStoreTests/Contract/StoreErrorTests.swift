import HealthConv
import HealthStore
import Testing

/// What a store says is one error, whoever hears it.
@Suite struct StoreErrorTests {
  /// What is not there is no input for one, and no place to write for the other; so is what may only be read.
  @Test(arguments: Set(HealthError.Code.allCases).subtracting([.notFound, .readOnly]))
  func isTheSameReadWrittenAndAsked(_ code: HealthError.Code) {
    let error = HealthError(code, "health.db", "is not right")
    let asked = error.code
    #expect(error.readError.code == asked)
    #expect(error.writing("health.db").code == asked)
  }
}
