import HealthBytes
public import HealthModel

/// How often changes are delivered (`HKUpdateFrequency`).
public enum DeliveryFrequency: String, Sendable, CaseIterable {
  /// At most a quarter of a second after the change.
  case immediate
  /// At most once an hour.
  case hourly
  /// At most once in 24 hours.
  case daily
  /// At most once in 7 days.
  case weekly

  /// The time between the begin of one delivery and the next.
  public var interval: Duration {
    switch self {
    case .immediate: .milliseconds(250)
    case .hourly: .seconds(3_600)
    case .daily: .seconds(86_400)
    case .weekly: .seconds(7 * 86_400)
    }
  }
}

/// Changes of a store for one receiver, which the store remembers: each is delivered until it is confirmed, so at least
/// once, however often the program ends and starts again.
///
/// ```swift
/// let delivery = ChangeDelivery(from: store, to: "backup")
/// while let changes = try delivery.next() {
///   try upload(changes.changes)
///   try delivery.confirm(changes)
/// }
/// ```
///
/// One receiver of a name at a time: two would each be given what the other has not confirmed yet.
public struct ChangeDelivery: Sendable {
  /// The store.
  public let store: any SampleStore
  /// The name of the receiver, under which its anchor is kept in the store.
  public let receiver: String
  /// Which changes.
  public var predicate = SamplePredicate.all
  /// How many changes are delivered together at most.
  public var limit = 1_000

  /// The changes of a store for a receiver.
  ///
  /// - Parameter receiver: A name. A client's receivers are its own (`SampleStore.client(_:)`).
  public init(from store: any SampleStore, to receiver: String) {
    self.store = store
    self.receiver = receiver
  }

  /// The path of a file in which the anchor is kept instead, for a store that can only be read. It is made when needed.
  public var stateFile: String?

  private var name: String { "follow \(receiver)" }

  private func anchor() throws(HealthError) -> StoreAnchor? {
    guard let stateFile else { return try store.anchor(named: name) }
    guard FileStatus(path: stateFile, following: true) != nil else { return nil }
    let bytes = try FileSource(regular: stateFile).readAll(limit: 1 << 10)
    if bytes.isEmpty { return nil }
    guard bytes.last == UInt8(ascii: "\n"),
      let anchor = StoreAnchor(String(decoding: bytes.dropLast(), as: UTF8.self))
    else {
      throw HealthError(
        .usage, stateFile, "is not the state of a receiver, expected the anchor of a store")
    }
    return anchor
  }

  private func keep(_ anchor: StoreAnchor?) throws(HealthError) {
    guard let stateFile else { return try store.keep(anchor, as: name) }
    let file = try AtomicFile(stateFile, overwrite: true)
    try file.write((anchor.map { "\($0)\n" } ?? "").utf8Span.span)
    try file.finish()
  }

  /// What the receiver has not confirmed: at first all samples of the store.
  ///
  /// - Returns: At least one change; `nil` if there is none now.
  /// - Throws: `HealthError`: `.expiredAnchor` where the receiver confirmed nothing for 400 days and deletions are forgotten.
  public func next() throws(HealthError) -> StoreChanges? {
    var anchor = try anchor()
    if let anchor, try store.anchor() == anchor { return nil }
    while true {
      let found = try store.changes(since: anchor, matching: predicate, limit: limit)
      if !found.changes.isEmpty { return found }
      // Changes that are not for the receiver need not be read again.
      if found.anchor != anchor { try keep(found.anchor) }
      anchor = found.anchor
      if !found.hasMore { return nil }
    }
  }

  /// States that the receiver has changes and needs not be given them again.
  public func confirm(_ changes: StoreChanges) throws(HealthError) {
    try keep(changes.anchor)
  }

  /// What the receiver has not confirmed, as ``next()`` returns it; `nil` also while another program writes.
  package func pending() throws(HealthError) -> StoreChanges? {
    do throws(HealthError) { return try next() } catch {
      if error.code == .busy { return nil }
      throw error
    }
  }

  /// Confirms, as ``confirm(_:)`` does.
  ///
  /// - Returns: `false` where another program wrote for so long that it has to be tried again.
  package func isConfirmed(_ changes: StoreChanges) throws(HealthError) -> Bool {
    do throws(HealthError) { try confirm(changes) } catch {
      if error.code == .busy { return false }
      throw error
    }
    return true
  }

