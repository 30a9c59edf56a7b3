/// A table of a store, the same in every database; the database's own words for types and keys are added by it.
package struct StoreTable: Sendable {
  package struct Column: Sendable {
    /// What it holds.
    package enum DataType: Sendable, Equatable {
      case integer, real, text, bytes, id, instant
      /// The number of a row of another table, by that table's name.
      case reference(String)
    }

    package let name: String
    package let type: DataType
    /// Whether it may be empty.
    package let isOptional: Bool
    /// What it is, where the name does not say it.
    package let title: String?

    package init(
      _ name: String, _ type: DataType, isOptional: Bool = true, title: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.title = title
    }
  }

  /// What the rows of a table are.
  package enum Role: Sendable, Equatable {
    /// What many samples share, each once, under a number: the first column. All others together tell a row
    /// from every other; in these, nothing equals nothing, and texts are compared byte by byte.
    case dictionary
    /// Samples; the first column is the number of the change that brought them.
    case samples
    /// What is inside a row of another table. The first column is that row, and rows go when it goes; the second
    /// numbers the rows in the order in which they are read. The two tell a row from every other.
    case parts
    /// Rows next to the samples. The first column identifies a row.
    case other
  }

  package let name: String
  package let role: Role
  package let columns: [Column]
  /// What it is, for the schema's documentation.
  package let title: String
  /// Its place in ``all``: what a store keeps for a table, it finds by this.
  package internal(set) var index = 0

  package init(_ name: String, _ role: Role, _ columns: [Column], title: String) {
    self.name = name
    self.role = role
    self.columns = columns
    self.title = title
  }
  /// The columns that hold numbers of rows, and the tables that these rows are in.
  package var references: [(column: Column, table: StoreTable)] {
    columns.compactMap { column in
      guard case .reference(let name) = column.type,
        let table = Self.all.first(where: { $0.name == name })
      else { return nil }
      return (column, table)
    }
  }
}
