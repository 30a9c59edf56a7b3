import HealthModel
import HealthStore

/// How often observers of a type are called at most.
public enum HKUpdateFrequency: Int, Sendable, CaseIterable {
  case immediate = 1
  case hourly, daily, weekly

  var own: DeliveryFrequency {
    switch self {
    case .immediate: .immediate
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    }
  }
}

// Nothing wakes a program here. What background delivery promises in addition is kept in the store: from when on a type is
// observed and what was handled, by a `ChangeDelivery` whose receiver is the type.

extension HKHealthStore {
  /// From now on, and in later runs of the program, observers of the type are also called for what changed while none ran, and
  /// again for what they did not complete; at most as often as stated. `healthconv follow` starts a program for changes.
  ///
  /// It is about queries of one type.
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws { try await onThread { try self.enableNow(type, frequency) } }

  /// The same, with a function that is called afterwards.
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.enableNow(type, frequency) } }

  /// Ends the background delivery of a type.
  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await onThread { try self.disableNow(type) }
  }

  /// Ends the background delivery of a type, and calls a function afterwards.
  public func disableBackgroundDelivery(
    for type: HKObjectType,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.disableNow(type) } }

  /// Ends the background delivery of all types of the catalog.
  public func disableAllBackgroundDelivery() async throws {
    try await onThread { try self.disableAllNow() }
  }

  /// Ends the background delivery of all types of the catalog, and calls a function afterwards.
  public func disableAllBackgroundDelivery(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { onQueue(completion) { try self.disableAllNow() } }

  private func enableNow(_ type: HKObjectType, _ frequency: HKUpdateFrequency) throws {
    let before = try delivery(of: type)
    if before?.frequency == frequency { return }
    let delivery = delivery(type.identifier, frequency)
    if let anchor = try before?.delivery.confirmed() {
      try delivery.confirm(StoreChanges(changes: [], anchor: anchor, hasMore: false))
    } else {
      try delivery.skip()
    }
    try before?.delivery.end()
  }

  private func disableNow(_ type: HKObjectType) throws {
    try delivery(of: type)?.delivery.end()
  }

  private func disableAllNow() throws {
    for type in Catalog.allTypes.map(\.identifier) {
      for frequency in HKUpdateFrequency.allCases {
        let delivery = delivery(type, frequency)
        if try delivery.hasBegun() { try delivery.end() }
      }
    }
  }

  /// The delivery of changes of a type, if it is enabled.
  func delivery(
    of type: HKObjectType
  ) throws -> (delivery: ChangeDelivery, frequency: HKUpdateFrequency)? {
    for frequency in HKUpdateFrequency.allCases {
      let delivery = delivery(type.identifier, frequency)
      if try delivery.hasBegun() { return (delivery, frequency) }
    }
    return nil
  }

  private func delivery(_ type: String, _ frequency: HKUpdateFrequency) -> ChangeDelivery {
    ChangeDelivery(from: store, to: "\(frequency.own) observers of \(type)")
  }
}
