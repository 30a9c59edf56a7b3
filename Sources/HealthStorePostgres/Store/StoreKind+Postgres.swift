#if PostgreSQL
  import HealthFormats
  public import HealthStore

  extension StoreKind {
    /// Stores on a PostgreSQL server: see ``PostgresStore``.
    public static let postgres = StoreKind(
      format: .store(
        name: "postgres", title: "PostgreSQL server",
        schemes: ["postgres", "postgresql"], open: open),
      open: open)

    private static let open: Open = { (location, access) throws(StoreError) in
      try PostgresStore(location, for: access)
    }
  }
#endif
