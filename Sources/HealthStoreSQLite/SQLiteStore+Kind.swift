import HealthBytes
import HealthFormats
public import HealthStore

extension StoreKind {
  /// Stores in files.
  public static let sqlite = StoreKind(
    format: .store(
      name: "sqlite", title: "SQLite database", extensions: ["db", "sqlite", "sqlite3"],
      schemes: ["sqlite"],
      likeness: { $0.firstBytes.starts(with: "SQLite format 3\0".utf8) ? .certain : .no },
      open: open),
    open: open)

  private static let open: Open = { (location, access) throws(StoreError) in
    try SQLiteStore(location, for: access)
  }
}
