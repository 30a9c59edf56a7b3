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
          path: output.database?.location ?? discardedPath,
          overwrite: output.database?.isReplacing ?? true
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

  /// The path of a database that is discarded: only its losses count.
  private static var discardedPath: String {
    "\(Environment["TMPDIR"] ?? "/tmp")/healthconv.db"
  }
}
