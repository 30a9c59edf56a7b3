import HealthBytes
import HealthFormats
public import HealthStore

extension StoreKind {
  /// Stores in a file, by SQLite.
  public static let sqlite = StoreKind(
    format: .store(
      name: "sqlite", title: "SQLite database, a store in a file",
      extensions: ["db", "sqlite", "sqlite3"], schemes: ["sqlite"],
      likeness: { look in
        guard look.kind == .file else { return .no }
        let bytes = look.firstBytes.span
        return ByteScan.equal(bytes, at: 0, to: "SQLite format 3\0") ? .certain : .no
      },
      open: open),
    open: open)

  private static let open: Open = { (location, access) throws(StoreError) in
    try SQLiteStore(location, for: access)
  }
}
