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
#endif
