import Foundation
import HealthGenerator
import HealthTesting
import Testing

@testable import HealthConv

/// Every format, in and out, with several threads: the same as with one.
@Suite struct ChunkFormatTests {
  /// The outputs that a format can write, each with a path for it.
  static func outputs(
    of format: Format, in folder: TemporaryFolder, named name: String
  ) -> [(layout: Format.Layout, path: String)] {
    format.layouts.flatMap { layout in
      layout.outputs.compactMap { kind in
        let ending = format.extensions.first { $0 != "zip" }
        let path = "\(folder.path)/\(name)-\(format.name)-\(layout.name)"
        switch kind {
        case .folder: return (layout, path + "/")
        case .archive: return (layout, path + ".zip")
        case .file where format.takesOneWorkout: return nil
        case .file, .database: return ending.map { (layout, path + "." + $0) }
        }
      }
    }
  }

  /// The files of an output by their names; of a database, its samples.
  static func files(_ path: String, of format: Format) throws -> [String: [UInt8]] {
    guard path.hasSuffix("/") else {
      let isDatabase = format.layouts.contains { $0.outputs.contains(.database) }
      if !isDatabase { return ["": try Fixtures.bytes(path)] }
      guard format.makeReader != nil else { return [:] }
      return ["": try ChunkTests.outcome(of: path, jobs: 1, chunkSize: 1_000).bytes]
    }
    var files: [String: [UInt8]] = [:]
    for file in FileManager.default.enumerator(atPath: path)?.allObjects ?? [] {
      if let file = file as? String { files[file] = (try? Fixtures.bytes(path + file)) ?? [] }
    }
    return files
  }

  /// Compares what is written of an input, in all outputs of all formats.
  static func compareOutputs(
    of path: String, _ formats: [Format] = Format.all, chunkSize: Int = 3_000
  ) throws {
    let folder = try TemporaryFolder()
    for format in formats where format.makeWriter != nil {
      var one: [[String: [UInt8]]] = []
      for jobs in [1, [2, 3, 8].randomElement() ?? 2] {
        var options = ReadOptions()
        options.jobs = jobs
        options.chunkSize = chunkSize
        for (index, output) in outputs(of: format, in: folder, named: "\(jobs)").enumerated() {
          var conversion = Conversion(of: try Dataset.open(path, options: options), to: format)
          conversion.options.layout = output.layout.name
          let report = try conversion.run(toFile: output.path)
          #expect(report.readError == nil)
          let several = try files(output.path, of: format)
          if jobs == 1 {
            one.append(several)
            continue
          }
          #expect(several.keys.sorted() == one[index].keys.sorted(), "\(output.path)")
          for (name, bytes) in one[index] {
            // Without the comparison of arrays in the message, which takes minutes.
            let isSame = several[name] == bytes
            #expect(isSame, "\(output.path) \(name)")
          }
        }
      }
    }
  }

  @Test func everyOutput() throws {
    let folder = try TemporaryFolder()
    try Self.compareOutputs(of: ChunkTests.generated(folder, records: 300))
  }

  /// More descriptors than a page of Parquet has, and more rows; all equal samples have several descriptors, since each
  /// thread makes its own.
  @Test func manySources() throws {
    let folder = try TemporaryFolder()
    var text = "type,start,value,unit,source\n"
    for row in 0..<9_000 {
      let source = row < 2_000 ? row % 3 : row * 7 % 1_500
      text +=
        "HKQuantityTypeIdentifierStepCount,2024-01-01T08:00:\(10 + row % 50)+00:00,\(row % 700),count,Source \(source)\n"
    }
    let path = try folder.write(bytes: Array(text.utf8), "sources.csv")
    try Self.compareOutputs(of: path, [.csvDataset, .parquet], chunkSize: 9_000)
  }

