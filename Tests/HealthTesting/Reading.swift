public import HealthBytes
public import HealthFormats
public import HealthModel

/// The complete result of reading a file, for comparison in tests.
public struct Reading {
  /// Facts about the dataset.
  public var info = DatasetInfo()
  /// The samples, up to the end or the error.
  public var samples: [Sample] = []
  /// The findings, up to the end or the error.
  public var findings: [Finding] = []
  /// Why reading stopped early.
  public var error: HealthError?
  /// Counts of what was read in addition to samples.
  public var notes = ReaderNotes()

  /// Reads an Apple Health export's main file.
  ///
  /// - Parameter pieces: How many bytes are looked at to begin with, more where an item needs them; all at
  ///   once if `nil`.
  public init(_ document: [UInt8], pieces: Int? = nil, isStrict: Bool = false) {
    var options = ReadOptions()
    options.isStrict = isStrict
    var reader: any SampleReader & ~Copyable = AppleHealthReader(
      source: BytesSource(document), name: "export.xml", options: options,
      capacity: pieces ?? max(1, document.count))
    read(&reader)
  }

  /// Reads an Apple Health export's main file.
  public init(from source: any ByteSource) {
    var reader: any SampleReader & ~Copyable = AppleHealthReader(source: source, name: "export.xml")
    read(&reader)
  }

  /// Reads whatever a format makes of an input.
  public init(path: String, options: ReadOptions = ReadOptions()) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(HealthError) {
      let input = Input(name: name, container: try InputContainer(path))
      do throws(HealthError) {
        guard let makeReader = Format.appleHealth.makeReader else { return }
        var reader = try makeReader(input, options)
        read(&reader)
      } catch {
        self.error = error
      }
    } catch {
      self.error = error.reading(at: Place(file: name))
    }
  }

  private mutating func read(_ reader: inout any SampleReader & ~Copyable) {
    do throws(HealthError) {
      info = try reader.dataset()
      while let sample = try reader.next() { samples.append(sample) }
    } catch {
      self.error = error
    }
    findings = reader.takeFindings()
    notes = reader.notes
  }

  /// How many samples there are of each kind.
  public var counts: [SampleKind: Int] {
    samples.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
  }

  /// How many findings there are of each rule.
  public var rules: [String: Int] {
    findings.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
  }
}
