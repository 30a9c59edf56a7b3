import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Numbers in place of paths.
struct PathNamesTests {
  private static let planted = "zorax"

  /// Paths, in all forms that messages have.
  private static let paths = [
    "zorax", "zorax.zip", "a/zorax", "/home/zorax/export.zip", "zorax/export.xml", "./zorax.xml",
    "zorax's/it's.zip", "zorax\u{1B}[2J\n.xml", "zorax" + String(repeating: "x", count: 90),
  ]

  @Test(arguments: paths) func aKnownPathIsInNoMessage(_ path: String) {
    let names = PathNames()
    let name = names.name(of: path)
    #expect(name == "path-1" && names.name(of: path) == name)
    for text in [
      "cannot read '\(path)': no such file", "'\(path.printable)' exists already",
      "'\(path.printableName)' is no store", "cannot read '\(path)/zorax/b.xml': it is empty",
      "the folder '\(path)' and '\(path)' are one", "the reader's '\(path)' closed it",
    ] {
      let message = names.message(text)
      #expect(!message.contains(Self.planted), "\(message)")
      #expect(message.contains("path-1"), "\(message)")
      #expect(names.message(message) == message)
    }
    for file in [path, path + "/zorax/b.xml"] {
      let place = names.hidden(Place(file: file, line: 3, column: 4, byteOffset: 5))
      #expect(place.file.hasPrefix("path-1") && !place.file.contains(Self.planted))
      #expect((place.line, place.column, place.byteOffset) == (3, 4, 5))
      #expect(names.hidden(place) == place)
    }
  }

  @Test func aPathThatIsNotKnownIsNotInAMessage() {
    let names = PathNames()
    for text in [
      "refers to '/workout-routes/zorax.gpx', which is missing", "'a/zorax' is a link",
      "2 files are not read: 'zorax.txt', 'b/zorax.pdf'", "see /home/zorax/x for it",
    ] {
      #expect(!names.message(text).contains(Self.planted), "\(text)")
    }
    #expect(names.file("/home/zorax/x.xml") == "path-1")
  }

  /// What is no path is not changed.
  @Test func otherTextsAreUnchanged() {
    let names = PathNames()
    names.add("/home/zorax/export.zip")
    for text in [
      "the unit 'count/min' does not fit the type; expected one like 'mg/dL'",
      "found 'a', expected '>' or '/>'", "Use 'healthconv convert INPUT -o health.db'.",
      "an event lies outside the workout's time", "1,234 samples/s",
      "12 of 'HKQuantityTypeIdentifierStepCount'", "",
    ] {
      #expect(names.message(text) == text)
    }
  }

  /// Each file of an archive has one number, which is its own.
  @Test func filesOfAnArchiveAreDistinguished() {
    let names = PathNames()
    _ = names.name(of: "zorax.zip")
    let files = (0..<50).map { names.file("zorax.zip/\($0)/zorax.gpx") }
    #expect(Set(files).count == 50)
    #expect((0..<50).map { names.file("zorax.zip/\($0)/zorax.gpx") } == files)
    #expect((0..<50).map { names.file("path-1/\($0)/zorax.gpx") } == files)
  }

  /// Neither findings nor errors nor facts of a dataset name a file, with any number of threads.
  @Test(arguments: [1, 3]) func aDatasetNamesNoFile(_ jobs: Int) throws {
    let folder = try TemporaryFolder()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2024-06-30 21:15:00 +0200"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Watch" startDate="2024-06-01 08:00:00 +0200"/>
      <Record
      """
    let path = try folder.write(bytes: Array(text.utf8), "zorax.xml")
    var options = ReadOptions()
    (options.jobs, options.isChecked) = (jobs, true)
    let dataset = try Dataset.open(path, options: options).hidingPaths(PathNames())
    var (texts, findings) = ([dataset.name], [Finding]())
    do {
      var samples = try dataset.samples()
      texts.append("\(samples.info)")
      while try samples.next() != nil { texts.append("\(samples.place)") }
      findings = samples.takeFindings()
    } catch {
      texts.append("\(error)")
    }
    var validation = Validation()
    try validation.check(dataset) { findings.append($0) }
    texts += findings.map { "\($0)" } + validation.errors.map { "\($0)" }
    #expect(!findings.isEmpty && !validation.errors.isEmpty)
    #expect(texts.filter { $0.contains(Self.planted) } == [])
    #expect(texts.contains { $0.contains("path-1:") })
  }
}
