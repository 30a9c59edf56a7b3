import LibC

/// The files of a folder and of the folders in it.
package struct FolderListing {
  /// A file: its path from the folder, and its length.
  struct Item {
    var path: String
    var size: Int64
  }

  /// The deepest nesting of folders.
  static let depthLimit = 32
  /// The most files and folders.
  static let countLimit = Limits.folderFiles.value

  /// Regular files, in the order of their paths' bytes. Links are not followed.
  private(set) var items: [Item] = []
  /// The paths of links, in the same order.
  private(set) var links: [String] = []
  /// Counts of other entries that are not listed, by kind.
  private(set) var unlisted: [String: Int] = [:]
  private let root: String
  private var count = 0

  init(_ root: String) throws(HealthError) {
    self.root = root
    try list("", depth: 0)
    items.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    links.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func list(_ folder: String, depth: Int) throws(HealthError) {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    if depth > Self.depthLimit {
      throw HealthError(.tooLarge, path, "is more than \(Self.depthLimit) folders deep")
    }
    for name in try Self.names(path) {
      count += 1
      if count > Self.countLimit {
        throw HealthError(.tooLarge, root, "has \(Limits.folderFiles.excess)")
      }
      let relative = folder.isEmpty ? name : "\(folder)/\(name)"
      // Without a status, it was removed in the meantime.
      guard let status = FileStatus(path: "\(root)/\(relative)", following: false) else { continue }
      if status.isDirectory {
        try list(relative, depth: depth + 1)
      } else if status.isRegular {
        items.append(Item(path: relative, size: status.size))
      } else if status.isLink {
        links.append(relative)
      } else {
        unlisted["devices", default: 0] += 1
      }
    }
  }

  /// Whether a folder contains only entries with the given names.
  static func hasOnly(_ names: Set<String>, _ path: String) throws(HealthError) -> Bool {
    try self.names(path).allSatisfy { names.contains($0) }
  }

  /// Removes a folder and its content, as far as the system allows.
  static func remove(_ path: String) {
    for name in (try? names(path)) ?? [] {
      let inner = "\(path)/\(name)"
      if FileStatus(path: inner, following: false)?.isDirectory == true {
        remove(inner)
      } else {
        _ = unsafe inner.withSystemPath { unsafe unlink($0) }
      }
    }
    _ = unsafe path.withSystemPath { unsafe rmdir($0) }
  }

  /// The names in a folder, without hidden ones.
  package static func visibleNames(_ path: String) throws(HealthError) -> [String] {
    try names(path) { !$0.hasPrefix(".") }
  }

  /// The names in a folder that begin with `prefix`; empty if it cannot be read.
  static func names(_ path: String, withPrefix prefix: String) -> [String] {
    (try? names(path) { $0.hasPrefix(prefix) }) ?? []
  }

  private static func names(
    _ path: String, _ isWanted: (String) -> Bool = { _ in true }
  ) throws(HealthError) -> [String] {
    guard let handle = unsafe path.withSystemPath({ unsafe opendir($0) }) else {
      throw HealthError(system: errno, path)
    }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while true {
      // `errno` alone distinguishes the end of a folder from a failure.
      errno = 0
      guard let entry = unsafe readdir(handle) else {
        if errno != 0 { throw HealthError(system: errno, path) }
        break
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe String(
          systemPath: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != "..", isWanted(name) { names.append(name) }
      if names.count > countLimit { break }
    }
    return names
  }
}
