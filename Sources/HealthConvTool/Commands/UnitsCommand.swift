import ArgumentParser
import HealthBytes
import HealthConv

struct UnitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "units", abstract: "List units and convert between them.",
    subcommands: [List.self, Convert.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the units that all others are composed of.",
      discussion: """
        Units are multiplied with '.' or '·', divided with '/' and raised with '^': mL/kg.min, count/min, \
        m/s^2. Units with 'yes' under 'prefixes' take n, mc (micro), m, c, d, da, h, k, M, G \
        and T.
        """)

    @Flag(help: "Print a JSON document.")
    var json = false

    @OptionGroup var colors: ColorOption

    func run() throws {
      if json { return print(Self.json, terminator: "") }
      var table = TextTable(.left, .left, .left, .left, .left)
      table.add("unit", "dimension", "prefixes", "is", "since")
      for base in HealthUnit.allBases {
        table.add(
          base.symbol, base.dimension.description, base.isPrefixable ? "yes" : "", base.factor,
          base.introduced.map { "iOS \($0)" } ?? "")
      }
      table.printWithHeading()
    }

    private static var json: String {
      let units = JSONText.list("units", HealthUnit.allBases) { base in
        [
          ("unit", .string(base.symbol)), ("dimension", .string(base.dimension.description)),
          ("prefixes", .boolean(base.isPrefixable)), ("is", .string(base.factor)),
        ] + JSONText.optional("since", base.introduced.map { "iOS \($0)" })
      }
      return JSONText.document([units])
    }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert", abstract: "Convert a number from one unit to another.",
      usage: "healthconv units convert <number> <from> <to> [--type <type>]",
      discussion: """
        A number in % is percent, as people write it: 95 % is 0.95 count. With a type, moles are those of the substance that \
        it measures.
        """)

    // Together, since a negative number would be read as an option.
    @Argument(
      parsing: .allUnrecognized,
      help: ArgumentHelp(
        "The number, its unit, and the unit to convert to.", valueName: "number from to"),
      completion: .units)
    var arguments: [String]

    @Option(
      help: ArgumentHelp(
        "The type of the quantity, such as BloodGlucose: mmol/L then needs no molar mass.",
        valueName: "type"), completion: .types)
    var type: String?

    func run() throws {
      guard arguments.count == 3, let number = Double(arguments[0]), number.isFinite else {
        throw HealthError(
          .usage, "expected a number, its unit and the unit to convert to, such as 120 mg/dL g/L")
      }
      let type = try quantityType()
      do {
        let (from, to) = (try unit(arguments[1], of: type), try unit(arguments[2], of: type))
        let fits = type?.canonicalUnit.flatMap { try? HealthUnit($0).isCompatible(with: from) }
        if fits == false, from.isCompatible(with: to) {
          throw HealthError(
            .usage,
            "'\(arguments[1].printableName)' is not a unit of \(type?.shortName ?? ""), expected one such as "
              + "'\(type?.canonicalUnit ?? "")'")
        }
        let text = (try from.convertFigure(number, to: to)).description
        // An integer is written without decimals.
        print(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
      } catch let error as UnitError {
        let message = HealthError(.usage, error.description)
        throw error.code == .missingMolarMass && type == nil
          ? message.adding("Name the type of the quantity, such as --type BloodGlucose.") : message
      }
    }

    private func quantityType() throws -> QuantityType? {
      guard let type else { return nil }
      let known = try TypePattern(type)
      guard
        let type = QuantityType.all.first(where: { known.matches(.quantity($0), kind: .quantity) })
      else { throw HealthError(.usage, "'\(type.printableName)' is not a type of quantity") }
      return type
    }

    private func unit(_ text: String, of type: QuantityType?) throws(UnitError) -> HealthUnit {
      if let type { return try HealthUnit(text, of: type) }
      return try HealthUnit(text)
    }
  }
}
