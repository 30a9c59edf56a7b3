public import HealthBytes

extension ExportGenerator {
  /// Writes the whole archive, `export.zip`: the main file and, according to the options, routes,
  /// electrocardiograms, clinical records and the clinical document.
  ///
  /// - Parameter sink: takes the bytes, and is finished
  /// - Complexity: O(size), in constant memory
  public func writeArchive(to sink: any ByteSink) throws(ByteError) -> GroundTruth {
    let plan = try plan()
    let archive = ArchiveWriter(sink, plan: plan)
    var truth = try writeXML(plan, to: archive.file(options.fileName))
    if options.contents.contains(.clinicalDocument) {
      try ClinicalDocument(plan: plan).write(to: archive.file("export_cda.xml"))
    }
    if options.contents.contains(.routes) {
      for index in 0..<plan.workouts {
        let workout = Workout(index, plan: plan)
        guard workout.hasRoute else { continue }
        let file = try archive.file("workout-routes/\(workout.routeName).gpx")
        truth.routePoints += try Route(workout, plan: plan).write(to: file)
      }
    }
    if options.contents.contains(.electrocardiograms) {
      for index in 0..<plan.electrocardiograms {
        let electrocardiogram = Electrocardiogram(index, plan: plan)
        let file = try archive.file("electrocardiograms/\(electrocardiogram.fileName)")
        truth.electrocardiograms += 1
        truth.electrocardiogramVoltages += try electrocardiogram.write(to: file)
      }
    }
    if options.contents.contains(.clinicalRecords) {
      for index in 0..<plan.clinicalRecords {
        let record = ClinicalRecord(index, plan: plan)
        var output = Output(to: try archive.file("clinical-records/\(record.fileName)"))
        output.bytes.append(utf8: record.json)
        try output.flush()
      }
    }
    try archive.finish()
    return truth
  }
}

/// The archive while it is written. It takes the bytes of the file that was begun last.
private final class ArchiveWriter: ByteSink {
  private let zip: ZipWriter
  private let modified: ZipTimestamp

  init(_ sink: any ByteSink, plan: Plan) {
    zip = ZipWriter(sink)
    modified = ZipTimestamp(plan)
  }

  /// Begins a file in the folder of the export; which completes the one before.
  func file(_ path: String) throws(ByteError) -> any ByteSink {
    try zip.beginEntry(name: "apple_health_export/" + path, modified: modified)
    return self
  }

  func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try zip.write(bytes)
  }

  func finish() throws(ByteError) {
    try zip.finish()
  }
}

extension ZipTimestamp {
  /// The moment of export.
  fileprivate init(_ plan: Plan) {
    let local = plan.exportDate + plan.offset
    let day = floorDivide(local, 86_400)
    let date = CivilDate(daysSince1970: day)
    let second = local - day * 86_400
    self.init(
      year: date.year, month: date.month, day: date.day, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60)
  }
}
