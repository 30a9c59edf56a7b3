import HealthConv
import HealthModel
import HealthTesting
import Testing

/// A nested sample that is also at top level counts once, and no value is lost, however datasets are joined.
@Suite struct NestedLinkTests {
  /// The ways to join datasets.
  enum Way: String, CaseIterable {
    case first, last, duplicates, normalizing

    /// Whether samples of one dataset stay although they are equal.
    var preservesEqualSamples: Bool { self == .first || self == .last }

    func join(_ paths: [String], to format: Format, at path: String) throws {
      let datasets = try paths.map { try Dataset.open($0) }
      if preservesEqualSamples {
        var merge = Merge(of: datasets, to: format)
        merge.preference = self == .first ? .first : .last
        _ = try merge.run(toFile: path, overwriting: true)
      } else {
        var conversion = Conversion(of: datasets, to: format)
        conversion.mergesDuplicates = self == .duplicates
        conversion.isNormalizing = self == .normalizing
        _ = try conversion.run(toFile: path, overwriting: true)
      }
    }
  }

  private static func read(_ path: String) throws -> [Sample] {
    var samples = try Dataset.open(path).samples()
    var found: [Sample] = []
    while let sample = try samples.next() { found.append(sample) }
    return found
  }

  /// The samples of the result, which an export has with the same memberships.
  private static func joined(
    _ way: Way, _ datasets: [[Sample]], isSameAsExport: Bool = true
  ) throws -> [Sample] {
    let folder = try TemporaryFolder()
    let paths = try datasets.enumerated().map { try folder.write($1, "\($0).jsonl") }
    let (lines, export) = (folder.path + "/out.jsonl", folder.path + "/out.xml")
    try way.join(paths, to: .jsonLines, at: lines)
    let samples = try read(lines)
    if isSameAsExport {
      try way.join(paths, to: .appleHealth, at: export)
      #expect(values(try read(export)) == values(samples), "\(way)")
    }
    return samples
  }

  /// The values that count, and before them how many there are of correlations and workouts.
  private static func values(_ samples: [Sample]) -> [String] {
    func value(_ sample: Sample) -> String? {
      if case .quantity(let quantity) = sample { quantity.number.description } else { nil }
    }
    let nested = samples.flatMap { $0.members }.filter { $0.membership == .nestedOnly }
    let found = (samples + nested.map(\.sample)).compactMap(value).sorted()
    return ["\(samples.count { $0.canHoldSamples })"] + found
  }

  private static func pressure(
    _ value: String, version: String? = nil, sync: Bool = false, zone: String? = nil
  ) -> Sample {
    MarkedSamples.quantity(value) {
      let source = $0.descriptor.source
      $0.descriptor = SampleDescriptor(
        type: .quantity(QuantityType("HKQuantityTypeIdentifierBloodPressureSystolic")),
        unitText: "mmHg", source: source)
      let entries: [(MetadataKey, String?)] = [
        (.syncIdentifier, sync || version != nil ? "s" : nil), (.syncVersion, version),
        (.timeZone, zone),
      ]
      $0.metadata = Metadata(
        entries.compactMap { key, value in value.map { MetadataEntry(key: key, value: $0) } })
    }
  }

  private static func correlation(
    _ member: Sample, as membership: NestedSample.Membership = .nestedOnly, zone: String? = nil
  ) -> Sample {
    correlation([member], as: membership, zone: zone)
  }

  private static func correlation(
    _ members: [Sample], as membership: NestedSample.Membership = .nestedOnly,
    zone: String? = nil
  ) -> Sample {
    guard
      case .correlation(var correlation)? = MarkedSamples.kinds.first(where: {
        $0.kind == .correlation
      })
    else { return members[0] }
    correlation.members = members.map { NestedSample(sample: $0, membership: membership) }
    if let zone {
      correlation.header.metadata = Metadata([MetadataEntry(key: .timeZone, value: zone)])
    }
    return .correlation(correlation)
  }

  /// A nested sample that another dataset has at top level is marked as such, whichever correlation is written.
  @Test(arguments: Way.allCases)
  func membershipIsThatOfTheResult(_ way: Way) throws {
    let single = Self.pressure("120")
    let nested = [Self.correlation(single)]
    let whole = [single, Self.correlation(single, as: .alsoTopLevel)]
    for datasets in [[nested, whole], [whole, nested], [nested, [single]], [[single], nested]] {
      #expect(Self.values(try Self.joined(way, datasets)) == ["1", "120"], "\(datasets)")
    }
  }

