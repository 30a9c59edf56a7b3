package import HealthBytes
import HealthFormats
package import HealthModel

/// A row of the table of samples. Samples come by the million, so it has a field for each column, and is copied as
/// its bytes: what it refers to is one object, for the texts that few have.
package struct SampleRow: Sendable {
  /// The number of the change that brought it.
  package var change: Int64
  /// The sample that it is nested in, if any.
  package var parent: Int64?
  package var id: SampleID
  package var ordinal: UInt32
  /// The digest of its content, combined with the ``seal``; `nil` for a nested sample.
  package var digest: Int64?
  package var kind: SampleKind
  /// The number of its ``StoreTable/series``.
  package var series: Int64
  /// When it began. Documents and unknown elements have no time.
  package var startColumns: DateColumns?
  /// When it ended.
  package var endColumns: DateColumns?
  /// When it was saved on the phone.
  package var createdColumns: DateColumns?
  /// The address of the device, its bits as a signed number.
  package var deviceAddress: Int64?
  /// The number of a quantity, the nearest that there is.
  package var value: Double?
  /// The number of the case of a category.
  package var category: Int64?
  /// The number of its metadata; `nil` without metadata.
  package var metadata: Int64?
  /// Which tables hold more of it: bit by bit those of ``StoreTable/parts(of:)``.
  package var parts: Int64
  @usableFromInline var texts: Texts?

  /// Forgets the texts and the UUID.
  package mutating func removeTexts() { texts = nil }

  /// The texts and the UUID of a row, which few have.
  @usableFromInline final class Texts: Sendable {
    @usableFromInline let exact: String?
    @usableFromInline let extras: String?
    @usableFromInline let uuid: SampleUUID?

    @usableFromInline init?(_ exact: String?, _ extras: String?, _ uuid: SampleUUID?) {
      if exact == nil, extras == nil, uuid == nil { return nil }
      self.exact = exact
      self.extras = extras
      self.uuid = uuid
    }
  }

  package init(
    change: Int64, parent: Int64? = nil, id: SampleID, ordinal: UInt32 = 0, digest: Int64? = nil,
    kind: SampleKind, series: Int64
  ) {
    self.change = change
    self.parent = parent
    self.id = id
    self.ordinal = ordinal
    self.digest = digest
    self.kind = kind
    self.series = series
    parts = 0
  }
}

/// A date without its text form, which is stored among the exact texts.
package struct DateColumns: Sendable {
  /// Whole seconds since 1970.
  package let seconds: Int64
  /// Nanoseconds after that second.
  package let nanoseconds: Int32
  /// Minutes east of UTC on the clock it was written by.
  package let offsetMinutes: Int16

  /// The columns of a date of a whole second; `nil` for an instant that no date is.
  package init?(validating seconds: Int64, offsetMinutes: Int64) {
    guard Timestamp.isInRange(seconds: seconds, offsetMinutes: offsetMinutes) else { return nil }
    self.seconds = seconds
    nanoseconds = 0
    self.offsetMinutes = Int16(truncatingIfNeeded: offsetMinutes)
  }

  /// The columns of a date.
  package init(_ time: borrowing Timestamp) {
    seconds = time.secondsSince1970
    nanoseconds = time.nanoseconds
    offsetMinutes = time.offsetMinutes
  }

  /// The time in seconds since 1970, with the fraction.
  package var timeIntervalSince1970: Double {
    // Most dates have no fraction, and a division takes as long as all else.
    nanoseconds == 0 ? Double(seconds) : timestamp.timeIntervalSince1970
  }

  /// The date.
  package var timestamp: Timestamp {
    Timestamp(
      secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes)
  }
}

extension SampleRow {
  /// Texts that the columns do not restore exactly, as JSON. Inlined, as ``extras`` is: a call would receive a copy of
  /// the row.
  @inlinable package var exact: String? {
    get { texts?.exact }
    set { texts = Texts(newValue, extras, uuid) }
  }

  /// What was written of it that it has no field for, as JSON text.
  @inlinable package var extras: String? {
    get { texts?.extras }
    set { texts = Texts(exact, newValue, uuid) }
  }

  /// The UUID that it states.
  @inlinable package var uuid: SampleUUID? {
    get { texts?.uuid }
    set { texts = Texts(exact, extras, newValue) }
  }

  /// What a digest leaves out, as every export writes it otherwise: the offsets of the dates and the address of the
  /// device. Mixed into the digest that is stored, so that damage shows there, too.
  @inline(__always)
  package var seal: Int64 {
    Self.seal(
      Int64(startColumns?.offsetMinutes ?? 0), Int64(endColumns?.offsetMinutes ?? 0),
      Int64(createdColumns?.offsetMinutes ?? 0), deviceAddress ?? 0)
  }

  /// The seal of offsets, each in 16 bits, and an address; 0 replaces a missing one.
  package static func seal(
    _ start: Int64, _ end: Int64, _ created: Int64, _ address: Int64
  ) -> Int64 {
    (start & 0xffff) << 48 ^ (end & 0xffff) << 32 ^ (created & 0xffff) << 16 ^ address
  }

