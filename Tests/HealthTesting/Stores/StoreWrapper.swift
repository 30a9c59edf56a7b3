package import HealthFormats
package import HealthModel
package import HealthStore

/// A store that passes on what it does not do itself.
package protocol StoreWrapper: SampleStore {
  /// The store that does it.
  var store: any SampleStore { get }
}

extension StoreWrapper {
  package var name: String { store.name }
  package func info() throws(HealthError) -> DatasetInfo { try store.info() }
  package func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    try store.beginLoad(mode)
  }
  package func delete(_ keys: [SampleKey]) throws(HealthError) -> Int { try store.delete(keys) }
  package func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
    try store.delete(where: predicate)
  }
  package func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    try store.samples(query)
  }
  package func sample(_ key: SampleKey) throws(HealthError) -> Sample? { try store.sample(key) }
  package func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
    try store.keys(of: id)
  }
  package func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    try store.anchor(named: name)
  }
  package func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    try store.keep(anchor, as: name)
  }
  package func descriptors() throws(HealthError) -> [DescriptorCount] { try store.descriptors() }
  package func contents(limit: Int) throws(HealthError) -> StoreContents {
    try store.contents(limit: limit)
  }
  package func anchor() throws(HealthError) -> StoreAnchor { try store.anchor() }
  package func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    try store.changes(since: anchor, matching: predicate, limit: limit)
  }
  package func forgetDeleted(before instant: Timestamp) throws(HealthError) {
    try store.forgetDeleted(before: instant)
  }
  package func check() throws(HealthError) -> [StoreDefect] { try store.check() }
}
