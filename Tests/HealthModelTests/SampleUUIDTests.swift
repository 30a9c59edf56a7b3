import HealthModel
import HealthTesting
import Testing

@Suite struct SampleUUIDTests {
  @Test func textsAreThoseOfRFC9562() {
    let text = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
    let uuid = SampleUUID(text)
    #expect(uuid == SampleUUID(high: 0xf81d_4fae_7dec_11d0, low: 0xa765_00a0_c91e_6bf6))
    #expect(uuid?.description == text)
    #expect(SampleUUID(text.lowercased()) == uuid)
    for other in [
      "", "F81D4FAE7DEC11D0A76500A0C91E6BF6", text + "0", "F81D4FAE-7DEC-11D0-A76500A0-C91E6BF6",
      "G81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "+81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
    ] {
      #expect(SampleUUID(other) == nil)
    }
  }

  @Test func randomOnesDifferAndHaveTheirVersion() {
    let uuids = Set((0..<100).map { _ in SampleUUID.random() })
    #expect(uuids.count == 100)
    #expect(uuids.allSatisfy { $0.high >> 12 & 15 == 4 && $0.low >> 62 == 2 })
  }

  /// A sample that states none has one all the same, which its ordinal changes and nothing else.
  @Test func derivedOnesAreStable() {
    let sample = MarkedSamples.quantity("60")
    var other = sample
    other.ordinal = 1
    #expect(sample.uuid == MarkedSamples.quantity("60") { $0.created = nil }.uuid)
    #expect(sample.uuid != other.uuid)
    #expect(sample.uuid.high >> 12 & 15 == 8)
  }
}
