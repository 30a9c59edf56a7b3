import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore
import HealthUnits
import HealthValidation
import Testing

/// Moles are a unit of every type that measures one substance, without its molar mass, wherever a unit is named.
@Suite struct SubstanceTests {
  private static let types = QuantityType.all.filter { $0.molarMass != nil }

  /// `mmol/L` of a type in mg/dL, `mmol` of one in mg.
  private static func moles(_ type: QuantityType) -> String {
    type.canonicalUnit?.hasSuffix("/dL") == true ? "mmol/L" : "mmol"
  }

  /// Five of them in the canonical unit, calculated from the molar mass alone.
  private static func canonical(_ type: QuantityType) throws -> Double {
    let grams = try #require(type.molarMass.flatMap { Double($0) }) * 5 / 1_000
    return try HealthUnit(moles(type) == "mmol/L" ? "g/L" : "g").convert(
      grams, to: HealthUnit(try #require(type.canonicalUnit)))
  }

  private static func sample(_ type: QuantityType, _ value: Double, _ unit: String) throws -> String
  {
    """
    <HealthData locale="en_GB"><ExportDate value="2024-06-02 09:00:00 +0000"/>
    <Record type="\(type.identifier)" sourceName="App" unit="\(unit)" startDate="2024-06-01 08:00:00 +0000" \
    endDate="2024-06-01 08:00:00 +0000" value="\(value)"/>
    </HealthData>
    """
  }

  private static func with<Result>(
    _ text: String, _ body: (Dataset) throws -> Result
  ) throws -> Result {
    let path = FileManager.default.temporaryDirectory.path + "/mol-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try body(.open(path))
  }

  private static func equal(_ a: Double?, _ b: Double) -> Bool {
    a.map { ($0 - b).magnitude <= b.magnitude * 1e-9 } ?? false
  }

  @Test func glucoseIsOneOfMany() {
    #expect(Self.types.contains(.bloodGlucose) && Self.types.count > 10)
  }

  @Test(arguments: types) func samplesConvert(_ type: QuantityType) throws {
    let text = Self.moles(type)
    let descriptor = SampleDescriptor(type: .quantity(type), unitText: text, source: nil)
    let canonical = try HealthUnit(try #require(type.canonicalUnit))
    #expect(Self.equal(try descriptor.unit?.convert(5, to: canonical), try Self.canonical(type)))
    #expect(
      try SampleDescriptor(type: .quantity(.height), unitText: text, source: nil).unit
        == HealthUnit(text))
    let sample = try QuantitySample(
      type: type, value: Self.canonical(type), unit: canonical.description,
      start: #require(Timestamp("2024-06-01 08:00:00 +0000")))
    #expect(Self.equal(try sample.value(in: text), 5))
    #expect(Self.equal(try sample.value(in: HealthUnit(text)), 5))
  }

  @Test(arguments: types) func preferencesAndAnswersHaveThem(_ type: QuantityType) throws {
    let text = Self.moles(type)
    let row = try Self.with(
      Self.sample(type, Self.canonical(type), try #require(type.canonicalUnit))
    ) {
      var answer = Answer(.statistics, of: [$0])
      try answer.units.add("\(type.shortName)=\(text)")
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "a", as: .csv)
      return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")[1]
    }
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    #expect(cells[1].hasPrefix("mmol<"))
    #expect(Self.equal(cells.compactMap { Double($0) }.last { $0 != 1 }, 5), "\(row)")
  }

  @Test(arguments: types) func filesInMolesAreCountedNormalizedAndValid(_ type: QuantityType) throws
  {
    let canonical = try Self.canonical(type)
    try Self.with(Self.sample(type, 5, Self.moles(type))) { dataset in
      var answer = Answer(.statistics, of: [dataset])
      answer.plan.options = .values
      let sink = BytesSink()
      let report = try answer.write(to: sink, named: "a", as: .csv)
      #expect(report.notes == [])
      let row = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")[1]
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells[1] == type.canonicalUnit.map { $0[...] })
      #expect(Self.equal(cells.compactMap { Double($0) }.last { $0 != 1 }, canonical), "\(row)")

      var conversion = Conversion(of: dataset, to: .jsonLines)
      conversion.isNormalizing = true
      let normalized = BytesSink()
      _ = try conversion.run(into: OutputContainer(file: normalized), name: "a.jsonl")
      let text = String(decoding: normalized.bytes, as: UTF8.self)
      #expect(text.contains("\"unit\":\"\(type.canonicalUnit ?? "")\""), "\(text)")

      for condition in [
        "4.999 \(Self.moles(type))", "\(canonical * 0.999) \(type.canonicalUnit ?? "")",
      ] {
        let predicate = try SamplePredicate(
          parsing: "type = \(type.shortName) and value > \(condition)")
        var selected = Answer(.statistics, of: [dataset])
        selected.selection.predicate = predicate
        #expect(try selected.write(to: BytesSink(), named: "a", as: .csv).rows == 1, "\(condition)")
      }
    }
  }

  /// A mole of an unknown substance has no mass; the error states what is missing.
  @Test func withoutATypeTheMolarMassIsMissing() throws {
    let error = #expect(throws: UnitError.self) {
      try HealthUnit("mg/dL").convert(100, to: HealthUnit("mmol/L"))
    }
    #expect(error?.code == .missingMolarMass)
    #expect(error?.description.contains("molar mass") == true)
    let other = #expect(throws: UnitError.self) {
      try HealthUnit("mg").convert(100, to: HealthUnit("mmol/L"))
    }
    #expect(other?.code == .incompatible)
  }
}
