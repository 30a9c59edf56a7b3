import HealthBytes
import HealthStore

/// The files in folders that are loaded.
enum InboxFolder {
  /// A file that is found.
  struct Item {
    let path: String
    /// The path from the folder.
    let name: String
    let status: FileStatus

    /// Whether its name is that of a download that is not complete.
    var isDownload: Bool {
      [".part", ".partial", ".tmp", ".crdownload", ".download", ".icloud"].contains {
        name.lowercased().hasSuffix($0)
      }
    }

    /// Whether it was not changed for a time before now.
    func isQuiet(for milliseconds: Int64) -> Bool {
      status.changed / 1_000_000 + milliseconds < SystemClock.secondsSince1970 * 1_000
    }

    /// Whether it did not change since it was found.
    var isUnchanged: Bool {
      FileStatus(path: path, following: true)?.version == status.version
    }
  }

  private static let mostDepth = 32

  /// The files of folders and files, in the order in which they were changed. Links, hidden files and the files of the store are
  /// left out.
  static func files(
    of inputs: [String], exceptFor store: String
  ) throws(HealthError) -> [Item] {
    var items: [Item] = []
    for input in inputs {
      guard let status = FileStatus(path: input, following: true) else {
        throw HealthError(.notFound, "cannot read '\(input)': no such file or folder")
      }
      if status.isDirectory {
        try find(in: input, named: "", depth: 0, &items)
      } else {
        items.append(Item(path: input, name: AtomicFile.split(input).name, status: status))
      }
    }
    let own = Set(
      ["", "-wal", "-shm", "-journal"].compactMap {
        FileStatus(path: store + $0, following: true)?.identity
      })
    return items.filter { !own.contains($0.status.identity) }
      .sorted { ($0.status.changed, $0.name, $0.path) < ($1.status.changed, $1.name, $1.path) }
  }

  private static func find(
    in folder: String, named name: String, depth: Int, _ items: inout [Item]
  ) throws(HealthError) {
    if depth > mostDepth {
      throw HealthError(.tooLarge, folder, "is more than \(mostDepth) folders deep")
    }
    let names: [String]
    do throws(HealthError) { names = try FolderListing.visibleNames(folder) } catch {
      // It was removed in the meantime.
      if depth > 0, error.code == .notFound { return }
      throw error
    }
    for entry in names {
      let path = folder.hasSuffix("/") ? folder + entry : "\(folder)/\(entry)"
      let own = name.isEmpty ? entry : "\(name)/\(entry)"
      guard let status = FileStatus(path: path, following: false) else { continue }
      if status.isDirectory {
        try find(in: path, named: own, depth: depth + 1, &items)
      } else if status.isRegular {
        items.append(Item(path: path, name: own, status: status))
      }
      if items.count > Limits.folderFiles.value {
        throw HealthError(.tooLarge, folder, "has \(Limits.folderFiles.excess)")
      }
    }
  }
}
