import HealthBytes
import HealthStore

/// Everything of a dataset or a store, moved to another and verified there: it is read back, and counts and digests
/// are compared, type by type.
///
/// Samples that were already copied are recognized by identity, so an interrupted migration is simply run again. If the
/// store holds other samples too, each copied sample is looked up. From a store to a store, the ledger of loaded files is copied, too.
public struct Migration: InterruptibleWork {
  /// The dataset to move.
  public let source: Dataset
  /// The path of the new file, or the address of the new store.
  public let target: String
  /// The format of the target.
  public let format: Format
  /// How the format writes, where it leaves a choice.
  public var options = WriteOptions()
  /// Called every few thousand samples with the progress, first of writing, then of reading back.
  /// An error that it throws ends the migration.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A migration.
  public init(of source: Dataset, to target: String, as format: Format) {
    self.source = source
    self.target = target
    self.format = format
  }

  /// Moves everything, then verifies it.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced.
  /// - Returns: What was done. If `readError` is set, nothing was copied.
  public func run(overwriting: Bool = false) throws(HealthError) -> Migration.Report {
    try checkPlaces()
    let digests = TypeDigests(fidelity)
    let source = try rereadable()
    let ledger = try source.inboxLedger()
    var conversion = Conversion(of: source, to: format)
    conversion.options = options
    conversion.onProgress = { [onProgress] in try onProgress($0.inPass(1, of: 2)) }
    var others = SideOutputs()
    others.digests = digests
    // One dataset is moved, not several joined.
    conversion.allowsDifferentPeople = true
    conversion.allowsNewSources = true
    let isNew = FileStatus(path: location, following: false) == nil
    let report = try conversion.run(
      toFile: target, overwriting: overwriting, keepingPartial: false, others)
    if report.readError != nil { return Migration.Report(conversion: report) }
    do throws(HealthError) {
      let result = try verified(source, digests, report)
      if result.isVerified, let kind {
        try (kind.open(location, .writing) as? any InboxStore)?.complete(by: ledger)
      }
      return result
    } catch {
      // A target that cannot be read back is removed, so that it is not mistaken for a copy.
      if isNew { FileStatus.remove(location) }
      throw error
    }
  }

  /// The target without the scheme of an address.
  private var location: String { Format.ofAddress(target)?.location ?? target }

  /// Verifies what was moved before.
  public func verify() throws(HealthError) -> Migration.Report {
    try checkPlaces()
    let digests = TypeDigests(fidelity)
    let source = try rereadable()
    try read(source, into: digests, pass: 1)
    return try verified(source, digests, nil)
  }

  /// A store keeps its sample if the new one differs only in details that change with every export.
  private var fidelity: Fidelity { isStore ? .saved : .content }

  private var isStore: Bool { kind != nil }

  /// The kind of store, if the target is a store.
  private var kind: StoreKind? { StoreKind.all.first { $0.format.name == format.name } }

  private func verified(
    _ source: Dataset, _ digests: TypeDigests, _ conversion: Conversion.Report?
  ) throws(HealthError) -> Migration.Report {
    let found = TypeDigests(fidelity)
    let target = try Dataset.open(target, as: isStore ? nil : format)
    try read(target, into: found, pass: 2)
    let report = Migration.Report(conversion: conversion, digests.entries, found.entries)
    guard isStore, !report.isVerified,
      report.types.allSatisfy({ $0.targetCount >= $0.sourceCount })
    else { return report }
    // Sums cannot verify a subset of the samples in the target.
    var comparison = Comparison(of: source, with: target)
    comparison.fidelity = fidelity
    comparison.onProgress = { [onProgress] in try onProgress($0.inPass($0.pass + 2, of: 4)) }
    return Migration.Report(conversion: conversion, try comparison.run { _ in })
  }

  /// The source, which may have to be read more than once where the target holds something already.
  private func rereadable() throws(HealthError) -> Dataset {
    guard source.isStream, let kind, (try? kind.open(location, .reading)) != nil else {
      return source
    }
    return try source.rereadable()
  }

  /// Refuses to move something to where it is.
  private func checkPlaces() throws(HealthError) {
    guard source.isAt(target, as: format) else { return }
    throw HealthError(
      .usage, "'\(target)' is the source itself; expected another target")
  }

  private func read(
    _ dataset: Dataset, into digests: TypeDigests, pass: Int
  ) throws(HealthError) {
    var samples = try dataset.samples()
    var ticks = ProgressTicks()
    while let sample = try samples.next() {
      digests.add(sample)
      if ticks.isDue(after: sample) {
        _ = samples.takeFindings()
        try ticks.report(samples.progress, pass: pass, of: 2, to: onProgress)
      }
    }
  }
}

