import Foundation
import HealthConv
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Every place of the model that can hold something goes through every format: it comes back as it was, or the
/// format counts a loss. The places are found by the fields' visitors, so that a new field is covered at once.
@Suite struct ModelPlaceTests {
  static let server = ProcessInfo.processInfo.environment["HEALTHCONV_POSTGRES"]

  /// The formats that declare no loss, by where they are written to.
  static let lossless: [String] =
    ["samples.jsonl", "dataset.zip", "parquet.zip", "store.db"] + (server == nil ? [] : ["server"])

  private func format(_ name: String) throws -> Format {
    switch name {
    case "dataset.zip": .csvDataset
    case "parquet.zip": .parquet
    case "server": try Format.named("postgres")
    default: try Format.forWriting(to: name)
    }
  }

  private func path(_ name: String, _ folder: TemporaryFolder) -> String {
    guard name == "server" else { return folder.path + "/" + name }
    return Self.newServerPath() ?? ""
  }

  /// The address of a new store on the server, if there is one.
  static func newServerPath() -> String? {
    server.map {
      $0 + ($0.contains("?") ? "&" : "?")
        + "options=-csearch_path%3Dplaces_\(UInt64.random(in: 0 ... .max))"
    }
  }

  @Test(arguments: lossless)
  func losslessFormatsKeepEveryPlace(_ name: String) throws {
    let format = try format(name)
    #expect(format.isLossless)
    let folder = try TemporaryFolder()
    var places = ModelPlaces.samples
    #expect(places.count > 800, "the visitors find the places")
    if ["dataset.zip", "parquet.zip"].contains(name) {
      let count = places.count
      places.removeAll { Self.nestingThemselves.contains($0.name) }
      #expect(places.count == count - Self.nestingThemselves.count)
    }
    var ordinals: [SampleID: UInt32] = [:]
    let samples = places.flatMap { place in
      place.samples.map { sample in
        var sample = sample
        sample.ordinal = ordinals[sample.id, default: 0]
        ordinals[sample.id, default: 0] += 1
        return (place: place.name, sample: sample)
      }
    }
    let input = try folder.write(samples.map(\.sample), "input.jsonl")
    let output = path(name, folder)
    let report = try Conversion(of: .open(input), to: format).run(toFile: output)
    #expect(report.readError == nil && report.losses.allSatisfy { $0.count == 0 })
    var read = try Dataset.open(output).samples()
    var lost: [String] = []
    for (place, sample) in samples {
      guard let again = try read.next(), isSame(again, sample) else {
        lost.append(place)
        continue
      }
    }
    #expect(lost == [])
    #expect(try read.next() == nil)
  }

  /// What tables have no place for.
  private static let nestingThemselves: Set<String> = [
    "workout 3: samples: workout", "correlation: members.correlation",
  ]

