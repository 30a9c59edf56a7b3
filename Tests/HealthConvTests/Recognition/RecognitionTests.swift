import HealthBytes
import HealthTesting
import Testing

@testable import HealthConv

/// What people give in the place of health data is named, with what to do next.
struct RecognitionTests {
  private func failure(of path: String, as format: Format? = nil) -> HealthError? {
    do throws(HealthError) {
      _ = try Dataset.open(path, as: format).samples()
      return nil
    } catch { return error }
  }

  @Test(arguments: ForeignFile.files)
  func isNamed(_ file: ForeignFile) throws {
    let folder = try TemporaryFolder()
    #expect(!file.bytes.isEmpty)
    let path = try folder.write(bytes: file.bytes, file.name)
    let error = try #require(failure(of: path))
    #expect(error.description.hasPrefix("cannot read '\(path)': it "))
    #expect(error.description.contains(file.message), "\(error.description)")
    #expect(error.remedy == file.remedy)
    #expect(error.kind == .unsupported || error.kind == .malformed)
    // Its name says nothing: a renamed file is the same.
    let other = try folder.write(bytes: file.bytes, "renamed")
    if file.name.hasSuffix(".zip") { return }
    #expect(failure(of: other)?.message.contains(file.message) == true)
  }

  /// A format that somebody names does not hide what the file is.
  @Test(arguments: ["run.kml", "export_cda.xml", "steps.xlsx"])
  func isNamedWhateverItIsReadAs(_ name: String) throws {
    let folder = try TemporaryFolder()
    let file = try #require(ForeignFile.files.first { $0.name == name })
    let path = try folder.write(bytes: file.bytes, file.name)
    let error = try #require(failure(of: path, as: .appleHealth))
    #expect(error.description.contains(file.message), "\(error.description)")
  }

  /// With the map of another program, the right one is named; a fault of the right one, and of a map of one's own, stays.
  @Test func theRightMapIsNamed() throws {
    func failure(_ map: String) throws -> HealthError? {
      var options = ReadOptions()
      options.map = try CSVMap.named(map)
      let path = Fixture.samples + "/csv-maps/garmin-activities.csv"
      let dataset = try Dataset.open(path, as: .mappedCSV, options: options)
      do throws(HealthError) {
        var samples = try dataset.samples()
        _ = try samples.next()
        return nil
      } catch { return error }
    }
    #expect(try failure("withings")?.message.contains("a table of Garmin Connect") == true)
    #expect(try failure("garmin#activities-km")?.rule == "missing-zone")
    let folder = try TemporaryFolder()
    let own = """
      name: own
      tables:
        - name: t
          header: [Date]
          start: Dat
          samples: [{type: BodyMass, value: Distance, unit: kg}]
      """
    let map = try folder.write(bytes: Array(own.utf8), "own.yml")
    #expect(try failure(map)?.rule == "missing-column")
  }

  @Test func anArchiveThatIsNotWholeIsNamed() throws {
    let folder = try TemporaryFolder()
    let whole = try FileSource(Fixture.samples + "/demo/export.zip").readAll()
    let cut = try folder.write(bytes: Array(whole.prefix(50_000)), "cut.zip")
    #expect(failure(of: cut)?.message.contains("it is a truncated zip archive") == true)
    let text = try folder.write(bytes: Array("hello\n".utf8), "text.zip")
    #expect(failure(of: text)?.message.contains("it is not a zip archive, though") == true)
    let empty = try folder.write(bytes: [], "empty.zip")
    #expect(failure(of: empty)?.message == "it is empty")
    // What is packed by gzip and damaged is that.
    let gzip = try folder.write(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1], "a.xml.gz")
    #expect(failure(of: gzip)?.message.contains("zip archive") == false)
  }

  @Test func isNamedInAnArchive() throws {
    let folder = try TemporaryFolder()
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    try writer.beginEntry(name: "data/Activities.csv")
    let garmin = try #require(ForeignFile.files.first { $0.name == "Activities.csv" })
    try writer.write(garmin.bytes.span)
    try writer.finish()
    let path = try folder.write(bytes: sink.bytes, "garmin.zip")
    let error = try #require(failure(of: path))
    #expect(
      error.description.contains(
        "it contains no Health export, and 'data/Activities.csv' in it looks like a table of Garmin Connect"
      ), "\(error.description)")
    #expect(error.remedy == garmin.remedy)
  }

  @Test func aStudyIsNamed() throws {
    let folder = try TemporaryFolder()
    for name in ["manifest.json", "ledger.jsonl", "exports.parquet"] {
      _ = try folder.write(bytes: Array("PAR1".utf8), name)
    }
    let error = try #require(failure(of: folder.path))
    #expect(error.description.contains("it is a study of many participants"))
    #expect(error.remedy == .useStudy)
  }

  /// What is read is not mistaken for something else.
  @Test(arguments: ["commands/small.xml", "demo/export.zip", "csv-maps/StepCount.csv"])
  func whatIsReadIsNotForeign(_ name: String) throws {
    #expect(failure(of: Fixture.samples + "/" + name) == nil)
  }

  @Test func anExportInUTF16IsRecognizedWithoutItsName() throws {
    let folder = try TemporaryFolder()
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<HealthData locale=\"ja_JP\"/>\n"
    let bytes: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let dataset = try Dataset.open(try folder.write(bytes: bytes, "export"))
    #expect(dataset.format.name == "apple-health")
    #expect(try dataset.info.locale == "ja_JP")
  }

  @Test func tablesInUTF16AreRecognized() throws {
    let folder = try TemporaryFolder()
    let steps = String(
      decoding: try FileSource(Fixture.samples + "/csv-maps/StepCount.csv").readAll(), as: UTF8.self
    )
    let tables: [(text: String, format: String, count: Int?)] = [
      ("kind\ttype\tstart\n", "csv", 0), (steps, "mapped-csv", 2), ("a,b\n1,2\n", "csv", nil),
    ]
    for (text, format, count) in tables {
      let bytes: [UInt8] =
        [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let path = try folder.write(bytes: bytes, "\(format).csv")
      #expect(try Dataset.open(path).format.name == format)
      guard let count else {
        #expect(failure(of: path)?.remedy == .useMap(names: [], needsZone: false))
        continue
      }
      var samples = try Dataset.open(path).samples()
      var read = 0
      while try samples.next() != nil { read += 1 }
      #expect(read == count)
    }
  }

  @Test func whatNobodyKnowsHasARemedy() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(bytes: Array("hello\n".utf8), "hello.txt")
    #expect(failure(of: text)?.remedy == .nameInputFormat)
    let table = try folder.write(bytes: Array("a,b\n1,2\n".utf8), "table.csv")
    #expect(failure(of: table)?.remedy == .useMap(names: [], needsZone: false))
  }

  @Test func aDecimalCommaIsNamed() throws {
    let folder = try TemporaryFolder()
    let text = "type;start;value\nBodyMass;2024-06-01T08:00:00Z;72,5\n"
    let path = try folder.write(
      bytes: Array(text.replacing("BodyMass", with: "HKQuantityTypeIdentifierBodyMass").utf8),
      "weight.csv")
    var samples = try Dataset.open(path).samples()
    do throws(HealthError) {
      _ = try samples.next()
      Issue.record("a decimal comma was read")
    } catch {
      #expect(
        error.message == "found a decimal comma in the column value, expected a decimal point")
    }
  }
}