  /// Every format as an input, whole, and cut or changed at random.
  @Test(arguments: Format.all.filter { $0.makeReader != nil && $0.makeWriter != nil }.map(\.name))
  func everyInput(_ name: String) throws {
    let format = try #require(Format.all.first { $0.name == name })
    let folder = try TemporaryFolder()
    let archive = try ChunkTests.generated(folder, records: 150)
    for output in Self.outputs(of: format, in: folder, named: "in") {
      var conversion = Conversion(of: try Dataset.open(archive), to: format)
      conversion.options.layout = output.layout.name
      _ = try conversion.run(toFile: output.path)
      // Some layouts are for other programs.
      guard (try? ChunkTests.checks(output.path, jobs: 1)) != nil else { continue }
      try ChunkTests.compare(output.path, sizes: [Bool.random() ? 500 : 3_000])
      try ChunkTests.compare(output.path, to: .csv, sizes: [1_500], strict: true)
      try compareChecks(output.path)
      guard !output.layout.outputs.contains(.database) else { continue }
      for _ in 0..<2 { try compareDamaged(output.path) }
    }
  }

  /// A table whose file ends anywhere within its last row.
  @Test func tablesThatEndWithinTheirLastRow() throws {
    let folder = try TemporaryFolder()
    let archive = try ChunkTests.generated(folder, records: 150)
    let path = folder.path + "/tables/"
    _ = try Conversion(of: .open(archive), to: .csvDataset).run(toFile: path)
    var faults: Set<String> = []
    for name in ["quantity.csv", "category.csv", "workout.csv"] {
      let bytes = try Fixtures.bytes(path + name)
      let start = (bytes.dropLast().lastIndex(of: 10) ?? 0) + 1
      for end in stride(from: start, to: bytes.count, by: 13) {
        try Data(bytes[..<end]).write(to: URL(fileURLWithPath: path + name))
        try ChunkTests.compare(path, sizes: [600])
        let one = try ChunkTests.outcome(of: path, jobs: 1, chunkSize: 600)
        if one.facts.contains("[truncated-row]") { faults.insert(name) }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path + name))
    }
    #expect(faults.count >= 2, "\(faults)")
  }

  /// The text of a table with every cell in quotes, as other programs write it.
  private static func quoted(_ text: String) -> String {
    var (result, isQuoted, isOpen) = ("", false, false)
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
        isOpen = true
        result.append(character)
      case ",", "\n":
        guard !isQuoted else {
          result.append(character)
          continue
        }
        if !isOpen { result += result.last == "," || result.last == "\n" ? "\"\"" : "\"" }
        result.append(character)
        isOpen = false
      default:
        if !isOpen, !isQuoted, result.isEmpty || result.last == "," || result.last == "\n" {
          result.append("\"")
        }
        result.append(character)
      }
    }
    return result
  }

  /// Tables whose cells are all in quotes are the same dataset, by several threads, too.
  @Test(arguments: [Format.csvDataset, .csv])
  func everyCellInQuotes(_ format: Format) throws {
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: 2, size: .records(1_500))).writeXML(to: sink)
    let export = try folder.write(bytes: sink.bytes, "export.xml")
    let plain = folder.path + (format.name == "csv" ? "/plain.csv" : "/plain")
    _ = try Conversion(of: .open(export), to: format).run(toFile: plain)
    let path = folder.path + (format.name == "csv" ? "/quoted.csv" : "/quoted")
    try FileManager.default.copyItem(atPath: plain, toPath: path)
    let isFile = format.name == "csv"
    for name in isFile ? [""] : try FileManager.default.contentsOfDirectory(atPath: path) {
      let file = isFile ? path : "\(path)/\(name)"
      guard file.hasSuffix(".csv") else { continue }
      let text = String(decoding: try Fixtures.bytes(file), as: UTF8.self)
      let quoted = Self.quoted(text)
      #expect(quoted.hasPrefix("\""))
      try Data(quoted.utf8).write(to: URL(fileURLWithPath: file))
    }
    let one = try ChunkTests.outcome(
      of: plain, jobs: 1, chunkSize: 1_000, to: .jsonLines, strict: true)
    let other = try ChunkTests.outcome(
      of: path, jobs: 1, chunkSize: 1_000, to: .jsonLines, strict: true)
    let isSame = one.bytes == other.bytes
    #expect(isSame)
    try ChunkTests.compare(path, sizes: [1_500], strict: true)
    let pieces = try pieces(path)
    #expect(pieces.decoded >= 5 && pieces.left <= 1, "\(pieces)")
  }

  /// How many pieces were decoded by threads, and how many were left to the reader.
  private func pieces(_ path: String) throws -> (decoded: Int, left: Int) {
    var options = ReadOptions()
    options.jobs = 2
    options.chunkSize = 4_000
    var samples = try Dataset.open(path, options: options).samples()
    var count = (decoded: 0, left: 0)
    guard let run = samples.splitRest(jobs: 2) else { return count }
    try run.run([], write: { _ in }) { (step) throws(HealthError) in
      switch step {
      case .accept(let piece, let decoder):
        let isDecoded = samples.accept(piece, decodedBy: decoder)
        if isDecoded { count.decoded += 1 } else { count.left += 1 }
        return isDecoded
      case .readSamples:
        while try samples.next() != nil {}
        return true
      }
    }
    return count
  }

  /// Threads decode most pieces of a sound input; otherwise more threads would bring nothing.
  @Test func piecesAreDecoded() throws {
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    _ = try ExportGenerator(ExportGenerator.Options(seed: 5, size: .records(4_000))).writeArchive(
      to: sink)
    let archive = try folder.write(bytes: sink.bytes, "export.zip")
    let split: [Format] = [.appleHealth, .jsonLines, .csv, .csvDataset, .parquet]
    for format in split {
      let output = try #require(Self.outputs(of: format, in: folder, named: "in").first)
      _ = try Conversion(of: try Dataset.open(archive), to: format).run(toFile: output.path)
      let (decoded, left) = try pieces(output.path)
      #expect(
        decoded >= 5 && left <= decoded, "\(format.name): \(decoded) decoded, \(left) left")
    }
    var table = "start,duration,value\n"
    for row in 0..<9_000 {
      table += "2024-05-\(10 + row % 20)T09:00:00+02:00,\"[60,30]\",\"[\(row % 90),48]\"\n"
    }
    let (decoded, left) = try pieces(
      folder.write(bytes: Array(table.utf8), "raw_tracker_steps.csv"))
    #expect(decoded >= 5 && left <= 1, "\(decoded) decoded, \(left) left")
  }

  /// Findings that are reported once in a file, of more attributes than are reported, do not leave chunks to the reader.
  @Test func chunksWithUnknownAttributesAreDecoded() throws {
    let folder = try TemporaryFolder()
    let record = { (number: Int) in
      "\n <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" "
        + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:59:00 +0100\" "
        + "value=\"\(number)\" new\(number % 1_500)=\"1\"/>"
    }
    let text = "<HealthData>" + (0..<4_000).map(record).joined() + "\n</HealthData>\n"
    let path = try folder.write(bytes: Array(text.utf8), "attributes.xml")
    let (decoded, left) = try pieces(path)
    #expect(decoded >= 5 && left <= 1, "\(decoded) decoded, \(left) left")
    try ChunkTests.compare(path, sizes: [4_000, 100_000])
  }

  /// A batch of many small elements is full before the end of its chunk.
  @Test func smallElements() throws {
    let folder = try TemporaryFolder()
    let text = "<HealthData>" + String(repeating: "\n <A/>", count: 40_000) + "\n</HealthData>\n"
    let path = try folder.write(bytes: Array(text.utf8), "small.xml")
    try ChunkTests.compare(path, sizes: [100_000])
  }

  /// Changes a byte of one of the files, or cuts the file, and compares; then changes it back.
  private func compareDamaged(_ path: String) throws {
    var random = SystemRandomNumberGenerator()
    let isFolder = path.hasSuffix("/")
    let names = isFolder ? FileManager.default.enumerator(atPath: path)?.allObjects ?? [] : [""]
    let files = names.compactMap { $0 as? String }.filter { name in
      name.isEmpty || (try? Fixtures.bytes(path + name)) != nil
    }
    let file = path + (try #require(files.randomElement(using: &random)))
    let bytes = try Fixtures.bytes(file)
    guard let index = bytes.indices.randomElement(using: &random) else { return }
    var damaged = bytes
    if Bool.random(using: &random) {
      damaged[index] ^= UInt8.random(in: 1...255, using: &random)
    } else {
      damaged.removeSubrange(index...)
    }
    try Data(damaged).write(to: URL(fileURLWithPath: file))
    try ChunkTests.compare(path, sizes: [Int.random(in: 300...6_000, using: &random)])
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  /// Compares validation, inventory and statistics.
  private func compareChecks(_ path: String) throws {
    let one = try ChunkTests.checks(path, jobs: 1)
    for jobs in [2, Bool.random() ? 3 : 8] {
      let several = try ChunkTests.checks(path, jobs: jobs)
      #expect(several == one, "\(path), \(jobs) threads")
    }
  }

  /// A file of another program: rows that the map leaves out, cells that it cannot read, and a list that becomes several
  /// samples.
  @Test func mappedTable() throws {
    let folder = try TemporaryFolder()
    let source = try #require(
      try Fixtures.files(in: "\(Fixtures.samples)/csv-maps", suffix: "steps.csv").first)
    var lines = String(decoding: try Fixtures.bytes(source), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let header = lines.removeFirst()
    for end in ["", "\n", "\n,,,\nx"] {
      var rows: [String] = []
      for number in 0..<300 { rows.append(lines[number % lines.count]) }
      rows[40] = rows[40].replacing("2", with: "x")
      rows[170] = rows[40] + ",more"
      rows[220] = ""
      let text = ([header] + rows).joined(separator: "\n") + end
      let name = (source as NSString).lastPathComponent
      let path = try folder.write(bytes: Array(text.utf8), name)
      try ChunkTests.compare(path, sizes: [200, 900, 7_000])
      try ChunkTests.compare(path, sizes: [900], strict: true)
    }
  }

  /// Tables of which some have many rows for one sample, and samples nested in others at the ends of pieces.
  @Test func nestedRows() throws {
    let folder = try TemporaryFolder()
    let record = { (minute: Int) in
      "<Record type=\"HKQuantityTypeIdentifierBloodPressureSystolic\" sourceName=\"M\" unit=\"mmHg\" "
        + "startDate=\"2024-01-01 08:\(10 + minute % 50):00 +0100\" "
        + "endDate=\"2024-01-01 08:59:00 +0100\" value=\"\(60 + minute)\"/>"
    }
    var text = "<HealthData>"
    for number in 0..<200 {
      if number % 3 == 0 { text += record(number) }
      text += "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"M\" "
      text += "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:00:00 +0100\">"
      for member in 0..<(number % 7) { text += record(number * 10 + member) }
      text += "<MetadataEntry key=\"Note\" value=\"first&#10;\"second\", '\(number)'\"/>"
        .replacing("\"second\"", with: "&quot;second&quot;")
      text += "</Correlation>"
    }
    let path = try folder.write(bytes: Array((text + "</HealthData>").utf8), "nested.xml")
    let dataset = folder.path + "/nested/"
    _ = try Conversion(of: try Dataset.open(path), to: .csvDataset).run(toFile: dataset)
    try ChunkTests.compare(dataset, sizes: [100, 500, 1_000, 3_000, 20_000])
    // Rows out of order, without a parent, with another identity, and a file without its last line feed.
    for (file, change) in [
      ("quantity.csv", { (lines: inout [String]) in lines.swapAt(60, 61) }),
      ("correlation_metadata.csv", { (lines: inout [String]) in lines.remove(at: 40) }),
      ("correlation_members.csv", { (lines: inout [String]) in lines.swapAt(70, 90) }),
      ("quantity.csv", { (lines: inout [String]) in lines[50].replace(",60,", with: ",61,") }),
      ("quantity.csv", { (lines: inout [String]) in lines[50].replace(":00+01", with: ":01+01") }),
      ("quantity.csv", { (lines: inout [String]) in lines.removeLast() }),
      ("quantity.csv", { (lines: inout [String]) in lines.insert("\r", at: 33) }),
      ("correlation.csv", { (lines: inout [String]) in lines[44] += "\r" + lines[45] }),
    ] {
      let bytes = try Fixtures.bytes(dataset + file)
      var lines = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      change(&lines)
      _ = try folder.write(bytes: Array(lines.joined(separator: "\n").utf8), "nested/" + file)
      try ChunkTests.compare(dataset, sizes: [500, 3_000])
      try ChunkTests.compare(dataset, sizes: [900], strict: true)
      _ = try folder.write(bytes: bytes, "nested/" + file)
    }
  }

  /// A row that cannot be read, at each place of a piece: one thread looks a row ahead, so it misses the sample before.
  @Test func faultsAtTheEndsOfPieces() throws {
    let folder = try TemporaryFolder()
    let dataset = folder.path + "/dataset/"
    _ = try Conversion(
      of: try Dataset.open(ChunkTests.generated(folder, records: 60)), to: .csvDataset
    ).run(toFile: dataset)
    for file in ["quantity.csv", "quantity_metadata.csv"] {
      let bytes = try Fixtures.bytes(dataset + file)
      let lines = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for line in 1..<min(40, lines.count - 1) {
        var damaged = lines
        damaged[line] += ",more"
        _ = try folder.write(
          bytes: Array(damaged.joined(separator: "\n").utf8), "dataset/" + file)
        try ChunkTests.compare(dataset, sizes: [900])
      }
      _ = try folder.write(bytes: bytes, "dataset/" + file)
    }
  }

  /// Tables of Parquet of several row groups and pages, whole, and with a byte changed at many places.
  @Test func tablesOfSeveralPages() throws {
    let folder = try TemporaryFolder()
    var text = "type,start,value,unit,source,metadata\n"
    for row in 0..<12_000 {
      let metadata = row % 3 == 0 ? "\"{\"\"Note\"\":\"\"\(row * 7919 % 10_007)\"\"}\"" : ""
      text += "HKQuantityTypeIdentifierStepCount,2024-01-01T08:00:\(10 + row % 50)+00:00,"
      text += "\(row % 700).\(row % 10),count,Source \(row % 9),\(metadata)\n"
    }
    let path = try folder.write(bytes: Array(text.utf8), "steps.csv")
    let dataset = folder.path + "/steps/"
    _ = try Conversion(of: try Dataset.open(path), to: .parquet).run(toFile: dataset)
    try ChunkTests.compare(dataset, sizes: [5_000, 50_000, 1 << 18])
    let bytes = try Fixtures.bytes(dataset + "quantity.parquet")
    let step = bytes.count / 12
    for place in stride(from: Int.random(in: 8..<step), to: bytes.count, by: step) {
      var damaged = bytes
      damaged[place] ^= 0x55
      _ = try folder.write(bytes: damaged, "steps/quantity.parquet")
      try ChunkTests.compare(dataset, sizes: [40_000])
    }
  }

  /// All samples of the repository that a reader accepts or rejects.
  @Test func samplesOfTheRepository() throws {
    var folders = ["csv-maps"]
    for list in ["accept", "refuse"] {
      folders += try Fixtures.files(in: "\(Fixtures.samples)/\(list)", suffix: "").map {
        String($0.dropFirst(Fixtures.samples.utf8.count + 1))
      }
    }
    #expect(folders.count >= 7)
    for folder in folders {
      for path in try Fixtures.files(in: "\(Fixtures.samples)/\(folder)", suffix: "") {
        try ChunkTests.compare(path, sizes: [50, 5_000])
        try ChunkTests.compare(path, sizes: [300], strict: true)
        if (try? ChunkTests.checks(path, jobs: 1)) != nil { try compareChecks(path) }
      }
    }
    try ChunkTests.compare(Fixture.smallExport, sizes: [64, 300, 1_000])
  }
}

extension Format {
  /// Whether a file takes one workout, folders and archives one or more.
  var takesOneWorkout: Bool { name == "fit" }
}
