/// A zip archive whose entries may be written at the same time.
final class ArchiveOutput {
  private let zip: ZipWriter
  /// When the entries say they were last changed.
  var modified = ZipTimestamp.earliest
  /// Whether an entry is being written straight into the archive.
  private var isBusy = false
  /// The entries that wait, in the order in which they were begun.
  private var waiting: [WaitingEntry] = []
  /// Spools that are not in use.
  private var free: [Spool] = []

  init(_ sink: any ByteSink, _ compression: Compression, jobs: Int) {
    zip = ZipWriter(sink, compression, jobs: jobs)
  }

  func open(_ path: String) throws(HealthError) -> any ByteSink {
    if !isBusy {
      isBusy = true
      try zip.beginEntry(name: path, modified: modified)
      return DirectEntry(self)
    }
    let spool: Spool
    if let last = free.popLast() { spool = last } else { spool = try Spool() }
    let entry = WaitingEntry(self, path: path, spool: spool)
    waiting.append(entry)
    return entry
  }

  func finish() throws(HealthError) {
    for entry in waiting {
      try zip.beginEntry(name: entry.path, modified: modified)
      try entry.spool.source(entry.start..<entry.end).copy(to: DirectEntry(self))
    }
    waiting = []
    free = []
    try zip.finish()
  }

  /// The entry that goes straight into the archive.
  private final class DirectEntry: ByteSink {
    private let archive: ArchiveOutput
    private var isFinished = false

    init(_ archive: ArchiveOutput) { self.archive = archive }

    func write(_ bytes: Span<UInt8>) throws(HealthError) { try archive.zip.write(bytes) }

    func finish() throws(HealthError) {
      if isFinished { return }
      isFinished = true
      try archive.zip.endEntry()
      archive.isBusy = false
    }
  }

  /// An entry that waits on the disk until another is done.
  private final class WaitingEntry: ByteSink {
    let path: String
    let spool: Spool
    let start: Int64
    private(set) var end: Int64
    private weak let archive: ArchiveOutput?
    private var isFinished = false

    init(_ archive: ArchiveOutput, path: String, spool: Spool) {
      self.archive = archive
      self.path = path
      self.spool = spool
      start = spool.count
      end = start
    }

    func write(_ bytes: Span<UInt8>) throws(HealthError) {
      try spool.write(bytes)
      end = spool.count
    }

    func finish() throws(HealthError) {
      if isFinished { return }
      isFinished = true
      archive?.free.append(spool)
    }
  }
}
