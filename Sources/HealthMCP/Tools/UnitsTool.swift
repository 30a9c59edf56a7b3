import HealthBytes
import HealthConv

extension Tool {
  static let units = Tool(
    name: "units", title: "Units",
    description: "Convert a number from one unit to another; without arguments, list the units.",
    parameters: [
      Parameter("value", .number, "The number."), Parameter("from", .text, "Its unit: mg/dL."),
      Parameter("to", .text, "The unit to convert to: mmol<180.15588000005408>/L."),
    ],
    output: [
      ("value", .schema("number", "The converted number.")),
      ("unit", .schema("string", "Its unit.")),
      (
        "units",
        .list(of: .schema("object"), "The units that all others are composed of.")
      ), ("definition", .schema("string", "How the result is defined.")),
    ], required: ["definition"]
  ) { (arguments, _) throws(ToolError) in
    guard let from = arguments.text("from"), let to = arguments.text("to") else {
      if arguments.text("from") != nil || arguments.text("to") != nil
        || arguments.number("value") != nil
      {
        throw ToolError("expected 'value', 'from' and 'to', or no argument for the list of units")
      }
      return ToolResult(members: [
        JSONText.list("units", HealthUnit.allBases) {
          [("unit", .string($0.symbol)), ("dimension", .string($0.dimension.description))]
        },
        (
          "definition",
          .string(
            "Units are multiplied with '.', divided with '/' and raised with '^': mL/kg.min. Metric units take prefixes."
          )
        ),
      ])
    }
    guard let value = arguments.number("value") else {
      throw ToolError("the argument 'value' is missing")
    }
    let converted: Double
    let unit: HealthUnit
    do throws(UnitError) {
      unit = try HealthUnit(to)
      converted = try HealthUnit(from).convert(value, to: unit)
    } catch { throw ToolError(error.description.clipped) }
    guard converted.isFinite else { throw ToolError("the result is too large for a number") }
    let text = converted.description
    return ToolResult(members: [
      ("value", .literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)),
      ("unit", .string(unit.description.clipped)),
      ("definition", .string("The nearest binary floating-point number.")),
    ])
  }
}
