public import HealthModel
public import HealthUnits
import Synchronization

extension UnitPreferences {
  /// Unit preferences that the parts of a program share and that may change while it runs.
  ///
  /// HealthKit has the same as `preferredUnits(for:)` and the notification `HKUserPreferencesDidChange`.
  ///
  /// ```swift
  /// let shared = UnitPreferences.Shared()
  /// try shared.update { (units) throws(ConversionError) in try units.add("GB") }
  /// shared.preferredUnits(for: [.bodyMass])  // [.bodyMass: st]
  /// for await units in shared.changes() { show(units) }
  /// ```
  public final class Shared: Sendable {
    private struct State {
      var preferences: UnitPreferences
      var listeners: [Int: AsyncStream<UnitPreferences>.Continuation] = [:]
      var nextListener = 0
    }

    private let state: Mutex<State>

    /// Shared preferences, in the beginning `preferences`.
    public init(_ preferences: UnitPreferences = UnitPreferences()) {
      state = Mutex(State(preferences: preferences))
    }

    /// The preferences that are valid now.
    public var current: UnitPreferences { state.withLock { $0.preferences } }

    /// The unit to show for each type: the preferred one, otherwise the canonical unit. Types that are not in the catalog and
    /// for which no unit was given are left out.
    public func preferredUnits(for types: Set<QuantityType>) -> [QuantityType: HealthUnit] {
      let current = current
      var units: [QuantityType: HealthUnit] = [:]
      for type in types { units[type] = current.unit(for: type) ?? type.metricUnit }
      return units
    }

    /// Changes the preferences, and notifies the readers of ``changes()`` if they differ from before.
    ///
    /// - Throws: What `change` throws; the preferences then stay as they were.
    public func update<Failure: Error>(
      _ change: (inout UnitPreferences) throws(Failure) -> Void
    ) throws(Failure) {
      try state.withLock { (state) throws(Failure) in
        var preferences = state.preferences
        try change(&preferences)
        let isChanged = preferences.description != state.preferences.description
        state.preferences = preferences
        if isChanged { for listener in state.listeners.values { listener.yield(preferences) } }
      }
    }

    /// The preferences after each later change. A reader that is slower than the changes receives the latest only.
    public func changes() -> AsyncStream<UnitPreferences> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: UnitPreferences.self, bufferingPolicy: .bufferingNewest(1))
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = continuation
        return state.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
      return stream
    }

    deinit {
      for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }
  }
}
