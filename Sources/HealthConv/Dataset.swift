import HealthBytes
import HealthFormats
import HealthStore

/// Health data that can be read: a file, a folder, an archive or standard input, in one of the formats.
///
/// ```swift
/// var samples = try Dataset.open("export.zip").samples()
/// while let sample = try samples.next() {
///   print(sample.kind)
/// }
/// ```
///
/// Several tasks can use a dataset at the same time, unless it is a stream, which can be read only
/// once.
public struct Dataset: Sendable {
  /// The name of the dataset in messages: its path or address, `standard input`, or a name that
  /// replaces these.
  public private(set) var name: String
  /// The format as which the input is read.
  public let format: Format
  /// Whether the input is a stream, which can be read only once.
  var isStream: Bool { input.container.isStream }
  var isArchive: Bool { input.container.kind == .archive }
  /// Whether it may have several files of another program, such as exports of times that overlap, or one activity in two formats:
  /// equal samples of different files count once.
  var hasSeveralFiles: Bool {
    [.archive, .folder].contains(input.container.kind) && input.container.entries.count > 1
      && isOfOtherProgram
  }
  /// Whether it is of a service or a device, not an export of Health or a dataset of this program.
  var isOfOtherProgram: Bool { format.name == Format.mappedCSV.name || format.isOfActivities }
  private(set) var input: Input
  private(set) var options: ReadOptions
  /// The number of threads that read the dataset.
  var jobs: Int { options.jobs }
  private var query = SampleQuery()
  /// New names of sources, by the names in the input.
  var sourceNames: [String: String] = [:]
  /// Marks nested samples that are also at top level, whatever the order of the samples; `nil` if
  /// samples are not linked.
  var memberLinks: MemberLinks?
  /// The participant that is assigned to the samples, or whose samples are selected.
  var labels: ParticipantLabels?
  /// The participants that the samples name; `nil` if the facts list them or the samples were not
  /// searched for them.
  var foundParticipants: [String]?
  /// The grant that limits what is read; `nil` for everything.
  private(set) var grant: Grant?
  /// The policy that is applied to the samples, if any.
  package private(set) var release: Release?
  /// The client of the store with whose permission the store is read, if any.
  package private(set) var client: String?
  /// Whether the name was replaced, so that it is not the path.
  private var isRenamed = false
  /// Numbers that replace the names of files in messages; `nil` if names are not hidden.
  private(set) var pathNames: PathNames?

  /// Opens an input and detects its format. No samples are read yet.
  ///
  /// - Parameters:
  ///   - path: A file, a folder, an archive, the address of a database, or `-` for standard input.
  ///   - format: The format of the input; `nil` to detect it by content and name.
  /// - Throws: `HealthError` of kind `.noInput` if there is nothing to read, `.malformed` if it is empty
  ///   or of no known format, `.unsupported` if the format can only be written.
  public static func open(
    _ path: String, as format: Format? = nil, options: ReadOptions = ReadOptions(),
    among formats: [Format] = Format.all
  ) throws(HealthError) -> Dataset {
    let name = path == "-" ? "standard input" : path
    if let (addressed, location) = Format.ofAddress(path, among: formats) {
      return Dataset(
        name: name, format: addressed,
        input: Input(name: name, container: InputContainer(database: location)), options: options)
    }
    return try open(named: name, path, format, options, formats) { () throws(HealthError) in
      try InputContainer(path)
    } reopen: { () throws(HealthError) in
      if path == "-" { throw HealthError(.failed, name, "a stream can be read only once") }
      return try FileSource(path)
    }
  }

  /// Opens an input and detects its format.
  ///
  /// - Parameters:
  ///   - path: The path whose extension is used if the content does not determine the format.
  ///   - reopen: Opens the input again as bytes if `make` failed, for a more specific error.
  static func open(
    named name: String, _ path: String, _ format: Format?, _ options: ReadOptions,
    _ formats: [Format], _ make: () throws(HealthError) -> InputContainer,
    reopen: () throws(HealthError) -> any ByteSource
  ) throws(HealthError) -> Dataset {
    guard !path.isEmpty else {
      throw HealthError(.notFound, "the path of the input is empty")
    }
    let container: InputContainer
    let preview: Input.Preview
    do throws(HealthError) {
      container = try make()
      preview = try Input.Preview(container)
    } catch {
      throw ForeignInput.error(of: path, insteadOf: error, reopen)
        ?? error.reading(at: Place(file: name))
    }
    if preview.kind == .file, preview.firstBytes.isEmpty {
      throw HealthError(.malformed, "cannot read '\(name)': it is empty")
    }
    let found: Format?
    if let format {
      found = format
    } else {
      found = try recognizedFormat(of: preview, path, name, formats)
    }
    guard let format = found else {
      throw HealthError(
        .malformed, "cannot read '\(name)': its format is not known", remedy: .nameInputFormat)
    }
    guard format.makeReader != nil else {
      throw HealthError(
        .unsupported, "format '\(format.name)' can be written but not read",
        remedy: CSVMap.builtIn.contains { $0.name == format.name }
          ? .useMap(names: [format.name], needsZone: false) : nil)
    }
    let dataset = Dataset(
      name: name, format: format, input: Input(name: name, container: container), options: options)
    if dataset.isStore, !container.hasPath {
      throw HealthError(
        .unsupported, "cannot read '\(name)': a database is opened by its path, expected a file")
    }
    return dataset
  }

