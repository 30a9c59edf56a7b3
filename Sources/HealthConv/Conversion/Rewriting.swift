import HealthBytes
import HealthFormats
import HealthStore

/// A file or a store that is written again in its own place.
///
/// What is written waits under another name until ``finish(_:with:)``, and is read back and compared before that. A
/// store on a server has no other name: it is replaced in one transaction, in which it is read back, too.
package final class Rewriting {
  /// The path of what is rewritten.
  public let path: String
  /// The result.
  public let report: Conversion.Report
  /// The dataset that was written, under the name of the file it will replace; on a server, the dataset that is still there.
  public let dataset: Dataset

  private let output: OutputContainer
  private let file: AtomicFile?
  private let digests: TypeDigests

  /// Writes a dataset again, reads it back, and compares both.
  ///
  /// - Throws: `HealthError` if it cannot be read to its end, cannot be written, or does not read back the same.
  ///   Then nothing of what was written is left.
  public init(_ conversion: Conversion, at path: String) throws(HealthError) {
    self.path = path
    if FileStatus(path: path, following: true)?.canKeepOwner == false {
      throw HealthError(
        .cannotCreate, "cannot create '\(path)': it belongs to another user")
    }
    let source = conversion.datasets[0]
    digests = TypeDigests(source.isStore ? .saved : .content)
    var others = SideOutputs()
    others.digests = digests
    (output, file) = try OutputContainer.held(
      path, of: conversion.format, conversion.options, jobs: source.jobs)
    report = try conversion.run(into: output, name: path, others)
    if let error = report.readError { throw error }
    let written: String?
    do throws(HealthError) { written = try output.prepare() ?? file?.temporary } catch {
      throw error.writing(path)
    }
    let found = TypeDigests(source.isStore ? .saved : .content)
    if let written {
      dataset = try Dataset.open(written, as: source.format, options: source.options)
        .named(source.name)
      var samples = try dataset.samples()
      var count = 0
      while let sample = try samples.next() {
        found.add(sample)
        count += 1
        if count % (1 << 13) == 0 { _ = samples.takeFindings() }
      }
    } else {
      dataset = source
      let load = output.database?.load as? any StoreLoad
      guard let samples = try load?.samples() else {
        throw HealthError(.failed, path, "what was written cannot be read back")
      }
      while let sample = try samples.next() { found.add(sample) }
    }
    guard found.entries == digests.entries else {
      throw HealthError(
        .failed,
        "cannot write '\(path)': verification failed: the written data differ when read back")
    }
  }

  /// Puts what was written in the place of the old, and gives other files their names with it: all, or none.
  ///
  /// Stores come last, one after another: those before one that fails stay.
  ///
  /// - Throws: `HealthError` if one of them cannot be replaced.
  public static func finish(
    _ rewritings: [Rewriting], with files: [AtomicFile]
  ) throws(HealthError) {
    try AtomicFile.finish(rewritings.compactMap(\.file) + files) {
      $0.writing($1.path)
    } then: { () throws(HealthError) in
      for rewriting in rewritings where rewriting.file == nil {
        Interruption.begin()
        do throws(HealthError) { try rewriting.output.finish() } catch {
          throw error.writing(rewriting.path)
        }
      }
    }
  }
}

extension OutputContainer {
  /// Makes an output in the place of an input, which does not get its name yet.
  fileprivate static func held(
    _ path: String, of format: Format, _ options: WriteOptions, jobs: Int
  ) throws(HealthError) -> (OutputContainer, AtomicFile?) {
    var held: AtomicFile?
    let output = try making(path, of: format, options: options, overwriting: true, jobs: jobs) {
      (path) throws(HealthError) -> any ByteSink in
      let file = try AtomicFile(path, overwrite: true, keepsOwner: true)
      held = file
      return HeldSink(file)
    }
    return (output, held)
  }
}

/// A file whose end does not give it its name.
private final class HeldSink: ByteSink {
  private let file: AtomicFile

  init(_ file: AtomicFile) { self.file = file }

  func write(_ bytes: Span<UInt8>) throws(HealthError) { try file.write(bytes) }

  func finish() throws(HealthError) { try file.prepare() }
}

extension Dataset {
  /// Whether it is read from where something is to be written: by whatever name, the same file, or the same store of a
  /// server.
  ///
  /// - Returns: `true` only if it is certain; always `false` for standard input.
  func isAt(_ target: String, as format: Format) -> Bool {
    if !input.container.hasPath { return false }
    let place = Format.ofAddress(target)?.location ?? target
    let path = input.container.path
    if let file = FileStatus(path: path, following: true)?.identity {
      return file == FileStatus(path: place, following: true)?.identity
    }
    guard self.format.name == format.name, let kind = storeKind,
      let from = try? kind.open(path, .reading), let to = try? kind.open(place, .reading)
    else { return false }
    guard let here = try? from.location() else { return false }
    return here == (try? to.location())
  }
}
