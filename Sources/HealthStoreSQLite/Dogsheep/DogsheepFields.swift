import HealthFormats
import HealthModel

/// The columns of a structure, one for each field but nested samples, with lists as JSON.
extension Sample.Field {
  /// The column of the field; `nil` for nested samples, which are rows.
  var dogsheepColumn: DogsheepTable.Column? {
    switch value {
    case .number: .number(name)
    case .bytes: DogsheepTable.Column(name: name, declaration: "BLOB")
    case .date, .text, .metadata, .numbers, .list, .sideFile: .text(name)
    case .samples: nil
    }
  }
}

extension DogsheepRow {
  /// Fills the columns of fields. Empty values have no cell.
  func add(_ fields: [Sample.Field], from first: Int) {
    let fields = fields.lazy.filter { $0.dogsheepColumn != nil }
    for (place, field) in zip(first..., fields) where !field.isEmpty {
      switch field.value {
      case .number(let number): add(place, number)
      case .date(let date): if let date { add(place, date) }
      case .text(let text): add(place, text)
      case .bytes(let bytes): add(place, bytes: bytes)
      case .metadata(let metadata): add(place) { $0.object(metadata.entries) }
      case .numbers(let numbers): add(place) { $0.list(numbers) }
      case .list(let list): add(place) { $0.list(list) }
      case .sideFile(let file): add(place) { $0.object(file[0]) }
      case .samples: break
      }
    }
  }
}
