import HealthFormats
import HealthGenerator
import HealthModel
import HealthTesting
import Testing

/// What is written as tables comes back, to the letter.
@Suite struct CSVDatasetRoundTripTests {
  @Test(arguments: [1, 2, 3, 7, 64, 1 << 12])
  func everythingComesBack(capacity: Int) throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    try text.write(MarkedSamples.all, MarkedSamples.dataset)
    let read = try text.read(capacity: capacity)
    #expect(read.error == nil)
    #expect(read.findings == [])
    #expect(read.info == MarkedSamples.dataset)
    #expect(read.samples.count == MarkedSamples.all.count)
    for (sample, original) in zip(read.samples, MarkedSamples.all) {
      #expect(sample == original)
    }
    // Equality of the model is that of values; the lines tell the spellings of fields, too.
    #expect(
      try JSONLinesText.write(read.samples, read.info)
        == JSONLinesText.write(MarkedSamples.all, MarkedSamples.dataset))
  }

  @Test(arguments: [(";", true), ("\t", false), ("|", true), (",", true)])
  func delimitersAndGuardsComeBack(delimiter: String, guardsFormulas: Bool) throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    var options = WriteOptions()
    options.delimiter = delimiter.utf8.first
    options.guardsFormulas = guardsFormulas
    try text.write(MarkedSamples.all, MarkedSamples.dataset, options)
    let read = try text.read()
    #expect(read.error == nil)
    #expect(read.samples == MarkedSamples.all)
  }
}
