import HealthBytes
public import HealthStore
import HealthStoreSQLite

#if PostgreSQL
  import HealthStorePostgres
#endif

extension StoreKind {
  /// Every kind of store, in the order in which help and documentation list them.
  public static let all: [StoreKind] = {
    #if PostgreSQL
      [.sqlite, .postgres]
    #else
      [.sqlite]
    #endif
  }()

  /// Opens the store at a path or an address.
  ///
  /// - Parameter path: The path of a file, or an address such as `postgres://host/database`.
  /// - Throws: `HealthError`: `.usage` if no kind of store matches the path, and errors of opening it.
  public static func open(
    _ path: String, for access: Access
  ) throws(HealthError) -> any SampleStore {
    let status = FileStatus(path: path, following: true)
    let isMade = (access == .creating || access == .replacing) && status == nil
    // A pipe is not opened: that would block until another process writes.
    let isFile = status?.isRegular ?? (path != "-")
    guard isFile,
      let (kind, location) = isMade
        ? named(path, try Format.forWriting(to: path)) : try find(path)
    else {
      throw HealthError(
        .usage, "'\(path)' is not a store, expected a database such as 'health.db'")
    }
    return try kind.open(location, access)
  }

  /// The kind of store that a path names, if it names one, and where that is.
  ///
  /// - Returns: The kind, and the location to open it by; `nil` for files of other formats.
  /// - Throws: `HealthError` if there is nothing at the path.
  public static func find(
    _ path: String
  ) throws(HealthError) -> (kind: StoreKind, location: String)? {
    let format =
      if let (format, _) = Format.ofAddress(path) { format } else { try Dataset.open(path).format }
    return named(path, format)
  }

  private static func named(_ path: String, _ format: Format) -> (
    kind: StoreKind, location: String
  )? {
    let location = Format.ofAddress(path)?.location ?? path
    return all.first { $0.format.name == format.name }.map { ($0, location) }
  }
}

extension Format {
  /// A store in an SQLite file.
  public static var sqlite: Format { StoreKind.sqlite.format }

  #if PostgreSQL
    /// A store on a PostgreSQL server.
    public static var postgres: Format { StoreKind.postgres.format }
  #endif
}
