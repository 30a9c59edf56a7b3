package import HealthModel

/// A value of a column, in whatever database.
package enum StoreValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  /// An identity: 16 bytes, a UUID where the database has such.
  case id(SampleID)
  /// An instant: seconds since 1970 and the nanoseconds after.
  case instant(Int64, nanoseconds: Int32)
}
