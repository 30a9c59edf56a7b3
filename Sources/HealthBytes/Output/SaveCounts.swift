/// What writing into a store changed.
///
/// Two samples of one key are the same if they say the same to the letter, but for addresses of devices and
/// the offsets of dates, which change with every export.
public struct SaveCounts: Sendable, Equatable {
  /// How many were not there before.
  public var new = 0
  /// How many were there.
  public var same = 0
  /// How many were there and said something else: replaced by `upsert`, left by `append`.
  public var changed = 0
  /// How many are in the store and were not among what was saved. They stay.
  public var gone = 0

  /// Nothing was saved.
  public init() {}
}
