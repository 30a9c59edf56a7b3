import HealthConv
import HealthStore
import Testing

/// What a store says is one error, whoever hears it.
@Suite struct StoreErrorTests {
  /// What is not there is no input for one, and no place to write for the other; so is what may only be read.
  @Test(arguments: Set(StoreError.Code.allCases).subtracting([.notFound, .readOnly]))
  func isTheSameReadWrittenAndAsked(_ code: StoreError.Code) {
    let error = StoreError(code, "health.db", "is not right")
    let asked = ConversionError(error).code
    #expect(ConversionError(error.readError).code == asked)
    #expect(ConversionError(writing: "health.db", error.byteError).code == asked)
  }
}