  @Test func tablesRefuseWhatTheyHaveNoPlaceFor() throws {
    let folder = try TemporaryFolder()
    for place in ModelPlaces.samples where Self.nestingThemselves.contains(place.name) {
      let input = try folder.write(place.samples, "input.jsonl", DatasetInfo())
      for format in [Format.csvDataset, .parquet] {
        #expect(throws: HealthError.self, "\(place.name)") {
          try Conversion(of: .open(input), to: format).run(toFile: folder.path + "/dataset.zip")
        }
      }
    }
  }

  @Test(arguments: lossless)
  func losslessFormatsKeepEveryPlaceOfDatasets(_ name: String) throws {
    let format = try format(name)
    for (place, info) in ModelPlaces.datasets {
      let folder = try TemporaryFolder()
      let input = try folder.write([], "input.jsonl", info)
      let output = path(name, folder)
      _ = try Conversion(of: .open(input), to: format).run(toFile: output)
      #expect(try Dataset.open(output).samples().info == info, "\(place)")
    }
  }

  /// An export, GPX and TCX declare losses: what they do not count comes back.
  @Test(arguments: ["export/", "export.xml", "routes.gpx", "routes.tcx"])
  func formatsWithLossesCountEveryPlaceThatTheyDrop(_ name: String) throws {
    let format =
      name.hasSuffix("/") ? .appleHealth : try Format.forWriting(to: name)
    var lost: [String] = []
    var kept = 0
    for place in ModelPlaces.samples {
      let folder = try TemporaryFolder()
      let input = try folder.write(place.samples, "input.jsonl", DatasetInfo())
      let output = folder.path + "/" + name
      let report = try Conversion(of: .open(input), to: format).run(toFile: output)
      #expect(report.readError == nil, "\(place.name)")
      if report.losses.contains(where: { $0.count > 0 }) { continue }
      var samples = try Dataset.open(output).samples()
      var read: [Sample] = []
      while let sample = try samples.next() { read.append(sample) }
      let isKept =
        read.count == place.samples.count
        && zip(read, place.samples).allSatisfy { isSame($0, $1) || isNamed($0, $1) }
      if isKept { kept += 1 } else { lost.append(place.name) }
    }
    #expect(lost == [])
    // A workout whose route has but one thing is more or less than a track: all of them are counted.
    #expect(
      kept > 300 || format.name != "apple-health", "places that come back without a loss: \(kept)")
  }

  @Test(arguments: ["export/", "export.xml", "routes.gpx", "routes.tcx"])
  func formatsWithLossesCountWhatTheyDropOfDatasets(_ name: String) throws {
    let format =
      name.hasSuffix("/") ? .appleHealth : try Format.forWriting(to: name)
    for (place, info) in ModelPlaces.datasets {
      let folder = try TemporaryFolder()
      let input = try folder.write([], "input.jsonl", info)
      let output = folder.path + "/" + name
      let report = try Conversion(of: .open(input), to: format).run(toFile: output)
      if report.losses.contains(where: { $0.count > 0 }) { continue }
      var found = try Dataset.open(output).samples().info
      // Where the main file is in an export is of the export.
      if info.path == nil || name == "export.xml" { found.path = info.path }
      #expect(found == info, "\(place)")
    }
  }

  /// What has no visitor is listed by hand: whoever adds a property to one of these adds it to ``ModelPlaces``.
  @Test func noPlaceIsForgotten() {
    #expect(
      ModelPlaces.counts == [
        "header": 8, "source": 4, "device": 10, "dataset": 9, "extras": 4, "element": 4, "beat": 2,
        "member": 2, "metadataEntry": 2,
      ])
  }

  /// The same by the model's equality, and by a hash of all that it holds, spellings included.
  private func isSame(_ a: Sample, _ b: Sample) -> Bool {
    var (a, b) = (a, b)
    (a.ordinal, b.ordinal) = (0, 0)
    return a == b && digester.total(a) == digester.total(b)
  }

  private let digester = SampleDigester(.exact)

  /// Whether the samples differ in nothing but what a file that one of them holds gets when it is written: a path, its
  /// length, and the creator that goes without saying.
  private func isNamed(_ a: Sample, _ b: Sample) -> Bool {
    unnamed(a).map { unnamed in self.unnamed(b).map { isSame(unnamed, $0) } ?? false } ?? false
  }

  private func unnamed(_ sample: Sample) -> Sample? {
    switch sample {
    case .workout(let workout):
      var fields = workout.fields
      for route in fields.routes.indices {
        for file in fields.routes[route].files.indices {
          guard fields.routes[route].files[file].track != nil else { continue }
          fields.routes[route].files[file].path = nil
          if fields.routes[route].files[file].track?.creator == "Apple Health Export" {
            fields.routes[route].files[file].track?.creator = nil
          }
        }
      }
      return .workout(Workout(header: workout.header, fields: fields))
    case .clinicalRecord(let record):
      var fields = record.fields
      if fields.resource != nil { fields.resourceFilePath = nil }
      return .clinicalRecord(ClinicalRecord(header: record.header, fields: fields))
    case .electrocardiogram(let sample):
      var fields = sample.fields
      fields.path = nil
      return .electrocardiogram(Electrocardiogram(header: sample.header, fields: fields))
    case .document(let document):
      var fields = document.fields
      fields.path = nil
      if fields.size == Number(fields.data.count) { fields.size = nil }
      return .document(HealthDocument(header: document.header, fields: fields))
    default: return nil
    }
  }
}
