import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// The ids that are read before the resources.
struct FHIRIDTests {
  private func repeated(_ texts: [String], most: Int = 100) -> (ids: [UInt64], isFull: Bool) {
    let ids = FHIRIDs(most: most)
    for text in texts {
      let bytes = Array(text.utf8)
      ids.add(bytes.span, from: 0, to: bytes.count)
    }
    return (ids.takeRepeated(), ids.isFull)
  }

  /// Only the id of the resource counts, wherever it is.
  @Test(arguments: [
    #"{"resourceType":"Observation","id":"a"}"#,
    #"{"code":{"id":"b","text":"\"id\":\"b\""},"id" : "a"}"#,
    "{\n \"id\" :\n \"a\",\n \"status\": \"id\"}",
    #"{"fullUrl":"urn:id","resource":{"contained":[{"id":"b"}],"id":"a"},"request":{"id":"b"}}"#,
    #"{"resource":{"resourceType":"Bundle","entry":[{"resource":{"code":[{}],"id":"a"}}]}}"#,
    #"{"id":"b","resource":{"id":"a","resourceType":"Observation"}}"#,
    #"{"resource":{"entry":[{"resource":{"id":"a"}}],"id":"b","resourceType":"Bundle"}}"#,
  ])
  func idsAreFound(_ text: String) {
    #expect(repeated([text, #"{"id":"a"}"#, #"{"id":"c"}"#]).ids == [FHIRIDs.hash("a")])
  }

  @Test(arguments: [
    "{}", #"{"id":1}"#, #"{"id":"#, #"{"id":"a"#, #"{"id""#, #"{"\"#, "",
    #"{"id":"b","resource":{},"request":{"id":"b"}}"#,
  ])
  func textsWithoutAnID(_ text: String) {
    #expect(repeated([text, #"{"id":"b"}"#]).ids == [])
  }

  /// Other resources may have the id of an observation.
  @Test(arguments: [
    #"{"resourceType":"Patient","id":"a"}"#,
    #"{"fullUrl":"urn:x","resource":{"resourceType":"Device","id":"a"}}"#,
    #"{"id":"a","resourceType":"Device"}"#,
  ])
  func idsOfOtherTypesAreLeftOut(_ text: String) {
    #expect(repeated([text, #"{"resourceType":"Observation","id":"a"}"#]).ids == [])
  }

  @Test func idsAreLimited() {
    let texts = ["a", "b", "a", "a"].map { #"{"id":"\#($0)"}"# }
    #expect(repeated(texts).ids == [FHIRIDs.hash("a")])
    #expect(!repeated(texts, most: 4).isFull)
    let few = repeated(texts, most: 2)
    #expect(few.ids.isEmpty && few.isFull)
  }

  @Test func onlyItemsWithIDsThatOccurAgainAreParsed() {
    let ids = FHIRIDs(among: [FHIRIDs.hash("a")])
    func isWanted(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return ids.add(bytes.span, from: 0, to: bytes.count)
    }
    #expect(isWanted(#"{"id":"a"}"#))
    #expect(!isWanted(#"{"id":"b","code":{"id":"a"}}"#))
    #expect(isWanted(#"{"resourceType":"Bundle","entry":[{"id":"b"},{"resource":{"id":"a"}}]}"#))
    #expect(!isWanted("{}"))
  }
}
