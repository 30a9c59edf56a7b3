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
    /// How many bytes wait at most, of one table and of all.
    private static var limit: (one: Int, all: Int) { (1 << 19, 1 << 22) }

    /// Nothing waits yet.
    init(_ connection: Connection) {
      self.connection = connection
      dictionaries = Dictionaries(connection)
      isCreated = Array(repeating: false, count: StoreTable.all.count)
      buffers = Array(repeating: nil, count: StoreTable.all.count)
    }

    func number(
      of row: [StoreValue], in table: StoreTable
    ) throws(StoreError) -> (number: Int64, isNew: Bool) {
      // Many samples have metadata of their own: these are looked up at the end, all at once.
      guard table.index == StoreTable.metadata.index else {
        return try dictionaries.number(of: row, in: table)
      }
      let number = try dictionaries.newNumber(in: table)
      try append([.integer(number)] + row, to: table, last: Dictionaries.hash(row))
      return (number, true)
    }

    func insert(_ sample: inout SampleRow) throws(StoreError) {
      if sample.parent == nil { root = sample.change }
      samples.rows.append(&sample, root)
      if samples.rows.count > Self.limit.one { try send(samples) }
    }

    func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError) {
      try append(row, to: table, last: root)
    }

    /// Adds a row and an additional number: its sample, or its hash.
    private func append(
      _ row: [StoreValue], to table: StoreTable, last: Int64
    ) throws(StoreError) {
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
    func sendAll() throws(StoreError) {
      try send(samples)
      for case let buffer? in buffers { try send(buffer) }
    }

    private func send(_ buffer: Buffer) throws(StoreError) {
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

    /// Adds a sample.
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
      append(root)
    }
  }
#endif