extension Migration {
  /// The result of a migration, and whether the target was verified.
  public struct Report: Sendable {
    /// The samples of one type on both sides.
    public struct TypeResult: Sendable, Equatable {
      /// Their kind.
      public let kind: SampleKind
      /// The identifier of the type; the name of unknown elements.
      public let identifier: String
      /// How many there were.
      public let sourceCount: Int
      /// How many are there now.
      public let targetCount: Int
      /// Whether all of the source are there and say the same, and in a file nothing else.
      public let isSame: Bool
    }

    /// What was written; `nil` where nothing was to be.
    public let conversion: Conversion.Report?
    /// The types, those with the most samples first.
    public let types: [TypeResult]
    /// Whether both sides were compared to their ends.
    public let isCompared: Bool

    /// Whether the copy is complete and the same.
    public var isVerified: Bool { isCompared && types.allSatisfy(\.isSame) }
    /// How many samples there are now.
    public var count: Int { types.reduce(0) { $0 + $1.targetCount } }
    /// How many of them were not moved there.
    public var others: Int { types.reduce(0) { $0 + max(0, $1.targetCount - $1.sourceCount) } }

    init(conversion: Conversion.Report) {
      self.conversion = conversion
      types = []
      isCompared = false
    }

    init(
      conversion: Conversion.Report?, _ source: [TypeTable.Entry: TypeDigests.Digest],
      _ target: [TypeTable.Entry: TypeDigests.Digest]
    ) {
      self.conversion = conversion
      isCompared = true
      let types = Set(source.keys).union(target.keys).map { type in
        let (old, new) = (source[type] ?? .init(), target[type] ?? .init())
        return TypeResult(
          kind: type.kind, identifier: type.identifier, sourceCount: old.count,
          targetCount: new.count, isSame: old == new)
      }
      self.types = Self.sorted(types)
    }

    /// What was found where a store holds more than was moved there.
    init(conversion: Conversion.Report?, _ comparison: Comparison.Report) {
      self.conversion = conversion
      isCompared = true
      types = Self.sorted(
        comparison.types.map { type in
          TypeResult(
            kind: type.kind, identifier: type.identifier,
            sourceCount: type.same + type.changed + type.gone,
            targetCount: type.same + type.changed + type.new,
            isSame: type.changed == 0 && type.gone == 0)
        })
    }

    private static func sorted(_ types: [TypeResult]) -> [TypeResult] {
      types.sorted {
        ($1.sourceCount, $0.identifier, $0.kind.rawValue)
          < ($0.sourceCount, $1.identifier, $1.kind.rawValue)
      }
    }
  }
}

extension Migration.Report {
  /// The report as a JSON document; `conversion` is absent if nothing was to be written.
  ///
  /// - Parameters:
  ///   - source: The name of what was copied.
  ///   - target: The name of the copy.
  public func json(source: String, target: String) -> String {
    var members: [(String, JSONText)] = [
      ("source", .string(source)), ("target", .string(target)),
      ("compared", .boolean(isCompared)), ("verified", .boolean(isVerified)),
      ("samples", .number(count)), ("others", .number(others)),
      JSONText.list("types", types) {
        [
          ("type", .string($0.identifier)), ("kind", .string($0.kind.rawValue)),
          ("source", .number($0.sourceCount)), ("target", .number($0.targetCount)),
          ("same", .boolean($0.isSame)),
        ]
      },
    ]
    if let conversion {
      members.append(
        ("conversion", .object(conversion.members(inputs: [source], output: target))))
    }
    return JSONText.document(members)
  }
}

/// How many samples of each type there are, and what they say, in whatever order they come.
final class TypeDigests {
  struct Digest: Equatable {
    var count = 0
    /// The sum of the hashes of all.
    var sum: UInt64 = 0
  }

  private let digester: SampleDigester
  private var types = TypeTable()
  private var digests: [Digest] = []

  init(_ fidelity: Fidelity) { digester = SampleDigester(fidelity) }

  func add(_ sample: Sample) {
    let index = types.index(of: sample)
    if index == digests.count { digests.append(Digest()) }
    digests[index].count += 1
    digests[index].sum &+= digester.total(sample)
  }

  var entries: [TypeTable.Entry: Digest] {
    Dictionary(zip(types.entries, digests), uniquingKeysWith: { first, _ in first })
  }
}

/// Computes digests of the samples before they are written.
final class DigestStage: SampleStage {
  private let digests: TypeDigests

  init(_ digests: TypeDigests) { self.digests = digests }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    digests.add(sample)
    return sample
  }
}
