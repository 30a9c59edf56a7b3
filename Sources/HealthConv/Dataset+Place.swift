import HealthBytes
import HealthStore

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
    guard let here = try? from.place() else { return false }
    return here == (try? to.place())
  }
}
