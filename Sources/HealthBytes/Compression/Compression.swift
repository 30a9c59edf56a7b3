/// How hard an output is compressed: a .zip, a .gz, a workbook. What is unpacked is the same.
///
/// Of 100 MB of the XML of an export, `fast` leaves 6.7 MB after 0.05 s and `small` 5.3 MB after 2 s on one core; level 6 of
/// zlib, which most programs use, leaves 5.6 MB after 0.6 s.
public enum Compression: String, Sendable, CaseIterable {
  /// By ISA-L, whose bytes may differ between processors; without the trait `ISAL`, by zlib's fastest level.
  case fast
  /// By zlib's best level.
  case small

  /// The level of zlib; with `fast`, for what ISA-L does not pack.
  var level: Int { self == .fast ? 1 : 9 }
}
