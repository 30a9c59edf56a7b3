extension Sample {
  /// A field of a structure with its value.
  ///
  /// Every layout of tables is made of these: its columns and tables of the fields of an empty structure, its rows of
  /// the fields of one with values. What is a single value is a cell of the structure's row; lists and nested
  /// structures have rows in tables of their own.
  package struct Field {
    /// What a field holds.
    package enum Value {
      case number(Number?)
      case date(Timestamp?)
      case text(String?)
      case bytes([UInt8])
      case metadata(Metadata)
      case numbers([Number])
      case list(Sample.Structures)
      /// A structure that an export stores in a separate file: one or none.
      case sideFile(Sample.Structures)
      case samples([NestedSample])
    }

    package let name: String
    package let value: Value

    /// Whether it has no value, or a list of nothing.
    package var isEmpty: Bool {
      switch value {
      case .number(let number): number == nil
      case .date(let date): date == nil
      case .text(let text): text == nil
      case .bytes(let bytes): bytes.isEmpty
      case .metadata(let metadata): metadata.isEmpty
      case .numbers(let numbers): numbers.isEmpty
      case .list(let list), .sideFile(let list): list.count == 0
      case .samples(let samples): samples.isEmpty
      }
    }

    /// The fields of a structure, in the order of its `visit`.
    package static func list(of structure: some Sample.FieldList) -> [Field] {
      var structure = structure
      return list(&structure)
    }

    fileprivate static func list<S: Sample.FieldList>(_ structure: inout S) -> [Field] {
      var visitor = FieldCollector()
      structure.visit(&visitor)
      return visitor.fields
    }
  }
}

extension Sample {
  /// Structures nested in another. Only those that are read are listed field by field: some lists are long.
  package struct Structures {
    package let count: Int
    /// The structures, if they are points of a route.
    package let points: [RouteLocation]?
    private let read: (_ index: Int?) -> (fields: [Field], extras: Extras?)

    /// A list of structures of one type.
    package init<S: Sample.FieldStructure>(_ list: [S]) {
      count = list.count
      points = S.points(list)
      read = { index in
        var structure = if let index { list[index] } else { S() }
        return (Field.list(&structure), structure.extras)
      }
    }

    /// The fields of a structure without values.
    package var empty: [Field] { read(nil).fields }

    /// The fields of a structure, and what has no field.
    package subscript(index: Int) -> (fields: [Field], extras: Extras?) { read(index) }
  }
}

private struct FieldCollector: Sample.FieldVisitor {
  private(set) var fields: [Sample.Field] = []

  init() { fields.reserveCapacity(12) }

  private mutating func add(_ name: String, _ value: Sample.Field.Value) {
    fields.append(Sample.Field(name: name, value: value))
  }

  mutating func number(_ name: String, _ value: inout Number?) { add(name, .number(value)) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { add(name, .date(value)) }
  mutating func text(_ name: String, _ value: inout String?) { add(name, .text(value)) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { add(name, .bytes(value)) }
  mutating func metadata(_ value: inout Metadata) { add("metadata", .metadata(value)) }
  mutating func numbers(_ name: String, _ value: inout [Number]) { add(name, .numbers(value)) }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    add(name, .list(Sample.Structures(value)))
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    add(name, .sideFile(Sample.Structures(value.map { [$0] } ?? [])))
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    add(name, .samples(value))
  }
}
