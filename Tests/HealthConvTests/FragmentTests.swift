import HealthConv
import HealthTesting
import Testing

/// Parts of an export without the root element.
struct FragmentTests {
  private func read(_ text: String, isStrict: Bool = false) throws -> (
    counts: [SampleKind: Int], rules: [String], error: String?
  ) {
    let folder = try TemporaryFolder()
    var options = ReadOptions()
    options.isFragment = true
    options.isStrict = isStrict
    let path = try folder.write(bytes: Array(text.utf8), "part.xml")
    var counts: [SampleKind: Int] = [:]
    do throws(HealthError) {
      let dataset: Dataset
      do throws(HealthError) {
        dataset = try Dataset.open(path, as: .appleHealth, options: options)
      } catch { return (counts, [], error.message) }
      var samples = try dataset.samples()
      do throws(HealthError) {
        while let sample = try samples.next() { counts[sample.kind, default: 0] += 1 }
      } catch { return (counts, samples.takeFindings().map(\.rule), error.rule) }
      return (counts, samples.takeFindings().map(\.rule), nil)
    } catch { return (counts, [], error.rule) }
  }

  private static func record(_ value: Int, _ end: String) -> String {
    " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"P\" unit=\"count\" "
      + "startDate=\"2024-06-01 08:00:00 +0200\" endDate=\"2024-06-01 08:10:00 +0200\" "
      + "value=\"\(value)\"\(end)\n"
  }

  @Test func elementsWithoutARootAreRead() throws {
    let read = try read((1...5).map { Self.record($0, "/>") }.joined())
    #expect(read.counts == [.quantity: 5])
    #expect(read.rules == [])
    #expect(read.error == nil)
  }

  /// What `grep '<Record'` takes of records with metadata: start tags alone.
  @Test func recordsWithoutTheirEndTagsAreRead() throws {
    let text = (1...1_000).map { Self.record($0, ">") }.joined() + Self.record(0, "/>")
    let read = try read(text)
    #expect(read.counts == [.quantity: 1_001])
    #expect(Set(read.rules) == ["missing-end-tag"])
    #expect(read.rules.count == 1_000)
    #expect(read.error == nil)
    let strict = try self.read(text, isStrict: true)
    #expect(strict.error != nil)
  }

  /// What `head` and `tail` leave between elements.
  @Test func aRootThatIsThereInPartIsRead() throws {
    let record = Self.record(1, "/>")
    #expect(try read("<HealthData locale=\"en\">\n" + record).counts == [.quantity: 1])
    #expect(try read(record + "</HealthData>\n").counts == [.quantity: 1])
    #expect(try read("<HealthData>\n\(record)</HealthData>\n").error == nil)
  }

  @Test func aTagThatIsCutIsAnError() throws {
    let read = try read(Self.record(1, "/>") + " <Record type=\"HK")
    #expect(read.counts == [.quantity: 1])
    #expect(read.error == "unexpected-end")
  }
}
