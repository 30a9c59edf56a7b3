/// A value that is spread evenly over the time of its sample, which has a length. Times are in microseconds.
///
/// Each part is the difference of two totals in whole units, so that the parts of a sample add up exactly to its value, in
/// whatever way its time is divided: among rows, and among what counts and what another source hides.
struct SpreadValue {
  /// In units of ``ExactDecimal``.
  let value: Int128
  let start: Int64
  let end: Int64

  /// What has come by a time within the sample.
  @inline(__always)
  func total(until time: Int64) -> Int128 { value.share(time - start, of: end - start) }

  /// What a part of the time has.
  func part(from first: Int64, to last: Int64) -> Int128 {
    total(until: last) - total(until: first)
  }
}