  package var start: Timestamp? {
    get { startColumns?.timestamp }
    set { startColumns = newValue.map { DateColumns($0) } }
  }

  package var end: Timestamp? {
    get { endColumns?.timestamp }
    set { endColumns = newValue.map { DateColumns($0) } }
  }

  package var created: Timestamp? {
    get { createdColumns?.timestamp }
    set { createdColumns = newValue.map { DateColumns($0) } }
  }

  /// The columns, in the order of ``values``.
  static let columns: [StoreTable.Column] = [
    .init(
      "change", .integer, isOptional: false, title: "number of the change that saved it: its key"),
    .init("parent", .reference("sample"), title: "the sample that it is nested in"),
    .init("id", .id, isOptional: false, title: "its identity, the same wherever it is read"),
    .init(
      "ordinal", .integer, isOptional: false, title: "distinguishes samples of one identity, from 0"
    ),
    .init(
      "digest", .integer,
      title: "hash of its content, with offsets and address; a nested sample has none"),
    .init("kind", .integer, isOptional: false, title: kinds),
    .init(
      "series", .reference("series"), isOptional: false, title: "its type, unit, source and device"),
    .init(
      "start_date", .instant, title: "when it began; documents and unknown elements have no time"),
    .init(
      "start_offset", .integer,
      title: "UTC offset of `start_date` as written, in minutes (east is positive)"),
    .init("end_date", .instant, title: "when it ended"),
    .init(
      "end_offset", .integer,
      title: "UTC offset of `end_date` as written, in minutes (east is positive)"),
    .init("creation_date", .instant, title: "when it was saved on the phone"),
    .init(
      "creation_offset", .integer,
      title: "UTC offset of `creation_date` as written, in minutes (east is positive)"),
    .init(
      "device_address", .integer,
      title: "address of the device's object in the memory of the phone, without meaning elsewhere"),
    .init("value", .real, title: "value of a quantity, in the unit of its series"),
    .init("category_value", .reference("category_value"), title: "value of a category"),
    .init("metadata", .reference("metadata"), title: "its metadata"),
    .init(
      "parts", .integer, isOptional: false,
      title: "set of bits: which tables of its kind have rows of this sample"),
    .init("exact", .text, title: exactTitle),
    .init("extras", .text, title: extrasTitle),
    .init("uuid", .id, title: "the UUID that it states, if it does: samples of exports have none"),
  ]

  /// The title of columns of the name.
  static let exactTitle = "texts of numbers and dates that their columns do not reproduce: JSON"
  static let extrasTitle = "attributes and elements that no column is for: JSON"

  private static let kinds =
    SampleKind.allCases.map { "\($0.code) \($0.rawValue)" }.joined(separator: ", ")

  /// The values of the columns, in the order of the table's; for what is not in a hurry.
  package var values: [StoreValue] {
    [
      .integer(change), .integer(parent), .id(id), .integer(Int64(ordinal)), .integer(digest),
      .integer(kind.code), .integer(series),
      .instant(start), .offset(start), .instant(end), .offset(end), .instant(created),
      .offset(created), .integer(deviceAddress), .real(value), .integer(category),
      .integer(metadata), .integer(parts), .text(exact), .text(extras),
      uuid.map { .id($0.bits) } ?? .null,
    ]
  }
}

extension SampleKind {
  /// Its number in stores, which must not change.
  package var code: Int64 { Int64(index) }

  /// The kind of a number; `nil` for an unknown number.
  package init?(code: Int64) {
    guard code >= 0, code < Self.byCode.count else { return nil }
    self = Self.byCode[Int(code)]
  }

  private static let byCode = allCases
}

extension SampleSize {
  /// Counts a row of a table.
  ///
  /// - Throws: `HealthError` if the sample is beyond ``Limits/rowsBytes``.
  func add(_ row: [StoreValue], of store: String) throws(HealthError) {
    var count = 0
    for value in row {
      switch value {
      case .text(let text): count &+= text.utf8.count
      case .bytes(let bytes): count &+= bytes.count
      default: count &+= 8
      }
    }
    try add(count, of: store)
  }

  @inline(__always)
  func add(_ count: Int, of store: String) throws(HealthError) {
    guard add(count) else { throw Self.excess(store) }
  }

  @inline(never)
  private static func excess(_ store: String) -> HealthError {
    HealthError(.unsupported, store, "a sample has \(Limits.rowsBytes.excess)")
  }
}

extension HealthError {
  /// The error of a store whose content exceeds a limit.
  package init(beyond limit: Limit, of store: String) {
    self.init(.unsupported, store, "found \(limit.excess)")
  }
}

extension SampleRow {
  /// Its bytes as a row of a nested sample.
  var size: Int {
    MemoryLayout<SampleRow>.size + (exact?.utf8.count ?? 0) + (extras?.utf8.count ?? 0)
  }
}