  /// A nested sample and an equal one at top level of the same dataset are two samples to a merge, in any order of the
  /// datasets. Where duplicates are removed, one remains.
  @Test(arguments: Way.allCases)
  func membershipWithinADatasetStays(_ way: Way) throws {
    let single = Self.pressure("120")
    let nested = [Self.correlation(single)]
    let other = [Self.correlation(single, zone: "Europe/Paris")]
    let both = nested + [single]
    let expected = way.preservesEqualSamples ? ["120", "120"] : ["120"]
    for datasets in [
      [both], [both, both], [both, [single]], [[single], both], [both, nested], [nested, both],
      [nested, [single], both],
    ] {
      let samples = try Self.joined(way, datasets, isSameAsExport: false)
      #expect(Self.values(samples) == ["1"] + expected, "\(datasets)")
    }
    // Of two versions of the correlation, either is written.
    if !way.preservesEqualSamples { return }
    for datasets in [[both, other], [other, both]] {
      let samples = try Self.joined(way, datasets, isSameAsExport: false)
      #expect(Self.values(samples) == ["1"] + expected, "\(datasets)")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(both, "both.jsonl")
    try way.join([path, path], to: .jsonLines, at: folder.path + "/out.jsonl")
    #expect(try Fixtures.bytes(folder.path + "/out.jsonl") == Fixtures.bytes(path))
  }

  /// Versions at top level, that of the nested sample, and the values that count.
  private static let versions: [([String?], String?, [String])] = [
    (["1"], "2", ["111", "112"]), (["2"], "2", ["112"]), (["2"], "1", ["112"]),
    (["1", "3"], "2", ["113"]), (["2", "1"], "3", ["112", "113"]), (["1"], nil, ["111"]),
    ([nil], "1", ["110", "111"]),
  ]

  private static func version(_ number: String?) -> Sample {
    pressure("11" + (number ?? "0"), version: number, sync: true)
  }

  @Test(arguments: Way.allCases, versions)
  func aHigherVersionThatIsNestedIsNotLinked(
    _ way: Way, _ versions: ([String?], String?, [String])
  ) throws {
    let (topLevel, nested, values) = versions
    let single = topLevel.map(Self.version)
    let correlation = Self.correlation(Self.version(nested))
    for datasets in [[single, [correlation]], [[correlation], single], [[correlation] + single]] {
      // A merge of one dataset changes no membership.
      if datasets.count == 1, way.preservesEqualSamples { continue }
      #expect(Self.values(try Self.joined(way, datasets)) == ["1"] + values, "\(datasets)")
    }
  }

  /// Versions of one dataset at top level and those that are nested only in its correlation, the version at top level of
  /// another dataset, and the values that count in a merge. Removing duplicates leaves only that version.
  private static let ownVersions: [([String], [String], String, [String])] = [
    (["1"], ["2"], "3", ["113"]), (["1"], ["2"], "2", ["112"]),
    (["2"], ["1"], "3", ["111", "113"]),
    (["1"], ["1", "2"], "3", ["111", "113"]), (["1"], ["2", "1"], "3", ["111", "113"]),
    (["1", "3"], ["2"], "4", ["112", "114"]), (["3", "1"], ["2"], "4", ["112", "114"]),
  ]

  /// A nested sample and a lower version at top level of the same dataset are not two samples that stay.
  @Test(arguments: Way.allCases, ownVersions)
  func aHigherVersionThanThatOfItsDatasetIsLinked(
    _ way: Way, _ versions: ([String], [String], String, [String])
  ) throws {
    let (topLevel, nested, other, merged) = versions
    let own = topLevel.map(Self.version) + [Self.correlation(nested.map(Self.version))]
    let expected = way.preservesEqualSamples ? merged : ["11" + other]
    for datasets in [[own, [Self.version(other)]], [[Self.version(other)], own]] {
      let samples = try Self.joined(way, datasets, isSameAsExport: merged.count == 1)
      #expect(Self.values(samples) == ["1"] + expected, "\(datasets)")
    }
  }

  /// A reader of an export finds a link that was in the first dataset, too, if the sample at top level comes from
  /// another.
  @Test(arguments: Way.allCases)
  func linksToSamplesThatWereReplacedStay(_ way: Way) throws {
    func dataset(_ single: Sample) -> [Sample] {
      [single, Self.correlation(single, as: .alsoTopLevel)]
    }
    let versions = (Self.pressure("111", version: "1"), Self.pressure("112", version: "2"))
    let replaced = try Self.joined(way, [dataset(versions.0), [versions.1]])
    #expect(Self.values(replaced) == ["1", "112"])
    if !way.preservesEqualSamples { return }
    let zones = (Self.pressure("120"), Self.pressure("120", zone: "Europe/Paris"))
    for datasets in [
      [dataset(zones.0), [zones.1]], [dataset(zones.0), dataset(zones.0), [zones.1]],
    ] {
      #expect(Self.values(try Self.joined(way, datasets)) == ["1", "120"])
    }
  }

  /// A heart rate is of a type that exports do not nest.
  @Test(arguments: Way.allCases)
  func samplesOfAnyTypeAreLinked(_ way: Way) throws {
    let single = MarkedSamples.quantity("72")
    for membership in [NestedSample.Membership.nestedOnly, .alsoTopLevel] {
      let datasets = [[Self.correlation(single, as: membership)], [single]]
      let samples = try Self.joined(way, datasets, isSameAsExport: false)
      #expect(Self.values(samples) == ["1", "72"], "\(membership)")
    }
  }

  /// A sample that is not selected replaces none, and no sample is linked to it.
  @Test(arguments: [Merge.Preference.first, .last])
  func linksDependOnTheSelection(_ preference: Merge.Preference) throws {
    let folder = try TemporaryFolder()
    let (old, new) = (Self.pressure("111", version: "1"), Self.pressure("112", version: "2"))
    let paths = [
      try folder.write([old, Self.correlation(old, as: .alsoTopLevel)], "a.jsonl"),
      try folder.write([new], "b.jsonl"),
    ]
    for (limit, expected) in [("value != 111", ["1", "112"]), ("value != 112", ["1", "111"])] {
      var merge = Merge(of: try paths.map { try .open($0) }, to: .jsonLines)
      merge.preference = preference
      merge.selection.predicate = try SamplePredicate(
        parsing: "kind = correlation or \(limit)")
      _ = try merge.run(toFile: folder.path + "/out.jsonl", overwriting: true)
      #expect(Self.values(try Self.read(folder.path + "/out.jsonl")) == expected, "\(limit)")
    }
  }
}
