import HealthBytes
import HealthModel

/// What people log: states of mind, and doses of medication.
extension MapSample {
  /// A state of mind; its labels and associations are lists of words in JSON.
  static func stateOfMind(_ node: MapNode) throws(HealthError) -> Kind {
    var fields = try node.fields(of: "a state of mind")
    let kind = try fields.takeCell("kind")
    let valence = try fields.takeCell("valence")
    let labels = try fields.takeCell("labels")
    let associations = try fields.takeCell("associations")
    try fields.finish()
    return { header in
      let (kind, valence) = (kind.map(header.find), valence.map(header.find))
      let (labels, associations) = (labels.map(header.find), associations.map(header.find))
      return MapKind { (row, rule, output) throws(CellFault) in
        var found = Sample.StateOfMindFields()
        found.kind = try kind?.text(in: row)
        found.valence = try valence?.number(in: row)
        found.labels = try words(labels, row, "HKStateOfMindLabel")
        found.associations = try words(associations, row, "HKStateOfMindAssociation")
        let header = try rule.header(row, &output.notes)
        output.samples.append(.stateOfMind(StateOfMind(header: header, fields: found)))
      }
    }
  }

  /// The words of a list, as HealthKit has them; one that it does not have is preserved unchanged.
  private static func words(
    _ cell: MapCell?, _ row: MapRow, _ enumeration: String
  ) throws(CellFault) -> [Sample.StateOfMindTag] {
    guard let cell, let text = try cell.text(in: row) else { return [] }
    guard case .array(let items)? = JSONText(parsing: Array(text.utf8)) else {
      throw cell.fault("unknown-value", "found text that is not a JSON list of words")
    }
    func folded(_ text: String) -> String { text.lowercased().filter { $0.isLetter } }
    let known = Enumeration(named: enumeration)?.values ?? []
    return items.compactMap(\.cell).map { word in
      let value = known.first { folded($0.shortName) == folded(word) }
      var tag = Sample.StateOfMindTag()
      tag.name = value?.name ?? word
      return tag
    }
  }

  /// A dose: its medication, status, quantity, and when it was due.
  static func medicationDose(_ node: MapNode) throws(HealthError) -> Kind {
    var fields = try node.fields(of: "a dose of a medication")
    let medication = try fields.takeCell("medication")
    let status = try fields.takeCell("status")
    let quantity = try fields.takeCell("quantity")
    let unit = try fields.takeCell("unit", plain: .text)
    let scheduled = try fields.takeCell("scheduled")
    try fields.finish()
    return { header in
      let (medication, status) = (medication.map(header.find), status.map(header.find))
      let (quantity, unit) = (quantity.map(header.find), unit.map(header.find))
      let scheduled = scheduled.map(header.find)
      return MapKind { (row, rule, output) throws(CellFault) in
        var found = Sample.MedicationDoseFields()
        found.medicationConceptIdentifier = try medication?.text(in: row)
        found.logStatus = try status?.text(in: row)
        found.doseQuantity = try quantity?.number(in: row)
        found.unit = try unit?.text(in: row)
        found.scheduledDate = try rule.times.date(scheduled, of: row, in: row)
        let header = try rule.header(row, &output.notes)
        output.samples.append(.medicationDose(MedicationDose(header: header, fields: found)))
      }
    }
  }
}
