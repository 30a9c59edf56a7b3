import HealthBytes
import HealthFormats
public import HealthStore

extension StoreKind {
  /// Stores in a file, by SQLite: see ``SQLiteStore``.
  public static let sqlite = StoreKind(
    format: .store(
      name: "sqlite", title: "SQLite database", extensions: ["db", "sqlite", "sqlite3"],
      schemes: ["sqlite"],
      layouts: [
        Format.Layout(
          "dogsheep", "the tables of healthkit-to-sqlite, complete; only written",
          outputs: [.database], losses: DogsheepWriter.losses)
      ],
      confidence: { preview in
        guard preview.kind == .file else { return .no }
        return ByteScan.equal(preview.firstBytes.span, at: 0, to: "SQLite format 3\0")
          ? .certain : .no
      },
      open: open,
      makeWriter: { (output, _) throws(FormatError) in
        let writer = try DogsheepWriter(
          path: output.database?.location ?? unkept, overwrite: output.database?.isReplacing ?? true
        )
        output.database?.onCommit = { () throws(ByteError) in
          try writer.commit()
          return nil
        }
        return writer
      }),
    open: open)

  private static let open: Open = { (location, access) throws(StoreError) in
    try SQLiteStore(location, for: access)
  }

  /// Where a database is made of which nothing is kept, to see what it would lose.
  private static var unkept: String {
    "\(Environment["TMPDIR"] ?? "/tmp")/healthconv.db"
  }
}
