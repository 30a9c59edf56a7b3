import HealthModel

/// The samples of a dataset's tables, with their findings: what the readers of such datasets have in common.
struct TableSamples<Row: TableRow & ~Copyable>: ~Copyable {
  private(set) var decoder: TableDecoder<Row>
  private var findings: [Finding]
  private var info: DatasetInfo?
  private var isDone = false

  init(_ decoder: consuming TableDecoder<Row>, findings: [Finding]) {
    self.decoder = decoder
    self.findings = findings
  }

  /// Whether the table of the dataset has been read.
  var hasInfo: Bool { if case nil = info { false } else { true } }

  /// What the table of the dataset states, read once. After an error there are no samples.
  mutating func dataset(
    _ read: () throws(FormatError) -> DatasetInfo
  ) throws(FormatError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    do throws(FormatError) {
      let found = try read()
      info = found
      return found
    } catch {
      isDone = true
      throw error
    }
  }

  mutating func next() throws(FormatError) -> Sample? {
    guard !isDone else { return nil }
    do throws(FormatError) {
      if let sample = try decoder.next() { return sample }
      isDone = true
    } catch {
      isDone = true
      findings += decoder.tally.takeAll()
      throw error
    }
    findings += decoder.tally.takeAll()
    return nil
  }

  /// Ends the samples, all of which were decoded elsewhere, with what was found.
  mutating func end(with tally: consuming FindingTally) {
    isDone = true
    findings += tally.takeAll()
  }

  /// Continues with other readers of the same tables, which have not read anything yet, behind so many samples.
  mutating func restart(_ decoder: consuming TableDecoder<Row>, behind count: Int)
    throws(FormatError)
  {
    self.decoder = decoder
    for _ in 0..<count { _ = try next() }
  }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }
}
