#if PostgreSQL
  import HealthModel
  import HealthStore

  /// Rows of a load to be written to the server, into a temporary table for each table.
  final class Staging: RowSink {
    private let connection: Connection
    var name: String { connection.name }
    private var dictionaries: Dictionaries
    /// The sample whose rows are being added; for a nested one, the outermost.
    private var root: Int64 = 0
    /// Which tables have rows waiting on the server, by their place.
    private(set) var isCreated: [Bool]
    private var buffers: [Buffer?]
    /// How many bytes all buffers hold.
    private var size = 0

    /// A buffer of rows. As an object, so that no row copies it.
    private final class Buffer {
      let table: StoreTable
      let widths: [Int]
      var rows = CopyRows()

      init(_ table: StoreTable) {
        self.table = table
        widths = table.columns.map(\.width)
      }
    }

    private let samples = Buffer(.sample)
    /// The limits of buffered bytes, of one table and of all.
    private static var limit: (one: Int, all: Int) { (1 << 19, 1 << 22) }

    init(_ connection: Connection) {
      self.connection = connection
      dictionaries = Dictionaries(connection)
      isCreated = Array(repeating: false, count: StoreTable.all.count)
      buffers = Array(repeating: nil, count: StoreTable.all.count)
    }

    func number(
      of row: [StoreValue], in table: StoreTable
    ) throws(HealthError) -> (number: Int64, isNew: Bool) {
      // Many samples have metadata of their own: these are looked up at the end, all at once.
      guard table.index == StoreTable.metadata.index else {
        return try dictionaries.number(of: row, in: table)
      }
      let number = try dictionaries.newNumber(in: table)
      try append([.integer(number)] + row, to: table, last: Dictionaries.hash(row))
      return (number, true)
    }

    func insert(_ sample: inout SampleRow) throws(HealthError) {
      if sample.parent == nil { root = sample.change }
      samples.rows.append(&sample, root)
      if samples.rows.count > Self.limit.one { try send(samples) }
    }

    func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError) {
      try append(row, to: table, last: root)
    }

    /// Adds a row and an additional number: its sample, or its hash.
    private func append(
      _ row: [StoreValue], to table: StoreTable, last: Int64
    ) throws(HealthError) {
      let buffer: Buffer
      if let known = buffers[table.index] {
        buffer = known
      } else {
        buffer = Buffer(table)
        buffers[table.index] = buffer
      }
      let before = buffer.rows.count
      buffer.rows.append(row, widths: buffer.widths, last)
      size += buffer.rows.count - before
      if buffer.rows.count > Self.limit.one {
        try send(buffer)
      } else if size > Self.limit.all {
        try sendAll()
      }
    }

    /// Sends what waits here.
    func sendAll() throws(HealthError) {
      try send(samples)
      for case let buffer? in buffers { try send(buffer) }
    }

    private func send(_ buffer: Buffer) throws(HealthError) {
      guard !buffer.rows.isEmpty else { return }
      let table = buffer.table
      if !isCreated[table.index] {
        try connection.run(table.stagingCreation)
        isCreated[table.index] = true
      }
      if buffer !== samples { size -= buffer.rows.count - CopyRows.headerCount }
      try connection.copyLater(table.stagingCopy, &buffer.rows)
    }
  }

  extension CopyRows {
    /// How many values the row of a sample has here.
    private static let sampleFields = StoreTable.sample.columns.count + 1

    mutating func append(_ sample: inout SampleRow, _ root: Int64) {
      begin(fields: Self.sampleFields)
      append(sample.change)
      append(sample.parent)
      append(sample.id)
      append(Int64(sample.ordinal))
      append(sample.digest)
      append(sample.kind.code, width: 2)
      append(sample.series, width: 4)
      append(sample.startColumns)
      append(sample.endColumns)
      append(sample.createdColumns)
      append(sample.deviceAddress)
      append(sample.value)
      append(sample.category, width: 4)
      append(sample.metadata, width: 4)
      append(sample.parts)
      append(sample.exact)
      append(sample.extras)
      append(sample.uuid?.bits)
      append(root)
    }
  }

  /// Assigns ordinals to samples of one load that have one identity: each gets the first free one from its own on,
  /// in the order in which they were saved. So the same input gives the same keys each time.
  struct Duplicates {
    private let connection: Connection

    /// The duplicates among the samples that wait.
    init(_ connection: Connection) { self.connection = connection }

    /// The samples of one load of which two have one key.
    static let waiting =
      """
      select change, id, ordinal from new_sample
      where parent is null and id in (
        select id from new_sample where parent is null group by id, ordinal having count(*) > 1)
      order by id, change
      """

    /// Finds ordinals for samples of which two have one key, and puts those that are not a sample's own into the table
    /// `duplicate`.
    ///
    /// - Parameter samples: A query for number, identity and ordinal of the samples, sorted by identity; those that keep
    ///   their ordinals come first, under the number 0.
    func find(_ samples: String) throws(HealthError) {
      try connection.run(
        """
        drop table if exists pg_temp.duplicate;
        create temporary table duplicate (change bigint, ordinal bigint) on commit drop
        """)
      let rows = try Cursor(connection, "duplicates", samples)
      var changed = CopyRows()
      var numbering = OrdinalNumbering()
      var isLast = false
      repeat {
        isLast = try !rows.next()
        if !isLast {
          let (change, own) = (rows.integer(0), rows.integer(2))
          let ordinal = Int64(numbering.next(rows.id(1), from: UInt32(clamping: own)))
          if ordinal != own, change > 0 { changed.append([.integer(change)], ordinal) }
        }
        if changed.count > 1 << 18 || (isLast && !changed.isEmpty) {
          try connection.copy("copy duplicate from stdin (format binary)", &changed)
        }
      } while !isLast
      try connection.run("close duplicates; analyze duplicate")
    }

    /// Sets the ordinals that were found.
    func number() throws(HealthError) {
      let changed = try connection.run(
        "update new_sample s set ordinal = t.ordinal from duplicate t where t.change = s.change")
      if changed > 0 { try connection.run("analyze new_sample") }
    }
  }

  /// The numbers of the rows that samples share. The caller holds the writers' lock, so new rows are numbered here.
  struct Dictionaries {
    private let connection: Connection
    /// The next number of each table used so far, by the index of the table.
    private var next: [Int: Int64] = [:]
    /// Recent rows and their numbers, by hashes of table and row.
    private var met: [Int64: (row: [StoreValue], number: Int64)] = [:]

    private static var capacity: Int { 1 << 12 }
    /// The most bytes of texts of a row that is remembered.
    private static var longest: Int { 1 << 11 }

    /// The dictionaries of a store that is written to.
    init(_ connection: Connection) { self.connection = connection }

    /// The next number of a table.
    mutating func newNumber(in table: StoreTable) throws(HealthError) -> Int64 {
      let number: Int64
      if let known = next[table.index] {
        number = known
      } else {
        let column = quoted(table.columns[0].name)
        number = try connection.rows(
          "select coalesce(max(\(column)), 0) + 1 from \(quoted(table.name))"
        ).integer(0, 0)
      }
      next[table.index] = number + 1
      return number
    }

    /// The number of a row.
    ///
    /// - Returns: The number, and whether the row is new.
    mutating func number(
      of row: [StoreValue], in table: StoreTable
    ) throws(HealthError) -> (number: Int64, isNew: Bool) {
      let hash = Self.hash(row)
      // Swift compares texts by canonical equivalence, so texts with different bytes can be equal;
      // their hashes differ.
      let key = hash &+ Int64(table.index)
      if let met = met[key], met.row == row { return (met.number, false) }
      let (number, isNew) = try find(row, hash: .integer(hash), in: table)
      if row.textBytes > Self.longest { return (number, isNew) }
      if met.count == Self.capacity { met = [:] }
      met[key] = (row, number)
      return (number, isNew)
    }

    /// Finds a row, or inserts it: in one statement, since most of the time is that of the round trip to the server.
    private mutating func find(
      _ row: [StoreValue], hash: StoreValue, in table: StoreTable
    ) throws(HealthError) -> (number: Int64, isNew: Bool) {
      let columns = table.columns
      // NULL has no type, so the statement states the types; integers have the widest type.
      let values = columns.indices.map { place in
        let isNumber = columns[place].sql.hasSuffix("int") || columns[place].sql == "integer"
        return "$\(place + 1)::\(isNumber ? "bigint" : columns[place].sql)"
      }
      let hashPlace = "$\(columns.count + 1)"
      let isAlike = columns.indices.dropFirst().map {
        " and \(quoted(columns[$0].name)) is not distinct from \(values[$0])"
      }
      let number = try newNumber(in: table)
      let found = try connection.rows(
        """
        with found as (
          select \(quoted(columns[0].name)) as number from \(quoted(table.name))
          where row_hash = \(hashPlace)\(isAlike.joined())),
        made as (
          insert into \(quoted(table.name)) (\(table.columnList), row_hash)
          select \(values.joined(separator: ", ")), \(hashPlace) where not exists (select from found))
        select number from found
        """, [.integer(number)] + row + [hash])
      guard found.count > 0 else { return (number, true) }
      next[table.index] = number
      return (found.integer(0, 0), false)
    }

    /// A hash by which a row is found. It must never change.
    static func hash(_ row: [StoreValue]) -> Int64 {
      var hash = ContentHash()
      for value in row {
        switch value {
        case .null: hash.combine(0)
        case .integer(let number), .instant(let number, _): hash.combine(Int(number))
        case .real(let number): hash.combine(number.bitPattern)
        case .text(let text): hash.combine(Optional(text))
        case .bytes(let bytes): hash.combine(bytes.count)
        case .id(let id):
          hash.combine(id.high)
          hash.combine(id.low)
        }
      }
      return Int64(bitPattern: hash.state)
    }
  }
#endif
