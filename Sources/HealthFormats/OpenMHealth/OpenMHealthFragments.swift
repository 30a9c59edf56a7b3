import HealthBytes
import HealthModel
import HealthUnits

/// The parts that all data points of a descriptor have in common.
struct OpenMHealthFragments {
  /// What is written of quantities of the type; `nil` if no schema describes them.
  let row: OpenMHealthSchemas.Row?
  /// Schema and source, up to the brace that closes the source.
  let header: [UInt8]
  let hasSource: Bool
  /// The participant, as a member.
  let user: [UInt8]
  /// The member of a quantity up to its number, and what follows the number.
  let value: [UInt8]
  let unit: [UInt8]
  /// Whether the origin has more than the name of a source.
  let hasDetails: Bool
  private let conversion: HealthUnit.Conversion?
  let isPercent: Bool

  init(_ descriptor: SampleDescriptor, _ kind: SampleKind) {
    let type = descriptor.type.identifier
    row = kind == .quantity ? OpenMHealthSchemas.shared.rows[type] : nil
    let schema: OpenMHealthSchema =
      switch kind {
      case .quantity: row?.schema ?? OpenMHealthSchema(name: "", version: "")
      case .category: .sleep
      case .correlation: .bloodPressure
      case .heartbeatSeries: .beats
      default: .workout
      }
    var text =
      ",\"schema_id\":{\"namespace\":\"omh\",\"name\":\"\(schema.name)\",\"version\":\"\(schema.version)\"}"
    let source = descriptor.sourceName
    hasSource = source != nil
    if let source {
      text += ",\"acquisition_provenance\":{\"source_name\":" + ByteBuffer.json(source)
    }
    header = Array(text.utf8)
    user = Array((descriptor.participant.map { ",\"user_id\":" + ByteBuffer.json($0) } ?? "").utf8)
    hasDetails =
      descriptor.device != nil || kind == .workout && descriptor.unitText != nil
      || descriptor.hasSource && descriptor.source != Source(name: descriptor.source.name)
    let known = row?.units.first { $0.own == descriptor.unitText } ?? row?.units.first
    value = Array("\"\(row?.member ?? "")\":{\"value\":".utf8)
    unit = Array(",\"unit\":\"\(known?.schema ?? "")\"}".utf8)
    isPercent = known?.schema == "%"
    var conversion: HealthUnit.Conversion?
    if let known, let own = descriptor.unit,
      let target = try? HealthUnit(known.own, of: QuantityType(type))
    {
      conversion = try? own.conversion(to: target)
    }
    self.conversion = conversion
  }

  /// A number in the unit that is written; `nil` if the unit of the sample is not one of the quantity.
  func converted(_ number: Number) -> Number? {
    guard let conversion, let number = number.converted(by: conversion) else { return nil }
    return isPercent ? number.percentage : number
  }
}
