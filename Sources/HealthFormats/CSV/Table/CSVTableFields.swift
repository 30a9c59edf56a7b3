import HealthModel

/// The fields of a structured kind as cells: those that have a column, and the others by name, exactly as written.
struct CSVTableFields {
  /// The cells of ``CSVTableColumn/fields``; empty where all are.
  var cells: [String?] = []
  /// The other fields that are there.
  var details: [(name: String, value: String)] = []
  /// Whether there are lists inside, which a row has no place for.
  var hasParts = false
  /// Whether a date was written in an unusual form.
  var hasSpelling = false
  /// Whether the sample's dates follow from a field.
  var hasImpliedDates = false

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    if let index = CSVTableColumn.fields.firstIndex(where: { $0.rawValue == name }) {
      if cells.isEmpty { cells = CSVTableColumn.fields.map { _ in nil } }
      cells[index] = value
    } else {
      details.append((name, value))
    }
  }

  /// Adds the fields of a sample.
  mutating func add(_ fields: [Sample.Field]) {
    for field in fields {
      switch field.value {
      case .number(let number): add(field.name, number?.description)
      case .text(let text): add(field.name, text)
      case .date(let date):
        add(field.name, date?.text(.iso8601).description)
        if date?.spelling != nil { hasSpelling = true }
      default: if !field.isEmpty { hasParts = true }
      }
    }
  }
}

/// Reads the fields of a seldom kind from cells: the mirror of ``CSVTableFields``.
struct CSVTableFieldReader: AttributeVisitor {
  /// The fields that were not taken yet, by name.
  var fields: [(name: String, value: String)]

  /// What is wrong with a field.
  struct Failure: Error {
    let message: String
  }

  init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  private mutating func take(_ name: String) -> String? {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: index).value
  }

  mutating func number(_ name: String, _ value: inout Number?) throws(Failure) {
    guard let text = take(name) else { return }
    value = Number(text)
    if value == nil { throw Failure(message: "found no number for \(name)") }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(Failure) {
    guard let text = take(name) else { return }
    switch Timestamp.parse(text.utf8Span.span, form: .iso8601) {
    case .success(let date): value = date
    case .failure(let date): throw Failure(message: "\(name) \(date.wording)")
    }
  }

  mutating func text(_ name: String, _ value: inout String?) { value = take(name) }
  mutating func sideFile(_ name: String, _ value: inout String?) { value = take(name) }
}
