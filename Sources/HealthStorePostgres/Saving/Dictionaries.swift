#if PostgreSQL
  import HealthModel
  import HealthStore

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
