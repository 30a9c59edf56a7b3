import HealthStore

/// Finds devices and apps that have another name than before: a source that appears, with the samples of one that is no
/// longer there. The name is part of the identity of samples, so all of them would be new.
struct RenamedSourceCheck {
  /// What is stored already, and under which name in messages.
  private let store: (any SampleStore)?
  /// The datasets so far.
  private var datasets: [(name: String, sketches: SourceSketches)] = []

  /// Compares datasets with each other.
  init() { store = nil }

  /// Compares a dataset with what a store has that is written to; `nil` if it has nothing.
  init?(_ output: OutputContainer, as format: Format) {
    guard let store = output.existingStore(as: format) else { return nil }
    self.store = store
    begin(store.name)
  }

  /// Begins the next dataset.
  mutating func begin(_ name: String) { datasets.append((name, SourceSketches())) }

  /// Adds a sample of the current dataset.
  @inline(__always)
  mutating func add(_ sample: borrowing Sample) {
    datasets[datasets.count &- 1].sketches.add(sample)
  }

  /// Compares what was added.
  ///
  /// - Throws: `ConversionError`: `.malformed` if a source of one has the samples of a source of another.
  mutating func check() throws(ConversionError) {
    for index in datasets.indices { datasets[index].sketches.settle() }
    if let store {
      let found: (old: String, new: String)?
      do throws(StoreError) { found = try renamed(in: store) } catch {
        throw ConversionError(error.readError)
      }
      if let found { throw ConversionError(renamed: found.old, of: store.name, to: found.new) }
      return
    }
    for (index, new) in datasets.enumerated() {
      for old in datasets[..<index] {
        for appeared in new.sketches.names where !old.sketches.contains(appeared) {
          for vanished in old.sketches.names where !new.sketches.contains(vanished) {
            guard let a = old.sketches.sketch(vanished), let b = new.sketches.sketch(appeared),
              a.isSame(as: b)
            else { continue }
            throw ConversionError(renamed: vanished, of: old.name, to: appeared)
          }
        }
      }
    }
  }

  // MARK: Stores

  /// The old and the new name of a source of the store.
  ///
  /// A store is searched only for samples of a source that it does not have, in their time.
  private func renamed(
    in store: any SampleStore
  ) throws(StoreError) -> (old: String, new: String)? {
    let new = datasets[0].sketches
    var appeared: [String] = []
    for name in new.names where try !isKnown(name, store) { appeared.append(name) }
    let sketches = appeared.compactMap { new.sketch($0) }
    guard let first = sketches.map(\.first).min(), let last = sketches.map(\.last).max() else {
      return nil
    }
    for old in try Self.names(in: store).sorted() where !new.contains(old) {
      let predicate = SamplePredicate(
        .and([
          .text(.source, .equals(old)), .start(.greaterOrEqual, DateBound(first)),
          .start(.lessOrEqual, DateBound(last)),
        ]))
      let cursor = try store.samples(SampleQuery(predicate))
      var sketch = SourceSketches()
      while let sample = try cursor.next() { sketch.add(sample) }
      sketch.settle()
      guard let known = sketch.sketch(old) else { continue }
      for name in appeared where new.sketch(name)?.isSame(as: known) == true { return (old, name) }
    }
    return nil
  }

  /// Whether a store has samples of a source. Names that a reader would call the same are not the same here.
  private func isKnown(_ name: String, _ store: any SampleStore) throws(StoreError) -> Bool {
    let predicate = SamplePredicate(.text(.source, .equals(name)))
    let cursor = try store.samples(SampleQuery(predicate, limit: 1))
    guard let found = try cursor.next() else { return false }
    if found.descriptor?.source.name == name { return true }
    return try Self.names(in: store).contains(name)
  }

  private static func names(in store: any SampleStore) throws(StoreError) -> Set<String> {
    Set(try store.descriptors().map(\.descriptor.source.name))
  }
}

extension ConversionError {
  /// A source has the samples of another one, which is no longer there.
  fileprivate init(renamed old: String, of store: String, to new: String) {
    self.init(
      .malformed,
      "the source '\(new.printableName)' has the samples that '\(old.printableName)' has in '\(store)', which is "
        + "not among the sources now: it seems to be renamed, and its samples would all be stored a second time.",
      remedy: .sameSource(old: old, new: new))
  }
}

extension OutputContainer {
  /// The store that is written to, if it has samples.
  func existingStore(as format: Format) -> (any SampleStore)? {
    guard let database, !database.isReplacing,
      let kind = StoreKind.all.first(where: { $0.format.name == format.name })
    else { return nil }
    // One that cannot be opened has no samples, or is refused by what writes it.
    return try? kind.open(database.location, .reading)
  }
}
