import HealthBytes
import HealthFormats
import HealthModel

/// The exports that are added to a study, and the order in which they are read.
extension Cohort {
  /// The path of an export, with its participant and time zone.
  package struct Input: Sendable {
    package let path: String
    package let participant: String
    package let zone: String?
    /// The id that the participant has in the study: with a policy, the pseudonym.
    package fileprivate(set) var id: String

    package init(_ path: String, participant: String, zone: String? = nil) {
      (self.path, self.participant, self.zone, id) = (path, participant, zone, participant)
    }
  }

  /// How many exports of a run had each result.
  package struct Added: Sendable {
    package var ok = 0
    package var superseded = 0
    package var quarantined = 0
    /// Exports that the study has already.
    package var skipped = 0
    /// Exports that could not be opened: they have no row.
    package var unopened = 0
    package var samples = 0

    package init() {}

    /// The sum of the counts of exports.
    package var count: Int { ok + superseded + quarantined + skipped + unopened }

    /// Counts an export by the status of its row in the ledger. Without a row, it is skipped, or unopened if there is an error.
    mutating func count(_ entry: CohortEntry?, _ error: HealthError?) {
      switch entry?.status {
      case .ok:
        ok += 1
        samples += entry?.samples ?? 0
      case .superseded: superseded += 1
      case nil where error == nil: skipped += 1
      case nil: unopened += 1
      default: quarantined += 1
      }
    }
  }

  /// How exports are added.
  package struct AddOptions: Sendable {
    /// How exports are read; each by one thread.
    package var reading = ReadOptions()
    /// How many exports are converted at the same time.
    package var jobs = 1
    /// Whether quarantined exports are read again.
    package var retries = false
    /// Whether samples are checked by the rules, which count in `findings`.
    package var checks = true
    /// The version of the program: exports that another version converted are converted again.
    package var version = ""
    /// The policy that is applied to the exports; `nil` for none.
    package var release: Release?
    /// Whether the tables about the study are written at the end, unless another program is still adding exports.
    package var writesTables = true

    package init() {}

    /// The inputs with the ids that their participants have in the study.
    func released(_ inputs: [Input]) throws(HealthError) -> [Input] {
      guard let release else { return inputs }
      return try inputs.map { (input) throws(HealthError) in
        var (input, info) = (input, DatasetInfo())
        info.participant = input.participant
        input.id = try release.released(info).participant ?? input.participant
        return input
      }
    }
  }

  /// The inputs in the order in which they are read.
  struct Queue: Sendable {
    /// The inputs whose bytes differ from those of every input before them, the largest first. If the newest export of a
    /// participant replaces the others, the inputs of a participant are in one list, which one thread reads: which of two
    /// exports without a date is added must not depend on threads.
    private(set) var first: [[Int]] = []
    /// The inputs with the same bytes as an input in `first`, on whose result their rows depend.
    private(set) var again: [Int] = []
    private let inputs: [Input]
    private let reading: ReadOptions
    private var hashes: [Int: (String, HealthError?)] = [:]

    init(_ inputs: [Input], _ options: AddOptions, keepsHistory: Bool) {
      (self.inputs, reading) = (inputs, options.reading)
      // Only files of one size can have the same bytes. Folders have no size.
      let sizes = inputs.map { input -> Int64 in
        let status = FileStatus(path: input.path, following: true)
        return status?.isDirectory == true ? -1 : status?.size ?? 0
      }
      let counts = sizes.reduce(into: [Int64: Int]()) { $0[$1, default: 0] += 1 }
      var known: Set<String> = []
      var places: [String: Int] = [:]
      var single: [Int] = []
      for index in inputs.indices {
        if counts[sizes[index], default: 0] > 1 {
          let hash = Cohort.hash(of: inputs[index].path)
          hashes[index] = hash
          guard known.insert(hash.0).inserted else {
            again.append(index)
            continue
          }
        }
        single.append(index)
      }
      single.sort { (sizes[$1], $0) < (sizes[$0], $1) }
      for index in single {
        if !keepsHistory, let place = places[inputs[index].id] {
          first[place].append(index)
        } else {
          places[inputs[index].id] = first.count
          first.append([index])
        }
      }
    }

    /// A hash of the bytes of an input, as 16 hexadecimal digits. If the bytes cannot be read, it also depends on the path.
    func hash(_ index: Int) -> (text: String, error: HealthError?) {
      hashes[index] ?? Cohort.hash(of: inputs[index].path)
    }
  }

  /// A hash of the bytes of a file or a folder. If the bytes cannot be read, it also depends on the path.
  static func hash(of path: String) -> (String, HealthError?) {
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
    func add(_ source: any ByteSource) throws(HealthError) {
      var buffer = [UInt8](repeating: 0, count: 1 << 17)
      while true {
        let count = try source.read(into: &buffer, at: 0)
        if count == 0 { return }
        let (high, low) = (hash ^ ByteScan.hash64(buffer.span, from: 0, to: count))
          .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
        hash = high ^ low
      }
    }
    var failure: HealthError?
    do throws(HealthError) {
      if FileStatus(path: path, following: true)?.isDirectory == true {
        let container = try InputContainer(path)
        for entry in container.entries.sorted(by: { $0.path < $1.path }) {
          try add(BytesSource(Array(entry.path.utf8)))
          try add(try container.open(entry))
        }
      } else {
        try add(try FileSource(path))
      }
    } catch {
      failure = error.reading(at: Place(file: path))
      try? add(BytesSource(Array(path.utf8)))
    }
    let digits = String(hash, radix: 16)
    return (String(repeating: "0", count: 16 - digits.count) + digits, failure)
  }
}
