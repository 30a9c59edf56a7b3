import HealthModel
import HealthUnits

/// The tables of `Schemas/open-mhealth`.
struct OpenMHealthSchemas: Sendable {
  /// What is written of a type of quantity.
  struct Row: Sendable {
    let schema: OpenMHealthSchema
    /// The member with the value.
    let member: String
    /// HealthKit's units with those of the schema. Values in other units are converted to the first.
    let units: [(own: String, schema: String)]
    /// Whether an instant is written as an interval, too.
    let needsInterval: Bool
    /// Members that all data points have, as JSON, each with a comma before it.
    let members: String
    /// Whether another type has the same schema and members.
    var isShared = false
    /// What states the same as metadata.
    var metadata: [(key: MetadataKey, value: String, json: String)] = []
  }

  static let shared = OpenMHealthSchemas()

  let rows: [String: Row]

  private init() {
    var rows: [String: Row] = [:]
    for cells in TabSeparated.rows(PackageResources.open_mhealth_tsv, count: 7) {
      rows[cells[0]] = Row(
        schema: OpenMHealthSchema(name: cells[1], version: cells[2]), member: cells[3],
        units: cells[4].split(separator: ";").map { text in
          let parts = text.split(separator: "=").map(String.init)
          return (own: parts[0], schema: parts[parts.count - 1])
        },
        needsInterval: cells[5] == "interval",
        members: cells[6].split(separator: ";").map { text in
          let parts = text.split(separator: "=")
          return ",\"\(parts[0])\":\"\(parts[parts.count - 1])\""
        }.joined())
    }
    for (type, row) in rows {
      let same = rows.values.count {
        $0.schema.name == row.schema.name && $0.members == row.members
      }
      rows[type]?.isShared = same > 1
    }
    for cells in TabSeparated.rows(PackageResources.open_mhealth_metadata_tsv, count: 5) {
      rows[cells[0]]?.metadata.append(
        (key: MetadataKey(cells[1]), value: cells[2], json: ",\"\(cells[3])\":\"\(cells[4])\""))
    }
    self.rows = rows
  }
}

/// A schema in the namespace `omh`.
struct OpenMHealthSchema: Sendable {
  let name: String
  let version: String

  static let bloodPressure = OpenMHealthSchema(name: "blood-pressure", version: "4.0")
  static let workout = OpenMHealthSchema(name: "physical-activity", version: "1.2")
  static let sleep = OpenMHealthSchema(name: "sleep-duration", version: "2.0")
  static let beats = OpenMHealthSchema(name: "rr-interval", version: "1.0")
}
