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

extension Sample {
  /// Fields that a visitor goes through, so that one list of them is used to read and to write every format.
  ///
  /// `visit` names each field once, with the export's name for it. A visitor that writes looks at the
  /// values; one that reads sets values. Single values come first, then metadata, then lists and nested structures:
  /// readers of tables need the cells of a row before the rows inside.
  public protocol FieldList: Sendable, Equatable {
    /// Fields without values.
    init()
    /// Shows the fields to a visitor, in the order an export writes them.
    mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(
      _ visitor: inout Visitor) throws(Visitor.Failure)
  }
}

extension Sample {
  /// A structure nested in a sample, such as an event of a workout.
  public protocol FieldStructure: Sample.FieldList {
    /// What the element contains that has no field.
    var extras: Extras? { get set }
    /// A list of these as points of a route, if they are such: lists of points are long, and a cast would copy each.
    static func points(_ list: [Self]) -> [RouteLocation]?
    /// The same list in its own type.
    static func list(_ points: [RouteLocation]) -> [Self]?
  }
}

extension Sample.FieldStructure {
  /// `nil`: a structure other than a location is no point of a route.
  public static func points(_ list: [Self]) -> [RouteLocation]? { nil }
  /// `nil`: points of a route are no list of another structure.
  public static func list(_ points: [RouteLocation]) -> [Self]? { nil }
}

extension Sample {
  /// The fields that one kind of sample has in addition to its header.
  ///
  /// They have no ``Extras``: what has no field is in ``SampleHeader/extras``, the only place that formats write.
  public protocol Fields: Sample.FieldList {
    /// A sample of the kind as a case of ``Sample``.
    static func sample(_ sample: StructuredSample<Self>) -> Sample
    /// Start and end of a sample whose kind has no dates of its own, as far as its fields tell; `nil` for
    /// the kinds that have them.
    var impliedDate: Timestamp? { get }
    /// Which fields are part of the sample's identity, in addition to type, dates and source.
    static var identifyingFields: Sample.IdentifyingFields { get }
    /// Whether the unit of the samples is a field. Their descriptor has none then.
    static var hasOwnUnit: Bool { get }
  }
}

extension Sample.Fields {
  /// The unit, if any, is that of the descriptor.
  public static var hasOwnUnit: Bool { false }
  /// No date follows from the fields.
  public var impliedDate: Timestamp? { nil }
  /// Type, dates and source identify the sample.
  public static var identifyingFields: Sample.IdentifyingFields { .none }
}

extension Sample {
  /// Something that is done to each field of a structure: reading it, writing it.
  public protocol FieldVisitor: ~Copyable {
    /// The error that ends a visit; by default none.
    associatedtype Failure: Error = Never

    /// A number, such as `duration`.
    mutating func number(_ name: String, _ value: inout Number?) throws(Failure)
    /// A date, such as `startDate`.
    mutating func date(_ name: String, _ value: inout Timestamp?) throws(Failure)
    /// Text, such as `durationUnit`.
    mutating func text(_ name: String, _ value: inout String?) throws(Failure)
    /// The metadata entries inside.
    mutating func metadata(_ value: inout Metadata) throws(Failure)
    /// Nested structures: those of `element`, as a list with the name `name`.
    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]) throws(Failure)
    /// Numbers that follow one another, such as `voltages`.
    mutating func numbers(_ name: String, _ value: inout [Number]) throws(Failure)
    /// Bytes, such as the `content` of a document.
    mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(Failure)
    /// A structure that an export stores in a separate file, such as the `track` of a route.
    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?)
      throws(Failure)
    /// Text that an export stores in a separate file, such as the FHIR `resource` of a clinical record.
    mutating func sideFile(_ name: String, _ value: inout String?) throws(Failure)
    /// Nested samples, as a list with the name `name`.
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample])
      throws(Failure)
  }
}

extension Sample.FieldVisitor where Self: ~Copyable {
  /// Text in a separate file is a text like others.
  public mutating func sideFile(_ name: String, _ value: inout String?) throws(Failure) {
    try text(name, &value)
  }
}
