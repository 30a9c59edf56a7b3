import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Real exports, through JSON and back.
@Suite struct JSONLinesFixtureTests {
  static let files: [String] = {
    let root = Fixtures.folder
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".xml") }.map { "\(root)/\($0)" }.sorted()
  }()

  @Test(
    .enabled(if: !files.isEmpty, "the real files are not here; HEALTHCONV_FIXTURES names them"),
    arguments: files)
  func whatWasReadComesBack(path: String) throws {
    let input = Input(name: "export.xml", container: try InputContainer(path))
    guard let makeReader = Format.appleHealth.makeReader,
      var reader = try? makeReader(input, ReadOptions())
    else { return }
    var samples: [Sample] = []
    var dataset = DatasetInfo()
    // A damaged file gives the samples before the damage.
    do throws(HealthError) {
      dataset = try reader.dataset()
      while samples.count < 20_000, let sample = try reader.next() { samples.append(sample) }
    } catch {}
    let written = try JSONLinesText.write(samples, dataset)
    let read = try JSONLinesText.read(written)
    #expect(read.findings == [])
    #expect(read.dataset == dataset)
    let isSame = read.samples == samples
    #expect(isSame)
    let isSameText = try JSONLinesText.write(read.samples, read.dataset) == written
    #expect(isSameText)
    if !isSame, let index = zip(samples, read.samples).enumerated().first(where: { $1.0 != $1.1 }) {
      Issue.record("sample \(index.offset) of \(samples.count), a \(index.element.0.kind)")
    }
  }
}