  /// Skips all samples that are stored now, for a receiver that wants later changes only.
  public func skip() throws(HealthError) { try keep(try store.anchor()) }

  /// Whether the receiver has been given anything, or has skipped it.
  public func hasBegun() throws(HealthError) -> Bool { try confirmed() != nil }

  /// The state of the store up to which the receiver has everything.
  package func confirmed() throws(HealthError) -> StoreAnchor? { try anchor() }

  /// Forgets the receiver: it would be given everything again.
  public func end() throws(HealthError) { try keep(nil) }

  /// Calls a handler with the changes until the task is cancelled. What the handler has returned from is confirmed; after
  /// an error of the handler it is called again with the same changes, and later ones, at the next time.
  ///
  /// - Parameter frequency: How often the handler is called at most; all that is waiting is given at once, in several calls if
  ///   it exceeds ``limit``.
  /// - Throws: The errors of the store, but for `.busy`: while another program writes, it waits.
  public func run(
    _ frequency: DeliveryFrequency, _ handler: @Sendable (StoreChanges) async throws -> Void
  ) async throws {
    let thread = BlockingThread()
    while !Task.isCancelled {
      let begin = ContinuousClock.now
      var isGiven = false
      while !Task.isCancelled, let changes = try await thread.run({ try pending() }) {
        isGiven = true
        do { try await handler(changes) } catch { break }
        while try await thread.run({ try !isConfirmed(changes) }), !Task.isCancelled {}
      }
      let pause = isGiven ? frequency : .immediate
      do { try await Task.sleep(until: begin + pause.interval) } catch { return }
    }
  }
}

/// Reports changes of matching samples by any program (`HKObserverQuery`).
///
/// ```swift
/// for try await changes in try await store.observe(.type("HeartRate")) { … }
/// ```
///
/// Polls the anchor of the store at an interval: one query, which databases answer from memory. Each iterator
/// has a thread for that, so that a slow disk or server blocks no other task.
public struct StoreObservation: AsyncSequence, Sendable {
  /// The changes since the last element.
  public typealias Element = StoreChanges

  let store: any SampleStore
  let predicate: SamplePredicate
  let anchor: StoreAnchor
  let interval: Duration
  let limit: Int

  /// Begins to wait.
  public func makeAsyncIterator() -> Iterator { Iterator(observation: self, anchor: anchor) }

  /// Waits for the next changes.
  public struct Iterator: AsyncIteratorProtocol {
    let observation: StoreObservation
    var anchor: StoreAnchor
    private let thread = BlockingThread()

    init(observation: StoreObservation, anchor: StoreAnchor) {
      self.observation = observation
      self.anchor = anchor
    }

    /// The next changes, at least one; `nil` when the task is cancelled.
    public mutating func next() async throws -> StoreChanges? {
      while !Task.isCancelled {
        let (observation, anchor) = (observation, anchor)
        let changes = try await thread.run { try observation.changes(since: anchor) }
        if let changes {
          self.anchor = changes.anchor
          if !changes.changes.isEmpty { return changes }
          if changes.hasMore { continue }
        }
        do { try await Task.sleep(for: observation.interval) } catch { return nil }
      }
      return nil
    }
  }

  /// The changes since an anchor; `nil` if the store has not changed.
  private func changes(since anchor: StoreAnchor) throws(HealthError) -> StoreChanges? {
    if try store.anchor() == anchor { return nil }
    return try store.changes(since: anchor, matching: predicate, limit: limit)
  }
}

extension SampleStore {
  /// The changes of matching samples from now on, or from an anchor on.
  ///
  /// - Parameters:
  ///   - anchor: The state after which changes are reported; by default the current one.
  ///   - limit: How many changes an element holds at most.
  public func observe(
    _ predicate: SamplePredicate = .all, since anchor: StoreAnchor? = nil,
    every interval: Duration = .milliseconds(250), limit: Int = 1_000
  ) async throws -> StoreObservation {
    let begin =
      if let anchor { anchor } else { try await BlockingThread().run { try self.anchor() } }
    return StoreObservation(
      store: self, predicate: predicate, anchor: begin, interval: interval, limit: limit)
  }
}