  private static func recognizedFormat(
    of preview: Input.Preview, _ path: String, _ name: String, _ formats: [Format]
  ) throws(HealthError) -> Format? {
    if !preview.isEncrypted, let format = Format.certain(preview, among: formats) { return format }
    // An extension is less reliable than the content.
    if let foreign = ForeignInput(preview) { throw foreign.error(of: name) }
    return Format.forReading(path, preview, among: formats)
  }

  /// Begins to read the samples from the first one. Standard input can be read only once.
  public func samples() throws(HealthError) -> Samples {
    do throws(HealthError) { return try makeSamples() } catch {
      throw pathNames?.hidden(error) ?? error
    }
  }

  private func makeSamples() throws(HealthError) -> Samples {
    try release?.findFirstDays(of: [self])
    var samples = try openSamples()
    samples.members = try makeMemberLinker()
    if let labels { try samples.label(labels, of: name) }
    if let foundParticipants { samples.list(foundParticipants) }
    if !sourceNames.isEmpty { samples.renaming = SourceRenaming(sourceNames) }
    if let release { try samples.release(release, named: name) }
    if let pathNames { samples.hidePaths(pathNames) }
    return samples
  }

  private func openSamples() throws(HealthError) -> Samples {
    if release == nil { return try readerSamples() }
    do throws(HealthError) { return try readerSamples() } catch { throw error.withoutText(name) }
  }

  /// The path of the input. Datasets that select single participants of one input share it.
  var inputPath: String { input.container.path }

  /// The samples of the reader, without links of nested samples and without renamed sources.
  private func readerSamples() throws(HealthError) -> Samples {
    if let store = try openStore() {
      // Conditions apply to the released samples.
      var query = release == nil ? query : SampleQuery()
      query.predicate = query.predicate.granted(by: release == nil ? grant : nil)
      return try Samples(StoreReader(store, query, named: isRenamed ? name : nil), grant)
    }
    guard let makeReader = format.makeReader else {
      throw HealthError(
        .unsupported, rule: "unsupported", place: Place(file: name),
        "format '\(format.name)' can be written but not read")
    }
    do throws(HealthError) {
      return try Samples(makeReader(input, options), of: input, grant)
    } catch {
      throw recognizedFault(insteadOf: error) ?? error
    }
  }

  var storeKind: StoreKind? { StoreKind.all.first { $0.format.name == format.name } }

  /// Whether the dataset is a store that evaluates queries itself. A store with a policy is read
  /// like a file.
  package var isStore: Bool { storeKind != nil && release == nil }

  /// The store, opened for reading; `nil` if the dataset is not a store, or has a policy.
  func store() throws(HealthError) -> (any SampleStore)? {
    release == nil ? try openStore() : nil
  }

  /// The ledger of files of a store that is read as a whole; `nil` for other datasets.
  func inboxLedger() throws(HealthError) -> InboxLedger? {
    guard grant == nil, labels == nil else { return nil }
    return try (store() as? any InboxStore)?.inboxLedger()
  }

  private func openStore() throws(HealthError) -> (any SampleStore)? {
    guard let storeKind else { return nil }
    do throws(HealthError) {
      let store = try storeKind.open(input.container.path, .reading)
      return client.map { store.client($0) } ?? store
    } catch { throw error.readError }
  }

  /// The same dataset; a store then reads only the samples that match a query. Other datasets read everything.
  func selecting(_ query: SampleQuery) -> Dataset {
    var dataset = self
    dataset.query = query
    return dataset
  }

  /// The same dataset, limited to what a grant allows.
  package func granting(_ grant: Grant) -> Dataset {
    var dataset = self
    dataset.grant = grant
    return dataset
  }

  /// The same dataset with a policy applied. A number replaces its name, because the name of a file
  /// may be that of the person.
  package func releasing(_ release: Release) -> Dataset {
    var dataset = named(release.label(of: name))
    dataset.release = release
    return dataset
  }

  /// The same dataset, with numbers in place of file names in findings and errors.
  package func hidingPaths(_ names: PathNames) -> Dataset {
    var dataset = named(names.name(of: name))
    dataset.pathNames = names
    return dataset
  }

  /// The same dataset without a policy.
  var withoutRelease: Dataset {
    var dataset = self
    dataset.release = nil
    return dataset
  }

  /// The same store, read with the permission of one of its clients.
  ///
  /// - Throws: `HealthError` of code `.usage` if it is not a store.
  public func client(_ name: String) throws(HealthError) -> Dataset {
    guard isStore else {
      throw HealthError(.usage, "'\(self.name)' is not a store, so it has no client '\(name)'")
    }
    var dataset = self
    dataset.client = name
    return dataset
  }

  /// The same dataset, read for validation (`ReadOptions.isChecked`).
  func checked() -> Dataset {
    var dataset = self
    dataset.options.isChecked = true
    return dataset
  }

  /// The same dataset under another name, for messages.
  func named(_ name: String) -> Dataset {
    var dataset = self
    dataset.name = name
    dataset.input = Input(name: name, container: input.container)
    dataset.isRenamed = true
    return dataset
  }

  /// Facts about the dataset, which precede the samples in the input. Each access reads the
  /// beginning of the input again, which standard input does not allow; ``Samples/info`` has the
  /// same facts without another reading.
  public var info: DatasetInfo {
    get throws(HealthError) { try samples().info }
  }

  /// The same dataset, which can be read more than once: a stream is spooled.
  public func rereadable() throws(HealthError) -> Dataset {
    var container = input.container
    do throws(HealthError) { try container.keepStream() } catch {
      throw error.reading(at: Place(file: name))
    }
    var dataset = self
    dataset.input = Input(name: input.name, container: container)
    return dataset
  }
}
