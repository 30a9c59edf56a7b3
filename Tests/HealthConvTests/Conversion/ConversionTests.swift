import HealthConv
import Testing

/// What is done between reading and writing, and what is told of it.
struct ConversionTests {
  private static func run(
    _ change: (inout Conversion) throws -> Void
  ) throws -> (ids: [String], report: ConversionReport) {
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    try change(&conversion)
    let sink = BytesSink()
    let report = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    let starts = lines.map { line in
      line.split(separator: "\"start\":\"").dropFirst().first.map { String($0.prefix(19)) } ?? ""
    }
    return (starts, report)
  }

  @Test func sortsByStart() throws {
    let (starts, report) = try Self.run { $0.order = .start }
    #expect(starts.count == 9)
    let own = starts.filter { $0 != "" }
    #expect(own == own.sorted())
    #expect(report.samplesWritten == 9)
    #expect(report.kinds.map(\.written) == [5, 1, 1, 1, 1])
  }

  @Test func stagesFollowTheSelection() throws {
    let (starts, report) = try Self.run {
      $0.order = .start
      $0.selection.types = [try TypePattern("BloodPressure*")]
      try $0.units.add("BloodPressureSystolic=kPa")
    }
    #expect(starts.count == 3)
    #expect(report.samplesRead == 9)
    #expect(report.samplesWritten == 3)
    #expect(report.samplesConverted == 2)
  }

  @Test func aDryRunCountsWhatARunWrites() throws {
    let conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    let sink = BytesSink()
    let real = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    let dry = try conversion.dryRun(toFile: nil)
    #expect(dry.types == real.types)
    #expect(dry.losses == real.losses)
    #expect(dry.bytesWritten == real.bytesWritten)
  }

  @Test(arguments: Format.Choice.allCases)
  func choicesThatAFormatDoesNotLeaveAreRefused(_ choice: Format.Choice) throws {
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    switch choice {
    case .delimiter: conversion.options.delimiter = 59
    case .formulaGuard: conversion.options.guardsFormulas = true
    case .appleSpelling: conversion.options.usesAppleSpelling = true
    }
    #expect(conversion.options.choices == [choice])
    #expect {
      try conversion.run(into: OutputContainer(file: BytesSink()), name: "memory")
    } throws: { error in
      (error as? ConversionError)?.code == .usage
    }
  }
}
